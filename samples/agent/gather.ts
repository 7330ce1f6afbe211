import { linksIn } from './content.ts';
import type { Passage, Person } from './passage.ts';
import { saysConfidential } from './privacy.ts';
import { isQuestion } from './text.ts';
import type { Chat, Message, Row, Table, Workplace } from './workplace.ts';

/** All that the bot can read at this moment. */
export interface Knowledge {
  readonly chats: readonly Chat[];
  readonly privateChats: ReadonlySet<string>;
  /** Members by chat. */
  readonly members: ReadonlyMap<string, readonly Person[]>;
  readonly passages: readonly Passage[];
  readonly tables: readonly Table[];
}

interface Shared {
  readonly kind: 'docx' | 'base';
  readonly token: string;
  readonly chatIds: string[];
  readonly person: Person | undefined;
}

/** A message that tells something: not the bot's own, not a request to it, not a question, not a mere link. */
const tells = (message: Message, me: Person) =>
  !message.fromMe &&
  message.text !== '' &&
  linksIn(message.raw).length === 0 &&
  !isQuestion(message.text) &&
  !message.mentions.some((m) => m.openId === me.openId);

export const rowText = (row: Row) =>
  [...row.cells]
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}：${value}`)
    .join('；');

/** Reads chats, documents and tables anew, so that no answer rests on what has changed since. */
export async function gather(
  workplace: Workplace,
  me: Person,
  log: (line: string) => void,
): Promise<Knowledge> {
  const chats = await workplace.chats();
  const members = new Map<string, readonly Person[]>();
  const passages: Passage[] = [];
  const shared = new Map<string, Shared>();
  const tables: Table[] = [];

  const readChat = async (chat: Chat) => {
    const [people, messages] = await Promise.all([
      workplace.members(chat.id),
      workplace.history('chat', chat.id),
    ]);
    members.set(chat.id, people);
    messages.forEach((message, order) => {
      const person = people.find((p) => p.openId === message.sender);
      for (const { kind, token } of message.fromMe ? [] : linksIn(message.raw)) {
        const known = shared.get(token);
        if (known === undefined) shared.set(token, { kind, token, chatIds: [chat.id], person });
        else if (!known.chatIds.includes(chat.id)) known.chatIds.push(chat.id);
      }
      if (!tells(message, me)) return;
      passages.push({
        kind: 'chat',
        text: message.text,
        context: '',
        place: chat.name,
        chatIds: [chat.id],
        confidential: false,
        ...(person === undefined ? {} : { person }),
        order,
      });
    });
  };

  const readShared = async ({ kind, token, chatIds, person }: Shared) => {
    const common = { chatIds, ...(person === undefined ? {} : { person }) };
    if (kind === 'docx') {
      passages.push(...documentPassages(await workplace.document(token), common));
      return;
    }
    const found = await workplace.tables(token);
    tables.push(...found);
    passages.push(...found.flatMap((table) => tablePassages(table, common)));
  };

  await Promise.all(chats.map(readChat));
  await Promise.all(
    [...shared.values()].map((item) =>
      readShared(item).catch((error: unknown) => log(`cannot read ${item.kind}: ${String(error)}`)),
    ),
  );
  return {
    chats,
    privateChats: new Set(chats.filter((chat) => chat.isPrivate).map((chat) => chat.id)),
    members,
    passages,
    tables,
  };
}

type Common = Pick<Passage, 'chatIds' | 'person'>;

const HEADING = /^(?:[一二三四五六七八九十]+、|\d+[.、]\s*)?[^。；：，.;:,]{1,20}$/u;

/** One passage a line; the title and the last short line before it are its context. */
function documentPassages(document: { title: string; text: string }, common: Common): Passage[] {
  const confidential = saysConfidential(document.text);
  let heading = '';
  return document.text
    .split('\n')
    .map((line) => line.trim())
    .flatMap((line, order) => {
      if (line === '' || line === document.title) return [];
      if (HEADING.test(line)) {
        heading = line;
        return [];
      }
      return [
        {
          kind: 'document' as const,
          text: line,
          context: `${document.title}\n${heading}`,
          place: document.title,
          confidential,
          order,
          ...common,
        },
      ];
    });
}

function tablePassages(table: Table, common: Common): Passage[] {
  return table.rows.map((row, order) => ({
    kind: 'row' as const,
    text: rowText(row),
    context: table.title,
    place: table.title,
    confidential: false,
    order,
    row: { baseToken: table.baseToken, tableId: table.id, recordId: row.id },
    ...common,
  }));
}

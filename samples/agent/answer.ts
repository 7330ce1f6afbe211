import { rowText, type Knowledge } from './gather.ts';
import { named } from './intent.ts';
import type { Passage, Person } from './passage.ts';
import { mayRepeat } from './privacy.ts';
import { answers, choose, GOOD_ENOUGH, rank, type Scored } from './retrieve.ts';
import { isChinese, quoteInLine } from './text.ts';
import type { Row, Table } from './workplace.ts';

export type Answer =
  | { readonly kind: 'found'; readonly lines: readonly string[] }
  | { readonly kind: 'refused'; readonly ask: Person | undefined }
  | { readonly kind: 'unknown'; readonly ask: Person | undefined; readonly lead: string | undefined };

/** Below this not even an owner can be guessed from a passage. */
const SOME_RELATION = 0.12;
const MOST_ROWS = 20;
const ASKS_FOR_ALL = /哪些|哪几|都有谁|列出|列一下|全部|\b(?:which|list|all)\b/iu;

/** Where an answer will be read, and who asked. */
export interface Place {
  readonly chatId: string;
  readonly asker: string | undefined;
}

/** Answers a question in a chat with what may be repeated there. `before`: the questions of the thread so far. */
export function answer(question: string, before: string, place: Place, knowledge: Knowledge): Answer {
  const { chatId } = place;
  const ranked = rank(knowledge.passages, question, before);
  const open = ranked.filter(({ passage }) => mayRepeat(passage, chatId, knowledge.privateChats));
  const closed = ranked.find((scored) => !open.includes(scored));
  const best = open[0];
  if (closed !== undefined && closed.score >= GOOD_ENOUGH && closed.score > (best?.score ?? 0))
    return { kind: 'refused', ask: closed.passage.person };
  const chosen = choose(open, question);
  if (!answers(question, chosen)) return unknown(best, place, knowledge);
  const list = ASKS_FOR_ALL.test(question) ? listRows(question, chosen, knowledge.tables) : [];
  return { kind: 'found', lines: list.length > 0 ? list : chosen.map(({ passage }) => line(passage)) };
}

function line(passage: Passage): string {
  const text = quoteInLine(passage.text);
  if (passage.kind === 'row') return `《${passage.place}》：${text}`;
  if (passage.kind === 'document') return `《${passage.place}》：「${text}」`;
  return `${passage.person?.name ?? '群消息'} 在 ${passage.place} 说：「${text}」`;
}

/** Nothing found: the likely owner is whoever the nearest passage names, or else whoever said it. */
function unknown(best: Scored | undefined, { chatId, asker }: Place, knowledge: Knowledge): Answer {
  if (best === undefined || best.score < SOME_RELATION)
    return { kind: 'unknown', ask: undefined, lead: undefined };
  const people = knowledge.members.get(chatId) ?? [];
  const { passage, score } = best;
  const ask = [
    ...named(passage.text, people).filter((p) => p.openId !== passage.person?.openId),
    ...(passage.person === undefined ? [] : [passage.person]),
  ].find((p) => p.openId !== asker);
  return { kind: 'unknown', ask, lead: score >= GOOD_ENOUGH ? line(passage) : undefined };
}

/** All rows of the table that the best row stands in, without those that the question rules out. */
function listRows(question: string, chosen: readonly Scored[], tables: readonly Table[]): string[] {
  const ref = chosen[0]?.passage.row;
  const table = tables.find((t) => t.baseToken === ref?.baseToken && t.id === ref.tableId);
  if (table === undefined) return [];
  return table.rows
    .filter((row) => wanted(question, table, row))
    .slice(0, MOST_ROWS)
    .map((row) => `《${table.title}》：${rowText(row)}`);
}

/** "Not closed" leaves out the rows whose choice is "closed"; "closed" keeps only them. */
function wanted(question: string, table: Table, row: Row): boolean {
  return table.columns.every(({ name, options }) => {
    const cell = row.cells.get(name) ?? '';
    return options.every((option) => {
      const core = option.replace(/^已/u, '');
      const at = core === '' ? -1 : question.indexOf(core);
      if (at < 0) return true;
      const negated = /(?:没|未|不|没有|不是|not)\s*$/iu.test(question.slice(0, at));
      return negated ? cell !== option : cell === option;
    });
  });
}

export const at = (person: Person) => `<at user_id="${person.openId}">${person.name}</at>`;

/** The answer in words. Only members of the chat can be mentioned; others are named. */
export function inWords(result: Answer, question: string, members: readonly Person[]): string {
  const chinese = isChinese(question);
  const call = (person: Person) =>
    members.some((m) => m.openId === person.openId) ? at(person) : person.name;
  switch (result.kind) {
    case 'found':
      return [chinese ? '查到这些：' : 'This is what I found:', ...result.lines.map((l) => `• ${l}`)].join(
        '\n',
      );
    case 'refused': {
      const who = result.ask;
      if (chinese)
        return `这部分内容只在限定范围内可看，我不能在这里说。${who ? `请直接找 ${call(who)} 确认。` : '请找这份材料的负责人确认。'}`;
      return `I cannot share this here: it is limited to a closed circle. Please ask ${who ? call(who) : 'its owner'}.`;
    }
    case 'unknown': {
      const { ask, lead } = result;
      if (chinese) {
        const near = lead === undefined ? '' : `\n最接近的一条：${lead}`;
        const owner =
          ask === undefined ? '我也不知道该问谁。' : `${call(ask)} 这件事你清楚吗，能在这里答一下吗？`;
        return `群记录、文档和表格里我没有查到。${owner}${near}`;
      }
      const near = lead === undefined ? '' : `\nThe nearest that I have: ${lead}`;
      return `I could not find this in chats, documents or tables. ${ask === undefined ? '' : `${call(ask)}, do you know?`}${near}`;
    }
  }
}

import { instant } from './calendar/calendars.ts';
import { readCell, type CellReader } from './bitable/cell-read.ts';
import type { CalendarEvent, Chat, Message, PrincipalId, Table, User } from './core/model.ts';
import { isApp, World } from './core/world.ts';
import { textOf } from './drive/comments.ts';
import { markdownOf } from './docx/text.ts';

/** Somebody in the world: a person, or an app with a bot. */
export interface LookedPrincipal {
  readonly name: string;
  readonly bot: boolean;
}

export interface LookedMessage {
  readonly message_id: string;
  /** ms */
  readonly at: number;
  readonly sender: LookedPrincipal;
  readonly msg_type: string;
  /** The JSON string as it is read back: mentions stand in it as their keys. */
  readonly content: string;
  /** Mention key, such as `@_user_1`, to name. */
  readonly mentions: ReadonlyMap<string, string>;
  readonly deleted: boolean;
  readonly edits: number;
}

export interface LookedChat {
  readonly chat_id: string;
  readonly name: string;
  readonly description: string;
  readonly mode: Chat['chat_mode'];
  /** Names of the labels that stand on it. */
  readonly labels: readonly string[];
  readonly members: readonly LookedPrincipal[];
  /** Each message of the group's own list, with the replies in its thread behind it. */
  readonly threads: readonly (readonly LookedMessage[])[];
}

export interface LookedTable {
  readonly name: string;
  readonly fields: readonly { readonly name: string; readonly type: number }[];
  /** Values as `records/search` shows them, in the order of the fields; undefined for an empty cell. */
  readonly rows: readonly (readonly unknown[])[];
}

/** Everything that stands in a world, whoever made it, in the order in which it was made. */
export interface WorldLook {
  readonly chats: readonly LookedChat[];
  readonly documents: readonly {
    readonly token: string;
    readonly title: string;
    readonly markdown: string;
    readonly comments: readonly LookedComment[];
  }[];
  readonly bases: readonly {
    readonly token: string;
    readonly title: string;
    readonly tables: readonly LookedTable[];
  }[];
  readonly events: readonly LookedEvent[];
}

export interface LookedComment {
  readonly by: LookedPrincipal;
  readonly text: string;
  readonly solved: boolean;
  readonly replies: readonly { readonly by: LookedPrincipal; readonly text: string }[];
}

export interface LookedEvent {
  readonly title: string;
  readonly organizer: LookedPrincipal;
  /** ms */
  readonly start: number;
  /** ms */
  readonly end: number;
  readonly attendees: readonly LookedPrincipal[];
}

/**
 * Reads a state file and writes nothing, so that even a batch at work can be looked into.
 * @throws Error naming file and line when it is damaged, or when there is none
 */
export function lookInto(stateFile: string): WorldLook {
  const world = World.look(stateFile);
  const bySeq = (a: { seq: number }, b: { seq: number }): number => a.seq - b.seq;
  const nodes = [...world.rows.nodes.values()].sort(bySeq);
  return {
    chats: [...world.rows.chats.values()].sort(bySeq).map((chat) => lookedChat(world, chat)),
    documents: nodes
      .filter((node) => node.kind === 'docx')
      .map(({ token, title }) => ({
        token,
        title,
        markdown: markdownOf(world, token),
        comments: commentsOn(world, token),
      })),
    bases: nodes
      .filter((node) => node.kind === 'bitable')
      .map(({ token, title }) => ({
        token,
        title,
        tables: world.rows.tables
          .inGroup(token)
          .sort(bySeq)
          .map((table) => lookedTable(world, table)),
      })),
    events: [...world.rows.events.values()]
      .filter((event) => event.status === 'confirmed')
      .sort(bySeq)
      .map((event) => lookedEvent(world, event)),
  };
}

function lookedChat(world: World, chat: Chat): LookedChat {
  const all = world.rows.messages
    .inGroup(chat.chat_id)
    .sort((a, b) => a.create_time - b.create_time || a.seq - b.seq);
  const inThread = (m: Message): boolean => m.thread_id !== undefined && m.root_id !== undefined;
  return {
    chat_id: chat.chat_id,
    name: chat.name,
    description: chat.description,
    mode: chat.chat_mode,
    labels: world.rows.tagBindings
      .inGroup(chat.chat_id)
      .sort((a, b) => a.seq - b.seq)
      .map((b) => world.rows.tags.get(b.tag_id)?.name ?? ''),
    members: chat.members.map((id) => principal(world, id)),
    threads: all
      .filter((m) => !inThread(m))
      .map((root) => {
        const replies =
          root.thread_id === undefined
            ? []
            : all.filter((m) => inThread(m) && m.thread_id === root.thread_id);
        return [root, ...replies].map((m) => lookedMessage(world, m));
      }),
  };
}

function lookedMessage(world: World, message: Message): LookedMessage {
  return {
    message_id: message.message_id,
    at: message.create_time,
    sender: principal(world, message.sender),
    msg_type: message.msg_type,
    content: message.content,
    mentions: new Map(message.mentions.map((m) => [m.key, m.name])),
    deleted: message.deleted,
    edits: message.edit_count,
  };
}

function lookedTable(world: World, table: Table): LookedTable {
  // People are shown by name, so in whose eyes they have which id does not matter.
  const reader: CellReader = {
    world,
    actor: { kind: 'user', user: NOBODY },
    userIdType: 'union_id',
    shape: 'search',
    textAsArray: false,
  };
  const records = world.rows.records.inGroup(table.table_id).sort((a, b) => a.seq - b.seq);
  return {
    name: table.name,
    fields: table.fields.map((field) => ({ name: field.field_name, type: field.type })),
    rows: records.map((record) => table.fields.map((field) => readCell(reader, field, record))),
  };
}

function commentsOn(world: World, token: string): LookedComment[] {
  return world.rows.comments
    .inGroup(token)
    .sort((a, b) => a.seq - b.seq)
    .map((comment) => {
      const said = comment.replies.map((r) => ({ by: principal(world, r.user), text: textOf(r) }));
      return {
        by: principal(world, comment.user),
        text: said[0]?.text ?? '',
        solved: comment.solved_at !== undefined,
        replies: said.slice(1),
      };
    });
}

function lookedEvent(world: World, event: CalendarEvent): LookedEvent {
  return {
    title: event.summary,
    organizer: principal(world, event.organizer),
    start: instant(event.start_time),
    end: instant(event.end_time),
    attendees: event.attendees.map((a) =>
      a.type === 'user'
        ? principal(world, a.who)
        : { name: world.rows.chats.get(a.who)?.name ?? a.who, bot: false },
    ),
  };
}

function principal(world: World, id: PrincipalId): LookedPrincipal {
  return { name: world.nameOf(id), bot: isApp(id) };
}

const NOBODY: User = {
  union_id: '',
  user_id: '',
  key: '',
  name: '',
  en_name: '',
  email: '',
  access_token: '',
};

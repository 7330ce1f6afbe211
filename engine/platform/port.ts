import type { Author, Cell, Permission, Row, TableField } from '../../schemas/index.ts';

/** What the engine needs of a collaboration platform. Every call takes a signal and rejects with PlatformError. */
export interface Platform {
  readonly kind: 'local' | 'lark';
  createGroup(input: NewGroup, signal?: AbortSignal): Promise<CreatedGroup>;
  /** Ids of the groups of a name that the operator is in. */
  findGroups(name: string, signal?: AbortSignal): Promise<string[]>;
  createDocument(input: { title: string; markdown: string }, signal?: AbortSignal): Promise<AssetRef>;
  createBase(input: NewBase, signal?: AbortSignal): Promise<BaseRef>;
  addRows(
    input: { base: BaseRef; fields: readonly TableField[]; rows: readonly Row[]; key: string },
    signal?: AbortSignal,
  ): Promise<number>;
  /** Gives access to everybody in a group, or to one principal. Granting again is no error. */
  share(input: { asset: AssetRef; to: ShareTarget; perm: Permission }, signal?: AbortSignal): Promise<void>;
  /** Puts a label of this name on groups. Doing it again changes nothing. */
  labelGroups(input: { name: string; chat_ids: readonly string[] }, signal?: AbortSignal): Promise<LabelRef>;
  /** Names of the labels on a group. */
  labels(chat_id: string, signal?: AbortSignal): Promise<string[]>;
  /** Comments on a whole document as the actor. There is no idempotency key: look at `comments` before doing it again. */
  comment(
    input: { token: string; actor: string; text: string },
    signal?: AbortSignal,
  ): Promise<{ comment_id: string }>;
  /** Comments of a document with their replies, oldest first. */
  comments(token: string, signal?: AbortSignal): Promise<PlatformComment[]>;
  /** Puts an event into the organizer's own calendar and invites the others; `key` makes it once. */
  createEvent(input: NewEvent, signal?: AbortSignal): Promise<{ event_id: string; calendar_id: string }>;
  /** Events that stand in an actor's calendar between two instants (ISO), invitations among them. */
  readCalendar(
    input: { actor: string; from: string; to: string },
    signal?: AbortSignal,
  ): Promise<PlatformEvent[]>;
  /** Puts the agent's bot into a group; when it is there already nothing happens. */
  joinAgent(input: { agent: string; chat_id: string }, signal?: AbortSignal): Promise<void>;
  send(input: OutgoingMessage, signal?: AbortSignal): Promise<PlatformMessage>;
  /** The message as the platform now shows it. */
  read(message_id: string, signal?: AbortSignal): Promise<PlatformMessage>;
  /** All messages of a thread, root first, in thread order. */
  readThread(thread_id: string, signal?: AbortSignal): Promise<PlatformMessage[]>;
  /** Messages of a group that were created at or after `from` (ISO), oldest first; replies in threads among them when the platform lists them. */
  readGroup(input: { chat_id: string; from: string }, signal?: AbortSignal): Promise<PlatformMessage[]>;
  /** Reactions that stand on a message now; `at` in ms. */
  reactions(message_id: string, signal?: AbortSignal): Promise<PlatformReaction[]>;
  /**
   * What stands in the direct chat of an actor and an agent from `from` (ISO) on, replies in threads too, oldest first;
   * nothing when the two have never spoken. It is read as the actor: nobody else is in that chat, the operator neither.
   */
  readDirect(input: DirectChat & { from: string }, signal?: AbortSignal): Promise<PlatformMessage[]>;
  /** Reactions that stand on a message of the actor's direct chats now. */
  directReactions(
    input: { actor: string; message_id: string },
    signal?: AbortSignal,
  ): Promise<PlatformReaction[]>;
  readDocument(token: string, signal?: AbortSignal): Promise<{ title: string; text: string }>;
  readRows(base: BaseRef, signal?: AbortSignal): Promise<PlatformRow[]>;
  /** Resolves a link's token of a base to its first table. */
  openBase(token: string, signal?: AbortSignal): Promise<BaseRef & { title: string }>;
  /** A link to the asset as people would post it. */
  urlOf(asset: AssetRef): string;
}

export interface NewGroup {
  readonly name: string;
  readonly description: string;
  readonly private: boolean;
  /** Actor keys. */
  readonly members: readonly string[];
  /** A group that stands already and is only completed. */
  readonly chat_id?: string;
  /** Idempotency key, at most 50 characters. */
  readonly key: string;
}

export interface CreatedGroup {
  readonly chat_id: string;
  /** Actor keys that are members, as read back. */
  readonly members_readback: readonly string[];
}

export interface NewBase {
  readonly name: string;
  readonly table_name: string;
  readonly fields: readonly TableField[];
  readonly time_zone?: string | undefined;
}

export interface AssetRef {
  readonly kind: 'doc' | 'base';
  readonly token: string;
}

export interface BaseRef extends AssetRef {
  readonly kind: 'base';
  readonly table_id: string;
}

export type ShareTarget =
  | { readonly kind: 'group'; readonly chat_id: string }
  | { readonly kind: 'agent'; readonly agent: string }
  | { readonly kind: 'actor'; readonly actor: string };

/** A line for a group, or for an agent alone. */
export type OutgoingMessage = OutgoingLine & (ToGroup | ToAgent);

export interface ToGroup {
  readonly chat_id: string;
  readonly direct?: never;
  /** Actor key of the author; null: the operator itself. */
  readonly actor: string | null;
}

/** Into the direct chat of the two, which the platform makes when there is none; `chat_id` of the answer names it. */
export interface ToAgent {
  /** Agent key. */
  readonly direct: string;
  readonly chat_id?: never;
  readonly actor: string;
}

/** The chat of one actor with one agent. */
export interface DirectChat {
  readonly actor: string;
  readonly agent: string;
  /** When it is known, as from a message that was sent: spares asking for it. */
  readonly chat_id?: string;
}

export interface OutgoingLine {
  readonly text: string;
  /** Agent key that is really mentioned at the head of the text. */
  readonly mention?: string;
  /** Actor keys of colleagues who are really mentioned behind the agent. */
  readonly also_mention?: readonly string[];
  /** Reply to this message: in a group inside its thread, in a direct chat by quoting it. */
  readonly reply_to?: string;
  /** Idempotency key, at most 50 characters; holds an hour on Lark. */
  readonly key: string;
}

export interface PlatformMessage {
  readonly message_id: string;
  readonly chat_id: string;
  readonly thread_id: string | null;
  /** The message that the reply chain starts with; null for one that answers nothing. */
  readonly root_id: string | null;
  /** ISO instant. */
  readonly ts: string;
  readonly ts_precision: 'ms' | 's' | 'min';
  readonly author: Author;
  /** Platform id of the sender. */
  readonly sender_id: string;
  readonly text: string;
  /** Real mentions in order, with the name as shown. */
  readonly mentions: readonly { readonly who: Author; readonly name: string }[];
  readonly attachments: readonly { kind: string; name?: string; key?: string }[];
  readonly deleted: boolean;
  readonly edited: boolean;
}

export interface LabelRef {
  readonly label_id: string;
}

export interface PlatformComment {
  readonly comment_id: string;
  readonly author: Author;
  readonly text: string;
  readonly solved: boolean;
  /** ISO instant, whole seconds. */
  readonly ts: string;
  /** What was said to it, oldest first. */
  readonly replies: readonly { readonly author: Author; readonly text: string; readonly ts: string }[];
}

export interface NewEvent {
  /** Actor key. */
  readonly organizer: string;
  readonly title: string;
  /** ISO instants. */
  readonly start: string;
  readonly end: string;
  /** Actor keys. */
  readonly attendees: readonly string[];
  readonly key: string;
}

export interface PlatformEvent {
  readonly event_id: string;
  readonly title: string;
  readonly organizer: Author;
  /** ISO instants. */
  readonly start: string;
  readonly end: string;
}

export interface PlatformReaction {
  readonly emoji: string;
  readonly by: Author;
  /** ms */
  readonly at: number;
}

export interface PlatformRow {
  readonly record_id: string;
  readonly fields: Readonly<Record<string, Cell>>;
  /** Who changed the row last, when the platform tells. */
  readonly modified_by: Author | null;
}

/** A call that the platform refused or did not answer. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  constructor(
    readonly op: string,
    /** HTTP status; 0 when there was no answer. */
    readonly status: number,
    /** The platform's code; 0 when there was none. */
    readonly code: number,
    detail: string,
    options?: ErrorOptions,
  ) {
    super(`${op}: ${detail}${code === 0 ? '' : ` (code ${code}, HTTP ${status})`}`, options);
  }
}

import type { Person } from './passage.ts';

export interface Chat {
  readonly id: string;
  readonly name: string;
  readonly isPrivate: boolean;
}

export interface Message {
  readonly id: string;
  /** Text with the names of the people mentioned in place of their keys. */
  readonly text: string;
  /** The content as it stands, for links. */
  readonly raw: string;
  readonly fromMe: boolean;
  /** open_id of a person; undefined for a bot. */
  readonly sender: string | undefined;
  readonly mentions: readonly Person[];
}

export interface Incoming extends Message {
  readonly chatId: string;
  readonly direct: boolean;
  readonly threadId: string | undefined;
}

export interface Document {
  readonly title: string;
  readonly text: string;
}

export interface Column {
  readonly name: string;
  readonly options: readonly string[];
}

export interface Row {
  readonly id: string;
  /** Cells as text by column name. */
  readonly cells: ReadonlyMap<string, string>;
}

export interface Table {
  readonly baseToken: string;
  readonly title: string;
  readonly id: string;
  readonly columns: readonly Column[];
  readonly rows: readonly Row[];
}

/** What this bot needs of Lark. `lark.ts` does it with the official SDK. */
export interface Workplace {
  me(): Promise<Person>;
  chats(): Promise<readonly Chat[]>;
  members(chatId: string): Promise<readonly Person[]>;
  /** Newest messages of a chat (roots only) or all of a thread, oldest first. */
  history(container: 'chat' | 'thread', id: string): Promise<readonly Message[]>;
  document(token: string): Promise<Document>;
  tables(baseToken: string): Promise<readonly Table[]>;
  setCell(table: Table, rowId: string, column: string, value: string): Promise<void>;
  reply(messageId: string, text: string): Promise<void>;
  post(chatId: string, text: string): Promise<void>;
  /** Shows that the bot is at work; call the result to take it away. */
  showTyping(messageId: string): Promise<() => Promise<void>>;
}

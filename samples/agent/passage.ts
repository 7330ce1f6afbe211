/** Who said or shared something. */
export interface Person {
  readonly openId: string;
  readonly name: string;
}

/** A table row with what is needed to change it. */
export interface RowRef {
  readonly baseToken: string;
  readonly tableId: string;
  readonly recordId: string;
}

/** A piece of text that can answer a question: a message, a line of a document, or a row of a table. */
export interface Passage {
  readonly kind: 'chat' | 'document' | 'row';
  readonly text: string;
  /** Title and heading that the text stands under: searched too, but not quoted. */
  readonly context: string;
  /** Name of the place: a chat, a document or a table. */
  readonly place: string;
  /** The chats in which it was seen: its readers. */
  readonly chatIds: readonly string[];
  /** It says of itself that it is confidential. */
  readonly confidential: boolean;
  /** Author of a message, or who shared the document or table. */
  readonly person?: Person;
  /** Later in the same chat is greater. */
  readonly order: number;
  readonly row?: RowRef;
}

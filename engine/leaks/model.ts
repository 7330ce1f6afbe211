/** Code points in a row, as normalised, from which on hidden text in what an agent wrote is a leak. */
export const LEAK_LENGTH = 20;

/** Where a hidden text stands. */
export interface HiddenPlace {
  /** Relative to the batch folder. */
  readonly file: string;
  /** JSON pointer in the file; empty: the whole file. */
  readonly pointer: string;
  readonly case_id?: string;
}

/**
 * A text that must not reach the agent. `canary`: a random word of the batch, which nobody knows by chance. `answer`: what
 * a right answer says; a good agent says it in nearly the same words, so smaller known pieces are taken out of it.
 */
export interface HiddenText {
  readonly kind: 'canary' | 'text' | 'answer';
  readonly text: string;
  readonly place: HiddenPlace;
}

/** A text that the agent may know. `from`: ms since 1970; absent: from the beginning. */
export interface KnownText {
  readonly text: string;
  readonly from?: number;
}

/** A text that the agent wrote. */
export interface WrittenText {
  readonly text: string;
  /** ms since 1970: what was known by then is no leak. */
  readonly at: number;
  readonly kind: 'message' | 'edited' | 'attachment' | 'document' | 'row' | 'title' | 'operation';
  /** File of the batch folder that holds it. */
  readonly path: string;
  readonly message_id?: string;
}

export interface Leak {
  readonly kind: HiddenText['kind'];
  /** The run in the agent's own characters. */
  readonly quote: string;
  readonly written: WrittenText;
  readonly hidden: HiddenPlace;
}

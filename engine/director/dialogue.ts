import type { CaseRef, SentLine } from './ports.ts';

/** What has been said to the agent in one playing of a case, and how that went. */
export class Dialogue {
  readonly sent: SentLine[] = [];
  /** The last line was sent before this session: the agent that heard it was ended with its director. */
  heardByEnded = false;
  /** Gate that ended without an answer: later questions are not asked. */
  silentAt: string | null = null;
  readonly #ref: CaseRef;

  constructor(ref: CaseRef) {
    this.#ref = ref;
  }

  get last(): SentLine | undefined {
    return this.sent.at(-1);
  }

  /** Turn that was asked last: a conditional line belongs to it. */
  get turn(): number | null {
    return this.sent.findLast((line) => line.turn !== null)?.turn ?? null;
  }

  /** The message that the case's thread starts with; null before it, and in direct chats, which have no thread. */
  get rootOrNull(): string | null {
    return this.#ref.direct === undefined ? (this.sent[0]?.message_id ?? null) : null;
  }

  /** @throws when no question has been sent */
  get root(): string {
    const root = this.sent[0];
    if (root === undefined) throw new Error(`case ${this.#ref.caseId}: no question has been sent`);
    return root.message_id;
  }
}

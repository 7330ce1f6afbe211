import type { EvidenceMessage, TrustedEvent } from '../../schemas/index.ts';
import { WORKING } from '../director/observe.ts';
import { floorTo } from './instants.ts';
import type { CaseWindow } from './windows.ts';

/** Whose an agent's message is, where the windows of several cases may cover it. */
export type Belonging =
  | { readonly kind: 'own' }
  | { readonly kind: 'other'; readonly case_id: string; readonly why: string }
  | { readonly kind: 'shared'; readonly cases: readonly string[] };

/** The agent's sign of work on a line: from when to when it stood. `to` is infinite while it stands. */
interface Sign {
  readonly line: string;
  readonly from: number;
  readonly to: number;
}

interface Owner {
  readonly case_id: string;
  readonly why: string;
}

const OWN: Belonging = { kind: 'own' };

/**
 * Gives the agent's messages to cases: to the one whose window alone covers it, else to the one that it answers (by the
 * platform's reply chain), else to the one that triggered it. A case triggers nothing before its first line, and where
 * the trusted events show the agent's sign of work on the lines of one case only, and gone from those of every other,
 * that one is what it works at. What is left is *shared*: it decides nothing alone.
 * Every case sees the same answer, so that no message decides two: what one case cannot know of a message (the message
 * that it answers was written before its window) makes it shared there, never its own.
 */
export class Belongings {
  readonly #windows: readonly CaseWindow[];
  readonly #caseOf: ReadonlyMap<string, string>;
  readonly #signs: ReadonlyMap<string, readonly Sign[]>;

  constructor(windows: readonly CaseWindow[], events: readonly TrustedEvent[]) {
    this.#windows = windows;
    this.#caseOf = new Map(
      windows.flatMap(({ case_id, lines }) => lines.map((line) => [line.message_id, case_id] as const)),
    );
    this.#signs = signsByCase(events, this.#caseOf);
  }

  /** @param known the agent's messages that the case has seen, by id: for answers to its own words */
  of(message: EvidenceMessage, caseId: string, known: ReadonlyMap<string, EvidenceMessage>): Belonging {
    const cases = this.#casesOver(message);
    if (cases.length < 2 || !cases.includes(caseId)) return OWN;
    const owner = this.#owner(message, cases, known, new Set());
    if (owner === null) return { kind: 'shared', cases };
    return owner.case_id === caseId ? OWN : { kind: 'other', ...owner };
  }

  /** Cases with a window that covers the message, in the order given. */
  #casesOver({ chat, ts, ts_precision: precision }: EvidenceMessage): string[] {
    const at = floorTo(ts, precision);
    const over = this.#windows.filter(
      ({ chats, from, to }) =>
        chats.has(chat) && floorTo(from, precision) <= at && (to === null || at <= floorTo(to, precision)),
    );
    return [...new Set(over.map(({ case_id }) => case_id))];
  }

  #owner(
    message: EvidenceMessage,
    cases: readonly string[],
    known: ReadonlyMap<string, EvidenceMessage>,
    seen: Set<string>,
  ): Owner | null {
    const { root_id: root } = message;
    if (root !== undefined) {
      const answered = this.#caseOf.get(root);
      if (answered !== undefined) {
        if (cases.includes(answered)) return { case_id: answered, why: `it answers message ${root}` };
      } else {
        const before = known.get(root);
        // What it answers is not known here, and another case may know it.
        if (before === undefined || before.author.kind !== 'agent' || seen.has(root)) return null;
        seen.add(root);
        const own = this.#casesOver(before);
        const owner = own.length === 1 ? { case_id: own[0] ?? '' } : this.#owner(before, own, known, seen);
        if (owner === null) return null;
        if (cases.includes(owner.case_id))
          return { case_id: owner.case_id, why: `it answers message ${root}, which belongs there` };
      }
    } else if (message.thread_id !== null) return null;
    return this.#trigger(message, cases);
  }

  #trigger({ ts, ts_precision: precision }: EvidenceMessage, cases: readonly string[]): Owner | null {
    const at = floorTo(ts, precision);
    const asked = cases.filter((id) =>
      this.#windows.some(
        (window) => window.case_id === id && window.lines.some((line) => floorTo(line.ts, precision) <= at),
      ),
    );
    const [first] = asked;
    if (first === undefined) return null;
    if (asked.length === 1)
      return { case_id: first, why: 'no line of the other cases had been sent when it was written' };
    const open = asked.filter((id) => this.#stateOf(id, at) === 'open');
    const [working] = open;
    if (working === undefined || open.length > 1) return null;
    return asked.every((id) => id === working || this.#stateOf(id, at) === 'done')
      ? { case_id: working, why: 'the agent was at work on this case alone when it wrote it' }
      : null;
  }

  /** Whether the agent shows that it is at work on a case; null: it showed no sign of work there so far. */
  #stateOf(caseId: string, at: number): 'open' | 'done' | null {
    const begun = (this.#signs.get(caseId) ?? []).filter((sign) => sign.from <= at);
    if (begun.length === 0) return null;
    return begun.some((sign) => at <= sign.to) ? 'open' : 'done';
  }
}

function signsByCase(
  events: readonly TrustedEvent[],
  caseOf: ReadonlyMap<string, string>,
): Map<string, Sign[]> {
  const signs = new Map<string, Sign & { case_id: string }>();
  for (const { op, outcome, actor, resource, after, ts } of events) {
    if (outcome !== 'done' || actor.kind !== 'agent' || resource.kind !== 'reaction') continue;
    const line = resource.parent ?? '';
    const caseId = caseOf.get(line);
    if (caseId === undefined || !isWork(after)) continue;
    const at = Date.parse(ts);
    if (op === 'im.message.reaction.create')
      signs.set(resource.token, { case_id: caseId, line, from: at, to: Number.POSITIVE_INFINITY });
    const open = signs.get(resource.token);
    if (op === 'im.message.reaction.delete' && open !== undefined)
      signs.set(resource.token, { ...open, to: at });
  }
  const byCase = new Map<string, Sign[]>();
  for (const { case_id, ...sign } of signs.values())
    byCase.set(case_id, [...(byCase.get(case_id) ?? []), sign]);
  return byCase;
}

const isWork = (after: unknown): boolean =>
  after !== null &&
  typeof after === 'object' &&
  'emoji_type' in after &&
  typeof after.emoji_type === 'string' &&
  WORKING.has(after.emoji_type);

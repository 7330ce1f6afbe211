import { EventEmitter, once } from 'node:events';
import type { BatchLimits, JournalEntry, MostPerTurn } from '../../schemas/index.ts';
import type { UsageReports } from '../agents/usage.ts';
import type { Account, Use } from '../models/index.ts';
import { useBeside, useOfAttempt, type AgentUse } from './agent-use.ts';
import {
  beyond,
  COUNTED,
  exceeds,
  larger,
  NOTHING,
  plus,
  sum,
  type Amounts,
  type Counted,
} from './amounts.ts';
import { attemptsOf, type Attempt } from './attempts.ts';
import type { Reserve } from './reserve.ts';
import { playedSeconds } from './time.ts';
import { noRoomFor, noTimeFor } from './words.ts';

export interface PurseOptions {
  readonly limits: BatchLimits;
  readonly currency: string;
  readonly most: MostPerTurn;
  /** By case id, of every case of the batch. */
  readonly reserves: ReadonlyMap<string, Reserve>;
  readonly reports: UsageReports;
  /** What the judges have used, by their calls on file. */
  readonly judges: Pick<Use, 'tokens' | 'cost'>;
  /** Cases that all judges have judged. */
  readonly judged: Iterable<string>;
  /** Longest time between two lines of a director at work, s. */
  readonly silenceSec: number;
  readonly journal: readonly JournalEntry[];
  readonly now: () => number;
}

/** Whether a case may begin: `wait`, what others have taken for themselves may come back. */
export type Room = { readonly state: 'fits' | 'wait' } | Refusal;

/** Which limit a case does not fit, in a word and with figures. */
export interface Refusal {
  readonly state: 'refused';
  readonly limit: Counted | 'minutes';
  readonly why: string;
}

/**
 * The one purse of a batch, from which agent and judges draw. The whole reserve of a case is taken before it begins, and
 * what it did not use comes back when it ends. What the agent used is folded from the journal and its reports each time
 * that it is asked for, and what the judges used from their calls, so that a killed run forgets nothing and counts
 * nothing twice.
 */
export class Purse {
  readonly limits: BatchLimits;
  readonly currency: string;
  readonly #changes = new EventEmitter().setMaxListeners(0);
  readonly #options: PurseOptions;
  readonly #judged: Set<string>;
  /** Cases that are played by this process, or judged beside the play. */
  readonly #playing = new Set<string>();
  readonly #judging = new Set<string>();
  /** Cases whose judging went wrong here. */
  readonly #givenUp = new Set<string>();
  #judgesBeside = false;
  /** What judging took here, by case: it comes out of the case's reserve first. */
  readonly #taken = new Map<string, Amounts>();
  #judges: Amounts;
  #journal: readonly JournalEntry[];
  #now: () => number;
  #collect: () => void = () => undefined;

  constructor(options: PurseOptions) {
    this.limits = options.limits;
    this.currency = options.currency;
    this.#options = options;
    this.#judged = new Set(options.judged);
    this.#judges = { messages: 0, ...options.judges };
    this.#journal = options.journal;
    this.#now = options.now;
  }

  /** From now on the batch is played: by this journal, which grows, and this clock. */
  attach(journal: readonly JournalEntry[], now: () => number): void {
    this.#journal = journal;
    this.#now = now;
  }

  /** Resolves at the next change of what is used or reserved; rejects when the signal is aborted. */
  async nextChange(signal: AbortSignal): Promise<void> {
    await once(this.#changes, 'change', { signal });
  }

  /** How the reports of the agent are read as far as they have come. */
  reportsBy(collect: () => void): void {
    this.#collect = collect;
  }

  get reports(): UsageReports {
    return this.#options.reports;
  }

  reserveOf(caseId: string): Reserve {
    const reserve = this.#options.reserves.get(caseId);
    if (reserve === undefined) throw new Error(`no reserve of case "${caseId}" is known`);
    return reserve;
  }

  /** Whether the case may begin now. Who begins it must journal that, with its reserve, before anything else happens. */
  roomFor(caseId: string): Room {
    const { play, judging, seconds, clockAt } = this.reserveOf(caseId);
    const late = this.#noTime(caseId, seconds + (clockAt === null ? 0 : this.#until(clockAt)));
    if (late !== null) return { state: 'refused', limit: 'minutes', why: late };
    const need = plus(play, judging);
    const tight = this.#tight(need, this.#committed());
    if (tight === null) return { state: 'fits' };
    if (this.#mayComeBack()) return { state: 'wait' };
    const { counted, taken } = tight;
    return {
      state: 'refused',
      limit: counted,
      why: noRoomFor(this, counted, taken, caseId, need[counted]),
    };
  }

  /**
   * Whether something that is reserved may be given back in this session: of cases that are played or judged, or will be
   * taken up where a killed session left them.
   */
  #mayComeBack(): boolean {
    if (this.#playing.size + this.#judging.size > 0) return true;
    const attempts = this.#attempts();
    return attempts.some(
      ({ caseId, open }) =>
        caseId !== null && (open || (this.#judgesBeside && !this.#givenUp.has(caseId) && this.#owes(caseId))),
    );
  }

  #owes(caseId: string): boolean {
    const { tokens, cost } = this.#left(caseId);
    return tokens !== 0 || cost !== 0;
  }

  /** From now on each case is judged beside the play as soon as it has ended. */
  judgesBeside(): void {
    this.#judgesBeside = true;
  }

  begun(caseId: string): void {
    this.#playing.add(caseId);
  }

  ended(caseId: string): void {
    this.#playing.delete(caseId);
    this.#changes.emit('change');
  }

  judgingBegun(caseId: string): void {
    this.#judging.add(caseId);
  }

  /** @param whole false: it went wrong, and is to be done again: its reserve stays */
  judgingEnded(caseId: string, whole: boolean): void {
    this.#judging.delete(caseId);
    (whole ? this.#judged : this.#givenUp).add(caseId);
    this.#changes.emit('change');
  }

  /** What questions about a case are taken from. */
  account(caseId: string): Account {
    const count = ({ tokens, cost }: Use): Amounts => ({ messages: 0, tokens, cost });
    return {
      refusal: (most) => {
        const own = this.#begun(caseId) ? this.#left(caseId) : NOTHING;
        const need = beyond(count(most), own);
        const tight = this.#tight(need, this.#committed());
        return tight === null ? null : noRoomFor(this, tight.counted, tight.taken, null, need[tight.counted]);
      },
      take: (most) => {
        this.#judges = plus(this.#judges, count(most));
        this.#taken.set(caseId, plus(this.#taken.get(caseId) ?? NOTHING, count(most)));
      },
      settle: (taken, used) => {
        const back = (one: Amounts): Amounts => plus(plus(one, negative(count(taken))), count(used));
        this.#judges = back(this.#judges);
        this.#taken.set(caseId, back(this.#taken.get(caseId) ?? NOTHING));
        this.#changes.emit('change');
      },
    };
  }

  useOf(caseId: string, attempt: number): AgentUse | null {
    const one = this.#attempts().find((other) => other.caseId === caseId && other.attempt === attempt);
    return one === undefined ? null : this.#use(one);
  }

  /** What has been used by now, nothing that is only reserved. */
  used(): { agent: AgentUse; judges: Amounts; seconds: number } {
    const attempts = this.#attempts();
    const all = attempts.map((one) => this.#use(one));
    const beside = useBeside(attempts, this.#options.most, this.reports);
    return {
      agent: {
        used: plus(sum(all.map(({ used }) => used)), beside),
        turns: all.reduce((n, { turns }) => n + turns, 0),
        assumed: all.reduce((n, { assumed }) => n + assumed, 0),
      },
      judges: this.#judges,
      seconds: this.#seconds(),
    };
  }

  #attempts(): Attempt[] {
    this.#collect();
    return attemptsOf(this.#journal);
  }

  #use(attempt: Attempt): AgentUse {
    return useOfAttempt(attempt, this.#options.most, this.reports);
  }

  /** What is used, and what is reserved for cases that have begun. */
  #committed(): Amounts {
    const attempts = this.#attempts();
    const begun = new Set(attempts.flatMap(({ caseId }) => caseId ?? []));
    return sum([
      ...attempts.map((attempt) => {
        const { used } = this.#use(attempt);
        return attempt.open ? larger(attempt.reserve, used) : used;
      }),
      useBeside(attempts, this.#options.most, this.reports),
      this.#judges,
      ...[...begun].map((caseId) => this.#left(caseId)),
    ]);
  }

  /** What is still reserved for judging a case that was begun. */
  #left(caseId: string): Amounts {
    const reserve = this.#options.reserves.get(caseId);
    if (reserve === undefined || this.#judged.has(caseId)) return NOTHING;
    return beyond(reserve.judging, this.#taken.get(caseId) ?? NOTHING);
  }

  #begun(caseId: string): boolean {
    return this.#journal.some((entry) => entry.op === 'case' && entry.case_id === caseId);
  }

  /** The first limit that `need` does not fit into; what is not known fits into none. */
  #tight(need: Amounts, taken: Amounts): { counted: Counted; taken: number | null } | null {
    for (const counted of COUNTED) {
      const limit = this.limits[counted];
      if (limit === undefined) continue;
      const [more, before] = [need[counted], taken[counted]];
      // Nothing more is no question of room, whatever has been used.
      if (more === 0) continue;
      if (more === null || before === null || exceeds(before + more, limit))
        return { counted, taken: before };
    }
    return null;
  }

  #noTime(caseId: string, longest: number): string | null {
    const { minutes } = this.limits;
    if (minutes === undefined) return null;
    const played = this.#seconds();
    return exceeds(played + longest, minutes * 60) ? noTimeFor(minutes, played, caseId, longest) : null;
  }

  #until(instant: string): number {
    return Math.max(0, (Date.parse(instant) - this.#now()) / 1000);
  }

  #seconds(): number {
    return playedSeconds(this.#journal, this.#now(), this.#options.silenceSec);
  }
}

const negative = ({ messages, tokens, cost }: Amounts): Amounts => ({
  messages: messages === null ? null : -messages,
  tokens: tokens === null ? null : -tokens,
  cost: cost === null ? null : -cost,
});

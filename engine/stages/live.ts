import type { Verdict } from '../../schemas/index.ts';
import type { Purse } from '../budget/index.ts';
import type { OpenBatch } from './batch.ts';
import { judgeBatch } from './judge.ts';
import type { JudgePlan } from './judge-plan.ts';
import type { ModelSession } from './model-session.ts';
import type { PlayRecord } from './played.ts';
import { scoreCases } from './score.ts';

export interface LiveScoringOptions {
  readonly judges: JudgePlan;
  readonly models: ModelSession;
  /** Has room reserved for judging a case, until that is done. */
  readonly purse?: Purse | undefined;
  /** Ends the questions to models with the run. */
  readonly signal?: AbortSignal | undefined;
  readonly now: () => Date;
  readonly scored?: ((verdict: Verdict) => void) | undefined;
}

/**
 * Judges and scores each case of a running batch as soon as it is over, one after the other, beside the play. It writes
 * what the closing judge and score would write; they find it done. A fault here is theirs to tell: it must not end a
 * run that can go on.
 */
export class LiveScoring {
  readonly #batch: OpenBatch;
  readonly #options: LiveScoringOptions;
  #last: Promise<void> = Promise.resolve();

  constructor(batch: OpenBatch, options: LiveScoringOptions) {
    this.#batch = batch;
    this.#options = options;
    options.purse?.judgesBeside();
  }

  /** A case is over; `record` is what the director has in memory. Never rejects, never waits. */
  over(caseId: string, record: PlayRecord): void {
    const { purse } = this.#options;
    purse?.judgingBegun(caseId);
    this.#last = this.#last
      .then(() => this.#score(caseId, record))
      .then(
        () => purse?.judgingEnded(caseId, true),
        () => purse?.judgingEnded(caseId, false),
      );
  }

  /** When every case that was over has its verdict. */
  idle(): Promise<void> {
    return this.#last;
  }

  async #score(caseId: string, record: PlayRecord): Promise<void> {
    const { judges, models, now, signal, scored } = this.#options;
    const filter = { cases: [caseId], record };
    // Without the signal where no model is waited for: what was played gets its verdict also when the run is stopped.
    const asks = [judges.first, ...judges.others].some(({ mode }) => mode === 'model');
    await judgeBatch(this.#batch, judges, models, now, { ...filter, ...(asks ? { signal } : {}) });
    await scoreCases(this.#batch, { ...filter, scored });
  }
}

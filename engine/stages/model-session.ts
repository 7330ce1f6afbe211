import type { BatchPaths } from '../batch/paths.ts';
import type { Purse } from '../budget/index.ts';
import { judgeSettings, type ModelJudgeSettings } from '../judge/model/index.ts';
import { Budget, CallStore, ChatClient, type Account } from '../models/index.ts';
import type { CaseJudge } from './judge-plan.ts';

export interface ModelSessionOptions {
  /** Asks anew what is on file. */
  readonly fresh?: boolean | undefined;
  /** Most money that all judges of this session may spend together. */
  readonly maxCost?: number | undefined;
  /** What the whole batch may use, agent and judges together. */
  readonly purse?: Purse | undefined;
  /** Where keys are looked up. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly now: () => Date;
}

export interface ModelAtWork {
  readonly settings: ModelJudgeSettings;
  readonly client: ChatClient;
}

type ModelJudge = Extract<CaseJudge, { mode: 'model' }>;

/** The models that judge in one command: a question is asked once in its life, and limits hold over all of it. */
export class ModelSession {
  readonly #store: CallStore;
  readonly #options: ModelSessionOptions;
  readonly #together: Budget;
  readonly #models = new Map<string, Promise<ModelAtWork>>();

  constructor(paths: BatchPaths, options: ModelSessionOptions) {
    this.#store = new CallStore(paths.abs(paths.judgeCalls));
    this.#options = options;
    this.#together = new Budget('--max-cost', { cost: options.maxCost });
  }

  /** What questions about a case are taken from, beside the judges' own budgets. */
  account(caseId: string): Account | undefined {
    return this.#options.purse?.account(caseId);
  }

  of(judge: ModelJudge): Promise<ModelAtWork> {
    const known = this.#models.get(judge.name) ?? this.#open(judge);
    this.#models.set(judge.name, known);
    return known;
  }

  async #open({ name, definition }: ModelJudge): Promise<ModelAtWork> {
    const { env, now, fresh } = this.#options;
    const settings = judgeSettings(name, definition, env);
    const limits = definition.budget;
    const budget =
      limits === undefined
        ? []
        : [new Budget(`the budget of judge "${name}"`, limits, await this.#store.used(name))];
    const client = new ChatClient({
      settings: settings.client,
      store: this.#store,
      budgets: [...budget, this.#together],
      now,
      ...(fresh === undefined ? {} : { fresh }),
    });
    return { settings, client };
  }
}

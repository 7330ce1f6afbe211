/** What may be used; undefined: no limit. Tokens count questions and answers together. */
export interface Limits {
  readonly calls?: number | undefined;
  readonly tokens?: number | undefined;
  readonly cost?: number | undefined;
}

/** What one request uses. `cost` null: no price is known. */
export interface Use {
  readonly calls: number;
  readonly tokens: number;
  readonly cost: number | null;
}

/** What a request is taken from before it is sent, and settled with afterwards. */
export interface Account {
  /** Why a request does not fit; null when it does. */
  refusal(most: Use): string | null;
  take(most: Use): void;
  /** Puts back what was taken, and counts what was used. */
  settle(taken: Use, used: Use): void;
}

const NOTHING: Use = { calls: 0, tokens: 0, cost: 0 };

const plus = (a: Use, b: Use, sign: 1 | -1 = 1): Use => ({
  calls: a.calls + sign * b.calls,
  tokens: a.tokens + sign * b.tokens,
  cost: a.cost === null || b.cost === null ? null : a.cost + sign * b.cost,
});

/**
 * A budget from which the most that a request can use is taken before it is sent; what it really used replaces that
 * afterwards. So many requests at once cannot spend more than there is.
 */
export class Budget implements Account {
  readonly #name: string;
  readonly #limits: Limits;
  #used: Use;

  /** @param name for refusals, such as `the budget of judge "strict"` */
  constructor(name: string, limits: Limits, used: Use = NOTHING) {
    this.#name = name;
    this.#limits = limits;
    this.#used = used;
  }

  /** Why a request does not fit; null when it does. */
  refusal(most: Use): string | null {
    const { calls, tokens, cost } = this.#limits;
    const after = plus(this.#used, most);
    if (calls !== undefined && after.calls > calls)
      return `${this.#name} has ${calls} requests, and ${this.#used.calls} are used`;
    if (tokens !== undefined && after.tokens > tokens)
      return `${this.#name} has ${tokens} tokens; ${this.#used.tokens} are used, and this question may take ${most.tokens}`;
    if (cost === undefined) return null;
    if (after.cost === null)
      return `${this.#name} is in money, and no price is given; add \`price\` to the judge`;
    // A sum of fractions must not refuse what fits to the last digit.
    if (after.cost > cost * (1 + 1e-12))
      return `${this.#name} is ${money(cost)}; ${money(this.#used.cost ?? 0)} is used, and this question may cost ${money(most.cost ?? 0)}`;
    return null;
  }

  take(most: Use): void {
    this.#used = plus(this.#used, most);
  }

  /** Puts back what was taken, and counts what was used. */
  settle(taken: Use, used: Use): void {
    this.#used = plus(plus(this.#used, taken, -1), used);
  }

  get used(): Use {
    return this.#used;
  }
}

const money = (amount: number): string => String(Number(amount.toPrecision(4)));

/** Takes from all budgets, or from none and says why. */
export function takeFromAll(budgets: readonly Account[], most: Use): string | null {
  for (const budget of budgets) {
    const why = budget.refusal(most);
    if (why !== null) return why;
  }
  for (const budget of budgets) budget.take(most);
  return null;
}

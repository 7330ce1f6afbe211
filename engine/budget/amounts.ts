/** Something that a budget counts. null: not known, which is never nothing. */
export interface Amounts {
  readonly messages: number | null;
  readonly tokens: number | null;
  readonly cost: number | null;
}

/** What a budget counts, time aside. */
export const COUNTED = ['messages', 'tokens', 'cost'] as const;
export type Counted = (typeof COUNTED)[number];

export const NOTHING: Amounts = { messages: 0, tokens: 0, cost: 0 };

const both = (a: number | null, b: number | null, of: (a: number, b: number) => number): number | null =>
  a === null || b === null ? null : of(a, b);

const merged = (a: Amounts, b: Amounts, of: (a: number, b: number) => number): Amounts => ({
  messages: both(a.messages, b.messages, of),
  tokens: both(a.tokens, b.tokens, of),
  cost: both(a.cost, b.cost, of),
});

export const plus = (a: Amounts, b: Amounts): Amounts => merged(a, b, (x, y) => x + y);

export const sum = (all: Iterable<Amounts>): Amounts => {
  let total = NOTHING;
  for (const one of all) total = plus(total, one);
  return total;
};

/** What of `a` is beyond `b`, never below nothing. */
export const beyond = (a: Amounts, b: Amounts): Amounts => merged(a, b, (x, y) => Math.max(0, x - y));

export const larger = (a: Amounts, b: Amounts): Amounts => merged(a, b, Math.max);

/** The sum of fractions must not refuse what fits to the last digit. */
export const exceeds = (amount: number, limit: number): boolean => amount > limit * (1 + 1e-12);

/** An amount without the dust of additions, for people and files. */
export const shown = (amount: number): number => Number(amount.toPrecision(12));

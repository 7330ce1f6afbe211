import * as z from 'zod';
import { estimate, untestable } from './statistics.ts';
import { status } from './verdict.ts';

/** What two batches can differ in beside their results. */
export const differsIn = z.enum([
  'evalset',
  'agent',
  'model',
  'script',
  'world',
  'judge',
  'second_judge',
  'checks',
  'deps',
  'order',
  'day0',
  'day',
  'mode',
  'isolation',
  'faults',
  'sundowner',
]);

const difference = z.strictObject({
  what: differsIn,
  values: z
    .array(z.string().nullable())
    .meta({ description: 'By batch, in the order given; null where a batch does not tell' }),
});

export const comparedBatch = z.strictObject({
  dir: z.string().meta({ description: 'Absolute folder' }),
  name: z.string(),
  evalset: z.string().meta({ description: 'Name, version and short hash' }),
  evalset_hash: z.string().nullable(),
  agent: z.string(),
  mode: z.string(),
  planned: z.int(),
  scored: z.int(),
});

const outcome = z
  .strictObject({ status, score: z.number().nullable() })
  .nullable()
  .meta({ description: 'null: the case was not run' });

/** `sundowner compare A B`: differences are B − A. */
export const comparison = z
  .strictObject({
    a: comparedBatch,
    b: comparedBatch,
    same_evalset: z.boolean().nullable().meta({ description: 'null: a batch does not tell its version' }),
    differs: z.array(difference),
    common: z.int().meta({ description: 'Cases that both batches planned' }),
    pairs: z.int().meta({ description: 'Of them, those that have a score in both' }),
    only: z.strictObject({ a: z.array(z.string()), b: z.array(z.string()) }),
    unscored: z.strictObject({ a: z.array(z.string()), b: z.array(z.string()) }),
    text_differs: z.array(z.string()).meta({ description: 'Common cases whose card is not the same' }),
    clusters: z.int().meta({ description: 'Storylines of the pairs' }),
    mean: z
      .strictObject({ a: z.number().nullable(), b: z.number().nullable() })
      .meta({ description: 'Mean of the pairs’ scores' }),
    micro: estimate.extend({ t: z.number().nullable(), p: z.number().nullable() }),
    macro: estimate,
    bounds: z
      .strictObject({ worst: z.number(), best: z.number() })
      .nullable()
      .meta({ description: 'Difference over all common cases, missing scores as 0 and 1' }),
    sign_flip: z.strictObject({
      p: z.number().nullable(),
      smallest: z.number().meta({ description: 'Smallest p that so many storylines can give' }),
      untestable: untestable.optional(),
    }),
    mcnemar: z.strictObject({
      gained: z.int().meta({ description: 'Passed in B only' }),
      lost: z.int().meta({ description: 'Passed in A only' }),
      p: z.number().nullable().meta({ description: 'Exact; ignores storylines. null without a pair' }),
    }),
    power: z
      .strictObject({
        detectable: z.number().meta({ description: 'Difference that this design shows with a chance of .8' }),
        difference: z.number(),
        cases: z.int().meta({ description: 'Cases that would show `difference`, at this variance' }),
        storylines: z.int(),
      })
      .nullable(),
    changed: z.array(z.strictObject({ case_id: z.string(), storyline: z.string(), a: outcome, b: outcome })),
  })
  .meta({ title: 'Comparison of two batches' });

/** Several batches of one evalset and agent: what holds from run to run. */
export const repeatedRuns = z
  .strictObject({
    batches: z.array(comparedBatch),
    differs: z.array(difference),
    cases_planned: z.int(),
    attempts: z
      .strictObject({ scored: z.int(), of: z.int() })
      .meta({ description: 'Attempts that have a score, of all cases in all runs' }),
    clusters: z.int(),
    mean: estimate.extend({
      se_by_case: z.number().nullable().meta({ description: 'With cases instead of storylines as clusters' }),
    }),
    pass: z.array(
      z.strictObject({
        k: z.int(),
        cases: z.int().meta({ description: 'Cases with at least k scored runs; the others are left out' }),
        hat: estimate.meta({ description: 'pass^k: all of k runs pass, C(c,k)/C(n,k)' }),
        at: estimate.meta({ description: 'pass@k: at least one of k runs passes' }),
      }),
    ),
    cases: z.array(
      z.strictObject({
        case_id: z.string(),
        storyline: z.string(),
        scored: z.int(),
        passed: z.int(),
        flaky: z.boolean(),
        scores: z.array(z.number().nullable()).meta({ description: 'By run; null without a score' }),
      }),
    ),
  })
  .meta({ title: 'Repeated runs' });

export type DiffersIn = z.infer<typeof differsIn>;
export type ComparedBatch = z.infer<typeof comparedBatch>;
export type Comparison = z.infer<typeof comparison>;
export type RepeatedRuns = z.infer<typeof repeatedRuns>;

import * as z from 'zod';

const interval = z
  .strictObject({ low: z.number(), high: z.number() })
  .nullable()
  .meta({ description: 'Not clipped to 0 … 1; null where there is none (`untestable` says why)' });

/** Why an estimate has no interval, or a test no answer. */
export const untestable = z
  .enum(['no_cases', 'no_storyline', 'one_cluster', 'no_spread', 'too_few_clusters'])
  .meta({
    description:
      'no_cases: nothing to take a mean of. no_storyline: a case has none. one_cluster: fewer than two storylines. no_spread: all storylines alike, which does not show that others would be. too_few_clusters: no result could reach the level',
  });

const coverage = z.number().meta({
  description: 'Share of simulated batches whose 95 % interval held the truth; present where it is below .93',
});

export const estimate = z
  .strictObject({
    value: z.number().nullable(),
    se: z.number().nullable().meta({ description: 'Cluster-robust (CR1) by storyline' }),
    df: z.int().nullable(),
    interval,
    coverage: coverage.optional(),
    untestable: untestable.optional(),
    bootstrap: z
      .strictObject({ method: z.enum(['exact', 'BCa']), interval, coverage: coverage.optional() })
      .nullable()
      .optional()
      .meta({ description: 'By storylines: every resample up to six of them, else BCa' }),
    bounds: z
      .strictObject({ worst: z.number(), best: z.number() })
      .nullable()
      .optional()
      .meta({ description: 'With what has no score as 0 and as 1; null where its size is not known' }),
  })
  .meta({ title: 'Estimate' });

/** `statistics` of `results/summary.json`: what the batch's numbers are worth. */
export const batchStatistics = z
  .strictObject({
    confidence: z.number(),
    cluster: z.literal('storyline'),
    clusters: z.int().meta({ description: 'Storylines with a scored case' }),
    variant: z.literal('CR1').meta({ description: 'Cluster-robust error with the factor C/(C − 1)' }),
    scored: z.int(),
    planned: z.int(),
    micro: estimate,
    macro: estimate,
    hit_rate: estimate,
    pass_rate: z.strictObject({
      passed: z.int(),
      of: z.int(),
      value: z.number().nullable(),
      wilson: z.strictObject({ interval, coverage: coverage.optional() }).meta({
        description: 'Ignores storylines: too narrow where cases of one are alike',
      }),
      clustered: z
        .strictObject({ interval, coverage: coverage.optional(), untestable: untestable.optional() })
        .meta({ description: 'Clopper–Pearson on the effective number of cases' }),
      bounds: z.strictObject({ worst: z.number(), best: z.number() }).nullable(),
    }),
    icc: z
      .strictObject({
        value: z.number().meta({ description: 'ICC(1) of case scores in storylines' }),
        f: z.number().nullable(),
        p: z.number().nullable(),
        deff: z.number().meta({ description: 'Kish: 1 + (n̄ − 1)·ICC, at least 1' }),
        effective: z.number().meta({ description: 'Independent cases that the scored ones are worth' }),
      })
      .nullable()
      .meta({ description: 'null: one storyline, one case in each, or no difference at all' }),
  })
  .meta({ title: 'Statistics of a batch' });

export type Estimate = z.infer<typeof estimate>;
export type Untestable = z.infer<typeof untestable>;
export type BatchStatistics = z.infer<typeof batchStatistics>;

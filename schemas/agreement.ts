import * as z from 'zod';

/** A measure of agreement with its 95 % interval; null where it is not defined. */
const measure = z.strictObject({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
});

const ofPoints = z.strictObject({
  points: z.int().meta({ description: 'Points that both judges decided' }),
  undecided: z.int().meta({ description: 'Points that one of them, or both, could not judge' }),
  table: z
    .strictObject({ both_met: z.int(), first_only: z.int(), second_only: z.int(), both_unmet: z.int() })
    .meta({ description: 'Counts over `points`; met means triggered for deductions and vetoes' }),
  raw: measure.meta({ description: 'Share of equal words; Wilson interval' }),
  kappa: measure.meta({ description: 'Cohen’s κ' }),
  ac1: measure.meta({ description: 'Gwet’s AC1' }),
  alpha: measure.meta({ description: 'Krippendorff’s α, nominal' }),
});

/** Agreement of first and second judge, over the points that no code decided. */
export const judgeAgreement = z
  .strictObject({
    first: z.string().meta({ description: 'Model of the first judge' }),
    second: z.string(),
    cases: z.int(),
    clusters: z.literal('ignored').meta({
      description:
        'Points of one case are not independent, and the intervals take them as if they were: too narrow',
    }),
    all: ofPoints,
    by_kind: z.record(z.string(), ofPoints),
  })
  .meta({ title: 'Agreement of two judges' });

export type JudgeAgreement = z.infer<typeof judgeAgreement>;
export type AgreementOfPoints = z.infer<typeof ofPoints>;

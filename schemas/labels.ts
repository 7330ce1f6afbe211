import * as z from 'zod';
import { pointer } from './judge.ts';
import { isoInstant } from './text.ts';

/** Who gave a label or a flag. Only persons count as human. */
export const labeller = z
  .strictObject({
    kind: z.enum(['person', 'model']).meta({ description: 'Only persons count as human' }),
    id: z.string().min(1),
  })
  .meta({ title: 'Labeller' });

export const labelWord = z
  .enum(['met', 'unmet', 'cannot'])
  .meta({ description: 'For a deduction or veto `met` means triggered' });

/** A word on one point, beside the judges'. It changes no score before it is adopted. */
export const label = z
  .strictObject({
    point: z.string(),
    word: labelWord,
    reason: z.string(),
    evidence: z.array(pointer),
    scope_read: z
      .array(z.string())
      .optional()
      .meta({ description: 'Files that the labeller had before them; needed for unmet and not triggered' }),
    by: labeller,
    at: isoInstant,
    judge: z
      .strictObject({ mode: z.string(), model: z.string(), version: z.string().optional() })
      .nullable()
      .meta({ description: 'The first judge when the label was given; null: there was none' }),
    seen: z
      .boolean()
      .optional()
      .meta({ description: 'Whether the judges’ words were on the screen; false: labelled blind' }),
    adopted: isoInstant.optional().meta({ description: 'Since when the score rests on it' }),
    withdrawn: isoInstant.optional().meta({
      description: 'Replaced or cleared by its giver; the score rests on it until the next re-score',
    }),
  })
  .meta({ title: 'Label' });

export const flagDimension = z.enum(['rubric', 'env', 'dependency']).meta({
  description: 'What is in doubt: the checkpoint’s wording, the environment, a dependency between cases',
});

export const labelFlag = z
  .strictObject({
    dimension: flagDimension,
    points: z.array(z.string()),
    reason: z.string(),
    by: labeller,
    at: isoInstant,
  })
  .meta({ title: 'Flag on points' });

/** `evidence/<case>/labels-<case>.json`: what people (and models) said of a case, beside the judges. */
export const labelsFile = z
  .strictObject({
    case_id: z.string(),
    rev: z.int().min(0).meta({ description: 'Grows by one with every write' }),
    labels: z.array(label),
    flags: z.array(labelFlag),
  })
  .meta({ title: 'Labels' });

export type Labeller = z.infer<typeof labeller>;
export type LabelWord = z.infer<typeof labelWord>;
export type Label = z.infer<typeof label>;
export type FlagDimension = z.infer<typeof flagDimension>;
export type LabelFlag = z.infer<typeof labelFlag>;
export type LabelsFile = z.infer<typeof labelsFile>;

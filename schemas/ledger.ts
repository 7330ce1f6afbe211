import * as z from 'zod';
import { pointer } from './pointer.ts';
import { isoInstant } from './text.ts';

/** Whether something came about; null: it cannot be told. */
const truth = z.boolean().nullable();

/** One playing of one case, by the journal. */
const playing = z.strictObject({
  case_id: z.string(),
  group: z.string(),
  attempt: z.int().min(1),
  from: isoInstant,
  to: isoInstant.nullable().meta({ description: 'null: it has not ended' }),
  outcome: z.string().nullable().meta({ description: '`played`, `env` or `interrupted`; null: not ended' }),
});

/** A fact of `cases.deps.yaml`, and what became of it in this batch. */
export const ledgerFact = z.strictObject({
  id: z.string(),
  case_id: z.string().meta({ description: 'The case that leaves it' }),
  text: z.string().meta({ description: 'In the author’s words, with its dates' }),
  came_about: truth,
  reason: z.string(),
  at: isoInstant.nullable().meta({ description: 'Since when it stands for sure; null when it does not' }),
  since: isoInstant
    .optional()
    .meta({ description: 'The earliest instant at which it may stand, where that is not `at`' }),
  step: z.string().optional().meta({ description: 'Step by which it came about' }),
  message_id: z.string().optional(),
  evidence: z.array(pointer).optional().meta({ description: 'The quote or change that shows it' }),
});

/** How a fact stood for a case: in the world when the case began. */
export const standing = z.strictObject({
  id: z.string(),
  case_id: z.string().meta({ description: 'The case that leaves it' }),
  text: z.string(),
  stood: truth,
  reason: z.string(),
  at: isoInstant.nullable(),
  message_id: z.string().optional(),
  evidence: z.array(pointer).optional(),
});

/** A case beside the one that is judged. */
const neighbour = z.strictObject({
  case_id: z.string(),
  group: z.string(),
  from: isoInstant,
  to: isoInstant.nullable(),
});

/** What stood in the world before a case. */
export const worldBefore = z.strictObject({
  ran_before: z.array(neighbour).meta({
    description:
      'Cases that had ended when this one began, in the order run: those that leave facts, and the last ones of the others',
  }),
  earlier: z
    .int()
    .min(1)
    .optional()
    .meta({ description: 'How many more had ended; `results/ledger.json` has them all' }),
  ran_beside: z.array(neighbour).meta({ description: 'Cases that ran while this one did' }),
  facts: z.array(standing),
});

/** `results/ledger.json`: what the cases of a batch left in the world, and in which order they ran. */
export const ledger = z
  .strictObject({
    batch: z.string(),
    order: z
      .array(playing)
      .meta({ description: 'Every playing of every case, in the order in which they began' }),
    facts: z.array(ledgerFact),
    cases: z
      .array(z.strictObject({ case_id: z.string(), facts: z.array(standing) }))
      .meta({ description: 'How the facts stood for each case that has begun' }),
  })
  .meta({ title: 'Ledger of a batch' });

/** A branch of a point, and whether it applies in this batch. */
export const reading = z
  .strictObject({
    fact: z.string(),
    case_id: z.string().meta({ description: 'The case that leaves the fact' }),
    when: z.enum(['came_about', 'did_not']),
    applies: truth.meta({ description: 'null: whether the fact stood cannot be told' }),
    text: z.string().meta({ description: 'Added to the point’s own words, which stay' }),
    or_as_written: z.literal(true).optional(),
    reason: z.string(),
  })
  .meta({ title: 'Branch of a point in a batch' });

export type Ledger = z.infer<typeof ledger>;
export type Playing = z.infer<typeof playing>;
export type LedgerFact = z.infer<typeof ledgerFact>;
export type Standing = z.infer<typeof standing>;
export type WorldBefore = z.infer<typeof worldBefore>;
export type Reading = z.infer<typeof reading>;

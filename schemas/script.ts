import * as z from 'zod';
import { point } from './judge.ts';
import { evalStep } from './steps.ts';

/** A case as the judge will read it, rendered on day0. */
export const evaluationCard = z
  .strictObject({
    case_id: z.string(),
    ordinal: z
      .int()
      .min(1)
      .meta({ description: 'Place of the case among all cases of its group, before selection' }),
    query: z.array(z.string()).meta({ description: 'Turn texts with their leading mention, rendered' }),
    checkpoints_rendered: z.string(),
    points: z.array(point),
    exec_notes_rendered: z.string().optional(),
  })
  .meta({ title: 'Evaluation card' });

/** `script/eval-<group>.json`: every case of a group, before selection. */
export const evalBundle = z
  .strictObject({
    group: z.string(),
    group_name: z.string(),
    day0: z.string(),
    cards: z.array(evaluationCard),
    steps: z.array(evalStep),
  })
  .meta({ title: 'Evaluation bundle of a group' });

/** `script/exec-<group>.json`: the selected cases of a group, in the order in which they are played. */
export const execBundle = z
  .strictObject({
    group: z.string(),
    group_name: z.string(),
    cases: z.array(z.string()),
    case_count: z.int(),
    eval_steps: z.int(),
    est_minutes: z.number(),
    steps: z.array(evalStep),
  })
  .meta({ title: 'Execution bundle of a group' });

/** What a selection for a time budget covers, by name. */
export const DIMENSIONS = [
  'storyline',
  'rw_type',
  'tac_dims',
  'difficulty',
  'conditional',
  'multi_turn',
  'delivery_gate',
  'veto',
  'base_write',
  'cross_group',
] as const;

export const dimensionValue = z
  .strictObject({
    dimension: z.enum(DIMENSIONS),
    value: z.string().meta({ description: '`yes` for a trait, such as `multi_turn`' }),
  })
  .meta({ title: 'Value of a dimension' });

export const uncoveredValue = z
  .strictObject({ ...dimensionValue.shape, cases: z.array(z.string()).meta({ description: 'Who has it' }) })
  .meta({ title: 'Value that no selected case has' });

const durationFrom = z.enum(['measured', 'computed']);

/** How long a selection is expected to take. It stands in manifests alone: what was measured differs from day to day. */
export const selectionBudget = z
  .strictObject({
    seconds: z.number().positive().meta({ description: 'Time that was given' }),
    shared: z
      .strictObject({ seconds: z.number(), from: durationFrom })
      .meta({ description: 'What comes before the first case, and is of all groups' }),
    groups: z.array(
      z.strictObject({
        group: z.string(),
        case_count: z.int(),
        seconds: z.number().meta({ description: 'Expected time of its selected cases' }),
        measured: z.int().meta({ description: 'How many of them were measured in earlier batches' }),
      }),
    ),
    cases: z
      .record(z.string(), z.strictObject({ seconds: z.number(), from: durationFrom }))
      .meta({ description: 'Expected time by case id, of all cases that can be run' }),
  })
  .meta({ title: 'Time budget of a selection' });

export const selectionFile = z
  .strictObject({
    label: z.string(),
    case_count: z.int(),
    cases: z.array(z.string()).meta({ description: 'Selected cases in the evalset’s order' }),
    excluded: z.array(z.strictObject({ case_id: z.string(), why: z.string() })),
    method: z.string(),
    budget_sec: z.number().positive().optional().meta({ description: 'Time that was given, for each group' }),
    uncovered: z
      .array(uncoveredValue)
      .optional()
      .meta({ description: 'Of a selection for a time budget: what no selected case covers' }),
  })
  .meta({ title: 'Selection' });

const span = { at: z.int().min(0).meta({ description: 'Offset in the source text, UTF-16 units' }) };

/** One change that the compiler made to a source text. Moves are in the order of `at` and never overlap. */
export const move = z
  .discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('strip_mention'), ...span, before: z.string() }),
    z.strictObject({ kind: z.literal('placeholder'), ...span, before: z.string(), after: z.string() }),
    z.strictObject({ kind: z.literal('weekday'), ...span, before: z.string(), after: z.string() }),
  ])
  .meta({ title: 'Move' });

/** Part of a source text that an added turn quotes. */
const quoted = z
  .strictObject({ ...span, length: z.int().min(0) })
  .optional()
  .meta({ description: 'The part of the source text that it is; all of it when absent' });

const source = {
  field: z
    .string()
    .meta({ description: 'JSON pointer of the source text in the card, such as `/turns/0/text`' }),
  turn: z.int().optional(),
  span: quoted,
  moves: z.array(move),
};

const origin = z.strictObject({
  case_id: z.string(),
  ...source,
  joined: z
    .array(z.strictObject(source))
    .optional()
    .meta({ description: 'Merged turns: further source texts, each behind one line feed' }),
});

const by = { by: z.string().meta({ description: 'JSON pointer of the correction in its file' }) };
const place = z.strictObject({ field: z.string(), ...span, length: z.int().min(0) });

/** One change that a correction makes to the turns of a case, in the order in which they are made. */
export const correctionMove = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('add_turn'),
      ...by,
      turn: z.int(),
      after: z.int(),
      turn_kind: z.string(),
      speaker: z.string(),
      text: place,
      condition: place.optional(),
    }),
    z.strictObject({ kind: z.literal('drop_turn'), ...by, turn: z.int() }),
    z.strictObject({ kind: z.literal('merge_turns'), ...by, turns: z.array(z.int()) }),
    z.strictObject({ kind: z.literal('add_mention'), ...by, turn: z.int(), who: z.string() }),
    z.strictObject({ kind: z.literal('drop_mention'), ...by, turn: z.int() }),
    z.strictObject({ kind: z.literal('merge_mention'), ...by, turn: z.int(), written: z.string() }),
  ])
  .meta({ title: 'Correction move' });

/** `script/provenance.json`: where every compiled text comes from and what was done to it. */
export const provenance = z
  .strictObject({
    day0: z.string(),
    exec_at: z
      .string()
      .optional()
      .meta({ description: 'Instant that was asked for in place of the world’s kickoff_local' }),
    order: z.array(z.string()).meta({ description: 'All case ids in the evalset’s order' }),
    steps: z.record(z.string(), origin).meta({
      description:
        'By step id; the condition of a conditional line stands under `<id>/conditional/condition`, the minute of a clock gate under `<id>/at`',
    }),
    cards: z.record(z.string(), z.record(z.string(), origin)).meta({
      description: 'By case id, then by field of the evaluation card (`checkpoints_rendered`, `query/0`, …)',
    }),
    corrections: z
      .record(z.string(), z.array(correctionMove))
      .optional()
      .meta({ description: 'By case id: what the corrections did to its turns' }),
  })
  .meta({ title: 'Provenance' });

export type EvaluationCard = z.infer<typeof evaluationCard>;
export type EvalBundle = z.infer<typeof evalBundle>;
export type ExecBundle = z.infer<typeof execBundle>;
export type DimensionValue = z.infer<typeof dimensionValue>;
export type UncoveredValue = z.infer<typeof uncoveredValue>;
export type SelectionBudget = z.infer<typeof selectionBudget>;
export type SelectionFile = z.infer<typeof selectionFile>;
export type Move = z.infer<typeof move>;
export type Origin = z.infer<typeof origin>;
export type CorrectionMove = z.infer<typeof correctionMove>;
export type Provenance = z.infer<typeof provenance>;

import * as z from 'zod';
import { pointKind } from './judge.ts';
import { flagDimension } from './labels.ts';
import { status } from './verdict.ts';

/**
 * What a person sees of a batch and of a case: read models, made from a batch folder, never written to one. Texts that
 * stand in an evalset or in evidence are as they stand there; all other words are in the language that was asked for.
 */

/** A word of a judge on a point. `met` means *triggered* for a deduction or veto; `none`: no verdict. */
export const word = z.enum(['met', 'unmet', 'cannot', 'none']);

/** Where a point stands after the protocol. `overridden`: the judge said met, a gate makes it unmet. */
export const pointState = z.enum([
  'met',
  'unmet',
  'overridden',
  'gate-unmet',
  'cannot',
  'triggered',
  'not-triggered',
  'none',
]);

/** A sentence with links: a string, or a link to a point. */
export const sentence = z.array(z.union([z.string(), z.strictObject({ point: z.string() })]));

/** `running`: a live process plays the batch and the case is not over. `empty`: nothing of it has been played. */
export const caseState = z.enum([...status.options, 'running', 'empty']);

/** Kinds of evidence, each a list of its own. */
export const evidenceKind = z.enum(['thread', 'tables', 'documents', 'events']);

/** First or second judge, or a person. */
export const saidBy = z.enum(['first', 'second', 'human']);

/** A quote or change that a word rests on, and where it stands in the evidence lists. */
export const quote = z.strictObject({
  id: z.string().meta({ description: 'Stable within the case: `CP3/first/0`' }),
  point: z.string(),
  by: saidBy,
  text: z.string().meta({ description: 'The quote, or a change in words; at most 500 characters' }),
  path: z.string().meta({ description: 'File of the batch folder, as the pointer names it' }),
  message_id: z.string().optional(),
  verified: z.boolean().meta({ description: 'Whether it stands there, by the right author' }),
  target: z
    .strictObject({
      kind: evidenceKind,
      index: z.int().min(0).meta({ description: 'Place of the item in its list' }),
      column: z.string().optional().meta({ description: 'Column, in a row of a table' }),
      start: z.int().min(0).meta({ description: 'Offsets in the text of the item or cell, UTF-16' }),
      end: z.int().min(0),
    })
    .nullable()
    .meta({ description: 'null: the file or text is not there any more' }),
});

/** One judge's word on a point, or a person's, with what it rests on. */
export const judgement = z.strictObject({
  by: saidBy,
  word,
  who: z.string().meta({ description: 'Model, rule set or person that decided' }),
  reason: z.string(),
  cannot_judge: z.string().optional(),
  scope_read: z.array(z.string()).optional(),
  quotes: z.array(quote),
});

/** A label: a word beside the judges, which decides only once it was adopted. */
export const humanWord = judgement.extend({
  at: z.string(),
  adopted: z.boolean().meta({ description: 'The score rests on it' }),
  carried: z.boolean().meta({ description: 'Evidence carries it, so that a re-score can adopt it' }),
  model: z.boolean().meta({ description: 'A model gave it: it is shown, and never decides' }),
});

export const reviewPoint = z.strictObject({
  id: z.string(),
  kind: pointKind,
  result: z.boolean(),
  delivery_gate: z.boolean(),
  tags: z
    .array(z.string())
    .meta({ description: 'As the evalset writes them, without the id: 结果, 必选, AND' }),
  text: z.string().meta({ description: 'The line of the frozen card to the letter' }),
  rendered: z.string().meta({ description: 'With its dates, without tags' }),
  state: pointState,
  label: z.string().meta({ description: 'The state in words: "Met, counts as unmet: gate CP5"' }),
  judgements: z.array(judgement),
  human: z.array(humanWord).meta({ description: 'Labels, the newest first' }),
  decided_by: z.string().optional().meta({ description: 'The person who decided in the judge’s place' }),
  flagged: z.string().optional().meta({ description: 'Dimension of a flag that names this point' }),
  readings: z
    .array(
      z.strictObject({
        label: z.string().meta({ description: 'Whether it applies, and by which fact' }),
        text: z.string().meta({ description: 'In the author’s words' }),
        applies: z.boolean().nullable(),
      }),
    )
    .optional()
    .meta({ description: 'Branches of the point by what earlier cases left in the world' }),
});

export const reviewFlag = z.strictObject({
  dimension: z.string(),
  reason: z.string(),
  by: z.string(),
  at: z.string(),
  /** Of a flag in the label file: what its giver can change. */
  own: z
    .strictObject({ dimension: flagDimension, points: z.array(z.string()), reason: z.string() })
    .optional(),
});

/** Anything that a person should know of the folder that is shown: half written, another tool's, unreadable files. */
export const reviewProblem = z.strictObject({
  text: z.string().meta({ description: 'What is wrong and the way out, in one sentence' }),
  path: z.string().optional().meta({ description: 'Absolute file, when one is concerned' }),
});

export const batchRef = z.strictObject({
  dir: z.string().meta({ description: 'Absolute folder' }),
  name: z.string(),
  /** Another tool wrote it, or its journal does not hold together: it is shown, never written to. */
  readonly: z.boolean(),
  why_readonly: z.string().optional(),
  evalset: z
    .string()
    .meta({ description: 'Name, version and short hash: `Harbor Tide V1.0 (1a2b3c4d5e6f)`' }),
  day0: z.string(),
  agent: z.string().meta({ description: 'Display name of the agent under test' }),
  mode: z.string(),
  created_at: z.string(),
});

/** Everything of a case but its evidence, which is paged. */
export const caseReview = z.strictObject({
  batch: batchRef,
  case_id: z.string(),
  /** sha256 of the frozen card's `JSON.stringify`; absent where the batch has no frozen card that can be read. */
  card_hash: z.string().optional(),
  title: z.string(),
  storyline: z.string(),
  group: z.string(),
  group_name: z.string(),
  state: caseState,
  sentence,
  sum: z.string().meta({ description: 'The arithmetic, or the range in which the score lies; may be empty' }),
  score: z.number().nullable(),
  required_met: z.int(),
  required_total: z.int(),
  judges: z.array(z.string()).meta({ description: 'First, then second judge, when there is one' }),
  judged_at: z.string().nullable(),
  attempt: z.int(),
  points: z.array(reviewPoint),
  flags: z.array(reviewFlag),
  labels: z
    .strictObject({ rev: z.int(), damaged: z.boolean() })
    .meta({ description: 'Number of the last write of the label file; a damaged one is never written over' }),
  progress: z
    .strictObject({ done: z.int(), total: z.int(), since: z.string().nullable() })
    .optional()
    .meta({ description: 'Steps of the case, while it runs' }),
  env: z.string().optional().meta({ description: 'What failed in the environment' }),
  counts: z.strictObject({ thread: z.int(), tables: z.int(), documents: z.int(), events: z.int() }),
  /** Verdicts of this case that were kept beside the present one, newest first. */
  history: z.array(
    z.strictObject({
      file: z.string(),
      judged_at: z.string().nullable(),
      text: z.string(),
      human: z.int().meta({ description: 'Points that persons decided' }),
    }),
  ),
  human: z.int().meta({ description: 'Points of the present verdict that persons decided' }),
  problems: z.array(reviewProblem),
  /** Changes whenever anything that is shown of the case changed on the disk. */
  revision: z.string(),
});

/** A piece of a long text; pieces that are missing between two were left out. `from` in UTF-16 units of the whole. */
export const textPart = z.strictObject({ from: z.int().min(0), text: z.string() });

const shownText = z.strictObject({
  parts: z.array(textPart),
  length: z.int().min(0).meta({ description: 'Length of the whole text' }),
});

export const cellChange = z.strictObject({
  column: z.string(),
  op: z.enum(['add', 'remove', 'change', 'same']),
  before: shownText.optional(),
  after: shownText.optional(),
});

/** One item of a list of evidence. `when` is wall-clock time at the platform's precision, zone of the batch. */
export const evidenceItem = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('section'),
    title: z.string().meta({ description: 'Group, table or document' }),
    note: z.string().meta({ description: 'Why it is in scope, and when it was read' }),
    icon: z.enum(['thread', 'group', 'table', 'document', 'events', 'warning']),
    path: z.string().optional().meta({ description: 'File of the batch folder' }),
  }),
  z.strictObject({
    type: z.literal('message'),
    message_id: z.string(),
    author: z.enum(['agent', 'npc', 'other']),
    name: z.string(),
    role: z.string().meta({ description: 'Title of the actor, or "Agent under test"; may be empty' }),
    label: z.string().meta({ description: '`query, turn 1`, `conditional line`; empty for others' }),
    when: z.string(),
    text: shownText,
    deleted: z.boolean(),
    edits: z.int(),
    attachments: z.array(z.string()),
    path: z.string(),
  }),
  z.strictObject({
    type: z.literal('conditional'),
    fired: z.boolean(),
    title: z.string().meta({ description: '`Fired 02:36:18` or `Not sent`, with the actor' }),
    reason: z.string(),
    condition: z.string(),
    decided_by: z.string(),
    path: z.string().optional().meta({ description: 'Decision file' }),
  }),
  z.strictObject({
    type: z.literal('row'),
    row: z.string().meta({ description: 'What names the row: its first cell, or its id' }),
    op: z.enum(['add', 'remove', 'change', 'same']),
    by: z.enum(['agent', 'npc', 'other', 'unknown']),
    actor: z.string().meta({ description: 'Display name of who changed it; empty when nothing changed' }),
    counts: z.boolean().meta({ description: 'Changes by others than the agent do not count' }),
    cells: z.array(cellChange),
  }),
  z.strictObject({
    type: z.literal('line'),
    n: z.int().meta({ description: 'Line of the document, from 1' }),
    op: z.enum(['add', 'remove', 'same']),
    by: z.enum(['agent', 'npc', 'other', 'unknown']),
    actor: z.string(),
    text: shownText,
  }),
  z.strictObject({
    type: z.literal('event'),
    seq: z.int(),
    when: z.string(),
    icon: z.enum(['read', 'wrote', 'sent', 'restored', 'blocked', 'other']),
    verb: z.string(),
    actor: z.string(),
    by: z.enum(['agent', 'npc', 'other', 'unknown']),
    object: shownText,
  }),
  z.strictObject({ type: z.literal('note'), icon: z.enum(['info', 'warning', 'waiting']), text: z.string() }),
]);

export const evidencePage = z.strictObject({
  kind: evidenceKind,
  from: z.int().min(0),
  total: z.int().min(0),
  items: z.array(evidenceItem),
  revision: z.string(),
});

/** A case in the list of a batch. */
export const caseRow = z.strictObject({
  case_id: z.string(),
  title: z.string(),
  storyline: z.string(),
  group: z.string(),
  state: caseState,
  /** `3 of 5`, or the state in words. */
  text: z.string(),
});

export const batchState = z.enum(['running', 'stopped', 'finished', 'unreadable']);

/** A line on what befell a batch, such as a break that was mended. */
export const happened = z.strictObject({
  kind: z.enum(['faults', 'break', 'mixed_script', 'virtual_clock', 'unsandboxed']),
  text: z.string(),
});

export const batchOverview = z.strictObject({
  batch: batchRef,
  state: batchState,
  /** `11 of 12 cases count · PASS 7 · FAIL 4 · PENDING 1`, or how far it came. */
  text: z.string(),
  micro: z.number().nullable(),
  cases: z.array(caseRow),
  happened: z.array(happened).meta({ description: 'What befell the batch besides its cases' }),
  problems: z.array(reviewProblem),
});

/** A verdict as it is drawn into an author's file. */
export const sourceVerdict = z.strictObject({
  case_id: z.string(),
  batch: batchRef,
  state: caseState,
  /** `0 of 5: delivery gate CP5 unmet, …` */
  text: z.string(),
  judged_at: z.string().nullable(),
  /** sha256 of the frozen card's `JSON.stringify`: the verdict belongs to that text. Absent as in a review. */
  card_hash: z.string().optional(),
  points: z.array(
    z.strictObject({
      id: z.string(),
      text: z.string().meta({ description: 'The line of the frozen card to the letter' }),
      state: pointState,
      label: z.string(),
      second: word.optional().meta({ description: 'Only where the second judge differs' }),
      reason: z.string(),
      quotes: z.array(z.strictObject({ text: z.string(), source: z.string(), verified: z.boolean() })),
    }),
  ),
});

export type Word = z.infer<typeof word>;
export type PointState = z.infer<typeof pointState>;
export type Sentence = z.infer<typeof sentence>;
export type CaseState = z.infer<typeof caseState>;
export type EvidenceKind = z.infer<typeof evidenceKind>;
export type Quote = z.infer<typeof quote>;
export type Judgement = z.infer<typeof judgement>;
export type HumanWord = z.infer<typeof humanWord>;
export type SaidBy = z.infer<typeof saidBy>;
export type ReviewPoint = z.infer<typeof reviewPoint>;
export type ReviewProblem = z.infer<typeof reviewProblem>;
export type BatchRef = z.infer<typeof batchRef>;
export type CaseReview = z.infer<typeof caseReview>;
export type ShownText = z.infer<typeof shownText>;
export type EvidenceItem = z.infer<typeof evidenceItem>;
export type EvidencePage = z.infer<typeof evidencePage>;
export type CaseRow = z.infer<typeof caseRow>;
export type Happened = z.infer<typeof happened>;
export type BatchState = z.infer<typeof batchState>;
export type BatchOverview = z.infer<typeof batchOverview>;
export type SourceVerdict = z.infer<typeof sourceVerdict>;

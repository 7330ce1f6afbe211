import * as z from 'zod';
import { flagDimension, labelWord } from '../../schemas/labels.ts';
import { caseReview, evidenceKind, evidencePage } from '../../schemas/review.ts';

/**
 * Messages between a panel and its host. The host is the source of truth; a panel holds only view state. Both sides
 * parse what they get: anything unknown is dropped and logged. A message alone never spends money: the host asks.
 */
export const PROTOCOL_VERSION = 1;
const v = z.literal(PROTOCOL_VERSION);

/**
 * A case of a batch: `batch` its folder. Pages of evidence come late, and by then another case may be shown: what is
 * asked for and what is answered says of which case it is, and whoever shows another one drops it.
 */
const ofCase = z.strictObject({ batch: z.string(), case_id: z.string() });

/** What a panel keeps with `setState`, and gets back after a hidden tab or a reload. */
export const reviewState = z.object({
  v,
  /** What the host was asked to show, enough for it to revive the panel. `batch` null: the newest that has the case. */
  batch: z.string().nullable(),
  case_id: z.string(),
  /** Batch folder that was really shown: places in its lists are none in those of another. */
  dir: z.string(),
  point: z.string().nullable(),
  tab: evidenceKind,
  /** At narrow widths: the points, or the evidence. */
  pane: z.enum(['points', 'evidence']),
  filter: z.array(z.string()),
  scroll: z.partialRecord(evidenceKind, z.number()),
  /** Reasons that were begun and not sent yet. */
  drafts: z.array(z.object({ point: z.string(), reason: z.string() })).default([]),
  /** The judges' words are hidden, so that a person labels blind. */
  blind: z.boolean().default(false),
});

/** A write on labels rests on the state of the label file that the panel knows; one that does not is refused. */
const ofLabels = { of: ofCase, rev: z.int().min(0) };
const reason = z.string().max(4_000);

/** Panel to host. */
export const fromReview = z.discriminatedUnion('type', [
  z.strictObject({ v, type: z.literal('ready') }),
  /** The panel shows this point now: the host moves nothing, it remembers. */
  z.strictObject({ v, type: z.literal('select'), point: z.string().nullable() }),
  /** Show the point in the author's file. */
  z.strictObject({ v, type: z.literal('reveal'), point: z.string() }),
  z.strictObject({
    v,
    type: z.literal('evidence.page'),
    of: ofCase,
    kind: evidenceKind,
    from: z.int().min(0),
    count: z.int().min(1).max(200),
  }),
  /** A slice of a long text of one item. */
  z.strictObject({
    v,
    type: z.literal('evidence.text'),
    of: ofCase,
    kind: evidenceKind,
    index: z.int().min(0),
    column: z.string().optional(),
    from: z.int().min(0),
    count: z.int().min(1).max(50_000),
  }),
  /** Open a file of the batch folder in an editor. The host refuses what lies outside the folder. */
  z.strictObject({ v, type: z.literal('open'), path: z.string() }),
  z.strictObject({
    v,
    type: z.literal('do'),
    action: z.enum(['run', 'judge', 'judge-by-hand', 'stop', 'open-batch', 'open-journal']),
  }),
  /** A person's word on a point; null clears it. Saved beside the judges, at once. */
  z.strictObject({
    v,
    type: z.literal('human.set'),
    ...ofLabels,
    point: z.string(),
    word: labelWord.nullable(),
    reason,
    /** Words of one item of the evidence that were selected, to rest the word on. */
    selection: z
      .strictObject({
        kind: evidenceKind,
        index: z.int().min(0),
        column: z.string().optional(),
        text: z.string().min(1).max(4_000),
      })
      .nullable(),
    /** The judges' words were on the screen. */
    seen: z.boolean(),
  }),
  /** A flag for human review; it never changes a score. A reason of null takes the person's own flag away. */
  z.strictObject({
    v,
    type: z.literal('flag.set'),
    ...ofLabels,
    dimension: flagDimension,
    points: z.array(z.string()).max(500),
    reason: reason.nullable(),
  }),
  /** Let the labels of the case decide. The host asks the person before anything is scored. */
  z.strictObject({ v, type: z.literal('rescore'), of: ofCase }),
  z.strictObject({ v, type: z.literal('case.next'), direction: z.enum(['previous', 'next']) }),
]);

/** Host to panel. */
export const toReview = z.discriminatedUnion('type', [
  z.strictObject({
    v,
    type: z.literal('case'),
    review: caseReview,
    /** The batch that was asked for; null: the newest that has the case, whichever that is. */
    batch: z.string().nullable(),
    /** The card's text is not the one that was judged; ids of the points whose own text changed. */
    stale: z.strictObject({ version: z.string(), points: z.array(z.string()) }).nullable(),
    /** Place of the case in the list that it was opened from. */
    position: z.strictObject({ index: z.int(), total: z.int() }).nullable(),
    /**
     * Run: the case stands in an evalset of the workspace. Judge: the batch may be written to. Stop: this window runs it.
     * Label: the batch may be written to, and nobody's labels would be lost.
     */
    may: z.strictObject({ run: z.boolean(), judge: z.boolean(), stop: z.boolean(), label: z.boolean() }),
    /** Name under which this person labels. */
    reviewer: z.string(),
  }),
  z.strictObject({ v, type: z.literal('evidence'), of: ofCase, page: evidencePage }),
  z.strictObject({
    v,
    type: z.literal('evidence.text'),
    of: ofCase,
    kind: evidenceKind,
    index: z.int(),
    column: z.string().optional(),
    from: z.int(),
    text: z.string(),
  }),
  /** A word or flag stands on the disk; the next write rests on `rev`. */
  z.strictObject({ v, type: z.literal('human.saved'), of: ofCase, rev: z.int() }),
  /** Nothing was written. `newer`: what somebody else said of the point meanwhile. */
  z.strictObject({
    v,
    type: z.literal('refused'),
    of: ofCase,
    rev: z.int(),
    why: z.string(),
    newer: z.strictObject({ word: labelWord, who: z.string(), reason: z.string() }).nullable(),
  }),
  /** From the editor's cursor or a command; not sent back. */
  z.strictObject({
    v,
    type: z.literal('select'),
    point: z.string(),
    /** Hide the judges' words: the point is to be labelled blind. */
    blind: z.boolean().optional(),
  }),
  /** A command of the palette or a key that was bound anew. */
  z.strictObject({
    v,
    type: z.literal('command'),
    command: z.enum([
      'nextPoint',
      'previousPoint',
      'nextQuote',
      'previousQuote',
      'firstQuote',
      'backToPoint',
      'verdictMet',
      'verdictUnmet',
      'verdictCannot',
      'verdictClear',
      'flag',
      'hideJudges',
    ]),
  }),
  /** The case cannot be shown: what happened, and the way out. */
  z.strictObject({ v, type: z.literal('trouble'), text: z.string() }),
]);

export type ReviewState = z.infer<typeof reviewState>;
export type FromReview = z.infer<typeof fromReview>;
export type ToReview = z.infer<typeof toReview>;
export type OfCase = z.infer<typeof ofCase>;
/** A message before its version is put on. */
export type Unversioned<M> = M extends unknown ? Omit<M, 'v'> : never;

import * as z from 'zod';
import { status } from './verdict.ts';

/** Where in a text a finding stands, as in LSP: lines and UTF-16 columns from 0. */
const place = z.strictObject({ line: z.int().min(0), character: z.int().min(0) });

/** A finding as `check --format json` prints it. */
export const findingLine = z.strictObject({
  file: z.string().meta({ description: 'Absolute path' }),
  code: z.string(),
  severity: z.enum(['error', 'warning', 'info']),
  message: z.string(),
  pointer: z.string(),
  range: z.strictObject({ start: place, end: place }),
});

export const runPhase = z.enum(['compile', 'world', 'cast', 'eval', 'judge', 'score', 'report']);

const count = z.int().min(0);

/**
 * One line on stderr of a command with `--progress json`. Nothing else is written there; `end` is always the last line,
 * unless the process was killed. A stop that was asked for is no error: its `end` has exit 130.
 */
export const progressLine = z.discriminatedUnion('event', [
  /** The batch folder exists. With `--runs N`: what follows is of this batch. */
  z.strictObject({ event: z.literal('batch'), dir: z.string().meta({ description: 'Absolute folder' }) }),
  z.strictObject({ event: z.literal('phase'), phase: runPhase, done: count, total: count }),
  /** A case changed its state. `done` and `total` count cases. */
  z.strictObject({
    event: z.literal('case'),
    case_id: z.string(),
    group: z.string(),
    state: z
      .enum(['started', 'sent', 'waiting', 'done'])
      .meta({ description: '`sent`: a line of an actor stands in the group' }),
    note: z.string().meta({ description: 'In words: "waiting for Xiaoduo, turn 2"' }),
    agent: z.string().optional().meta({ description: 'Display name of the agent; when waiting' }),
    turn: z.int().optional().meta({ description: 'From 1; absent where a line belongs to no turn' }),
    wait: z.enum(['reply', 'quiet', 'clock', 'lock', 'person']).optional().meta({
      description:
        'What is waited for: an answer, that the agent has done speaking, a minute of the day, other cases, or a person',
    }),
    done: count,
    total: count,
  }),
  /** A case has been scored; told again when its verdict changes. */
  z.strictObject({
    event: z.literal('verdict'),
    case_id: z.string(),
    status,
    score: z.number().nullable(),
    met: count.meta({ description: 'Required points that count as met' }),
    total: count.meta({ description: 'Required points' }),
    text: z.string().meta({ description: '`0 of 5: delivery gate CP5 unmet, …`' }),
  }),
  /** Something that is waited for, in words: an account of a tenant that another run has. */
  z.strictObject({ event: z.literal('note'), message: z.string() }),
  /** Errors of the evalset, or what else stands in the way at a place of its files: nothing was run. */
  z.strictObject({ event: z.literal('refused'), findings: z.array(findingLine) }),
  z.strictObject({
    event: z.literal('error'),
    message: z.string(),
    code: z.enum(['usage', 'environment', 'judging', 'threshold', 'fault']).meta({
      description:
        '`usage`: what was asked for, or a file, must be mended. `environment`: the platform. `judging`: a judge file must be mended. `threshold`: --min-score is missed, or the budget left cases out. `fault`: ours',
    }),
  }),
  z.strictObject({
    event: z.literal('end'),
    exit: z.int(),
    dir: z.string().nullable().meta({ description: 'The last batch; null when none was made' }),
  }),
]);

export type ProgressLine = z.infer<typeof progressLine>;
export type ProgressOf<E extends ProgressLine['event']> = Extract<ProgressLine, { event: E }>;
export type RunPhase = z.infer<typeof runPhase>;

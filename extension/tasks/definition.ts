import path from 'node:path';
import * as z from 'zod';
import type { RunWish } from '../run/command.ts';

export const TASK_TYPE = 'sundowner';

const limit = z.number().positive().optional();
const limits = z.object({ minutes: limit, messages: limit, tokens: limit, cost: limit }).optional();

/** A task of tasks.json, as the manifest's `taskDefinitions` describes it. */
export const taskDefinition = z.discriminatedUnion('action', [
  z.object({
    type: z.literal(TASK_TYPE),
    action: z.literal('run'),
    evalset: z.string(),
    cases: z.array(z.string()).optional(),
    group: z.string().optional(),
    budget: z.string().optional(),
    agent: z.string().optional(),
    platform: z.string().optional(),
    day0: z.string().optional(),
    minScore: z.number().min(0).max(1).optional(),
    faults: z.string().optional(),
    limits,
  }),
  z.object({
    type: z.literal(TASK_TYPE),
    action: z.literal('resume'),
    batch: z.string(),
    minScore: z.number().min(0).max(1).optional(),
    limits,
  }),
]);
export type TaskDefinition = z.infer<typeof taskDefinition>;

/** How a new batch is run, where the whole evalset on a sound platform is not meant. */
export interface BatchHow {
  /** Time for which cases are chosen, such as `1h30m`. */
  readonly budget?: string | undefined;
  /** Plan of faults: its name or its file. */
  readonly faults?: string | undefined;
}

/** What a task asks for. `evalset` is relative to the workspace folder; `batch` too, or a name below its `runs`. */
export function wishOf(task: TaskDefinition, folder: string): RunWish {
  if (task.action === 'run') {
    const { type: _type, evalset, ...rest } = task;
    return { ...rest, evalset: path.resolve(folder, evalset) };
  }
  const { batch, minScore, limits: raised } = task;
  const dir = /[\\/]/.test(batch) ? path.resolve(folder, batch) : path.resolve(folder, 'runs', batch);
  return { action: 'resume', batch: dir, minScore, limits: raised };
}

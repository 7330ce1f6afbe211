import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { batchManifest, directorEvent, execBundle, journalEntry } from '../../schemas/index.ts';
import type { BatchManifest, DirectorEvent, EvalStep } from '../../schemas/index.ts';
import { readJson } from '../batch/files.ts';
import { readLines } from '../batch/lines.ts';
import { BatchPaths } from '../batch/paths.ts';
import { tenths } from './estimate.ts';

/** What earlier batches took. */
export interface Measured {
  /** Seconds of a case, by id and {@link shapeOf} its steps. */
  readonly cases: ReadonlyMap<string, readonly number[]>;
  /** Seconds that the same world took to stand and to admit the agent. */
  readonly shared: readonly number[];
}

/** Which batches tell of the one to come. */
export interface Like {
  /** Label of the world. */
  readonly label: string;
  /** Name of the agent's definition: another agent is as fast as it is. */
  readonly agent: string;
  /** Hash of the world's master. */
  readonly world: string;
}

/** Newest batches of that kind that are looked at. */
const MOST = 20;

/** A case whose steps wait otherwise is another case, however it is called. */
export const shapeOf = (id: string, steps: readonly EvalStep[]): string =>
  JSON.stringify([
    id,
    ...steps.map((step) =>
      step.op === 'gate' && step.kind !== 'clock'
        ? [step.kind, 'max_wait_sec' in step ? step.max_wait_sec : step.min_quiet_sec]
        : step.op,
    ),
  ]);

/**
 * Reads how long the cases of earlier batches of the same world and agent took, from their start to their end. A case
 * that was interrupted or ended by a fault tells nothing; a folder that cannot be read is passed over.
 * @param runs folder of batch folders; may not be there
 */
export async function readMeasured(runs: string, like: Like, signal?: AbortSignal): Promise<Measured> {
  const cases = new Map<string, number[]>();
  const shared: number[] = [];
  for (const { paths, manifest } of (await batchesLike(runs, like, signal)).slice(0, MOST)) {
    signal?.throwIfAborted();
    try {
      const steps = await stepsOf(paths);
      for (const [id, seconds] of durationsOf(readLines(paths.abs(paths.director), directorEvent))) {
        const key = shapeOf(id, steps.get(id) ?? []);
        cases.set(key, [...(cases.get(key) ?? []), seconds]);
      }
      if (manifest.identity.world === like.world) shared.push(...sharedOf(paths));
    } catch {
      // Half-written, damaged, or of another tool: there are others, and without any it is computed.
    }
  }
  return { cases, shared };
}

interface Batch {
  readonly paths: BatchPaths;
  readonly manifest: BatchManifest;
}

/** Newest first; of two of the same instant the one whose name comes first. */
async function batchesLike(runs: string, like: Like, signal: AbortSignal | undefined): Promise<Batch[]> {
  const names = await readdir(runs).catch(() => []);
  const found: Batch[] = [];
  for (const name of names.sort()) {
    signal?.throwIfAborted();
    const paths = new BatchPaths(path.join(runs, name));
    const manifest = await readJson(paths.abs(paths.manifest), batchManifest, '').catch(() => null);
    if (manifest !== null && manifest.label === like.label && manifest.agent.name === like.agent)
      found.push({ paths, manifest });
  }
  return found.sort((a, b) => Date.parse(b.manifest.created_at) - Date.parse(a.manifest.created_at));
}

async function stepsOf(paths: BatchPaths): Promise<Map<string, EvalStep[]>> {
  const steps = new Map<string, EvalStep[]>();
  const names = await readdir(paths.abs(paths.script));
  for (const name of names.filter((one) => one.startsWith('exec-'))) {
    const bundle = await readJson(paths.abs(`${paths.script}/${name}`), execBundle, '');
    for (const step of bundle.steps) steps.set(step.case_id, [...(steps.get(step.case_id) ?? []), step]);
  }
  return steps;
}

/** Seconds from the start of a case to its end, where both stand in the log and nothing came between. */
function* durationsOf(events: readonly DirectorEvent[]): Generator<readonly [string, number]> {
  const begun = new Map<string, number>();
  for (const { case_id: id, event, at, note } of events) {
    if (id === undefined) continue;
    if (event === 'case_start') begun.set(id, Date.parse(at));
    if (event === 'case_resumed') begun.delete(id);
    if (event !== 'case_end') continue;
    const from = begun.get(id);
    begun.delete(id);
    if (from !== undefined && note === 'ok') yield [id, tenths((Date.parse(at) - from) / 1000)];
  }
}

const timedStep = z.looseObject(journalEntry.pick({ ts: true, step: true }).shape);

/** Seconds from the first line of each phase before the cases to its last one. */
function sharedOf(paths: BatchPaths): number[] {
  const entries = readLines(paths.abs(paths.journal), timedStep);
  const seconds = ['preset.', 'cast.'].map((phase) => {
    const times = entries.flatMap(({ step, ts }) => (step.startsWith(phase) ? [Date.parse(ts)] : []));
    const [first, last] = [times[0], times.at(-1)];
    return first === undefined || last === undefined ? null : (last - first) / 1000;
  });
  return seconds.some((one) => one === null)
    ? []
    : [tenths(seconds.reduce((sum: number, one) => sum + (one ?? 0), 0))];
}

/** The middle one; of two the larger, so that time is not promised which was not there. */
export const middle = (seconds: readonly number[]): number | undefined =>
  [...seconds].sort((a, b) => a - b)[Math.floor(seconds.length / 2)];

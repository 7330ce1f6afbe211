import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCli } from '../company.ts';

const HOOK = pathToFileURL(path.resolve(import.meta.dirname, 'hook.mjs')).href;
const HOW = ['before', 'torn', 'after'] as const;

/** A small seeded generator (mulberry32). */
export function seeded(seed: number): () => number {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface KilledRun {
  readonly cwd: string;
  /** Arguments behind `run` that make the batch. */
  readonly start: readonly string[];
  readonly batch: string;
  /** Writes of an undisturbed run: points are drawn from them. */
  readonly writes: number;
  readonly next: () => number;
  /** Most kills; then it is let finish. */
  readonly kills: number;
  /** Arguments of each resume, such as a pause on the virtual clock. */
  readonly resume?: readonly string[];
}

/** Runs a batch to its end, killed again and again on its way. Returns the points at which it was killed. */
export async function runKilled(run: KilledRun): Promise<string[]> {
  const killed: string[] = [];
  for (;;) {
    const begun = existsSync(path.join(run.cwd, 'runs', run.batch, 'manifest.json'));
    const args = begun
      ? ['--resume', run.batch, ...(run.resume ?? [])]
      : [...run.start, '--batch', run.batch];
    const last = killed.length >= run.kills;
    const share = run.writes / (run.kills + 1);
    const at = 1 + Math.floor(run.next() * 2 * share);
    const how = HOW[Math.floor(run.next() * HOW.length)] ?? 'before';
    const point = last ? '0' : `${at}:${how}`;
    const result = await runCli(['run', ...args], {
      cwd: run.cwd,
      env: { NODE_OPTIONS: `--import ${HOOK}`, SUNDOWNER_KILL: point },
    });
    if (result.code === 0) return killed;
    if (result.code !== null)
      throw new Error(`${run.batch} after ${killed.join(' ')}: ended with ${result.code}\n${result.stderr}`);
    killed.push(point);
  }
}

/** Writes that an undisturbed run makes. */
export async function countWrites(cwd: string, start: readonly string[], batch: string): Promise<number> {
  const file = path.join(cwd, `${batch}.count`);
  const result = await runCli(['run', ...start, '--batch', batch], {
    cwd,
    env: { NODE_OPTIONS: `--import ${HOOK}`, SUNDOWNER_KILL: '999999999:before', SUNDOWNER_KILL_COUNT: file },
  });
  if (result.code !== 0) throw new Error(`the undisturbed run ended with ${result.code}\n${result.stderr}`);
  return Number(readFileSync(file, 'utf8'));
}

/** Runs a batch that is killed behind its n-th write. */
export async function killedAt(
  cwd: string,
  start: readonly string[],
  batch: string,
  at: number,
): Promise<void> {
  const result = await runCli(['run', ...start, '--batch', batch], {
    cwd,
    env: { NODE_OPTIONS: `--import ${HOOK}`, SUNDOWNER_KILL: `${at}:after` },
  });
  if (result.code !== null) throw new Error(`${batch} was not killed: it ended with ${result.code}`);
}

import { loadavg } from 'node:os';
import type { Measured, Silence } from './connection.ts';

const MOST_MS = 50;
const SHOWN = 12;

/** What a block coincides with: the last things that the measuring process did or saw. */
export type Note = { readonly at: number; readonly what: string };

/** Prints the figures of one measurement. Returns the blocks of the thread's own work over the limit. */
export function print(name: string, measured: Measured, notes: readonly Note[]): number {
  const { seconds, busy, delay, wait, silences } = measured;
  const say = (text: string) => process.stdout.write(`${text}\n`);
  const ms = (value: number) => value.toFixed(1);
  const own = (one: Silence) => Math.min(one.waited, one.cpu);
  const long = silences.filter(({ waited }) => waited > MOST_MS);
  const ours = long.filter((one) => own(one) > MOST_MS);
  say(
    `\n${name}: ${seconds.toFixed(0)} s, load average ${ms(loadavg()[0] ?? 0)}, thread busy ${(busy * 100).toFixed(0)} %`,
  );
  say(`  monitorEventLoopDelay: p50 ${ms(delay.p50)} ms, p99 ${ms(delay.p99)} ms, max ${ms(delay.max)} ms`);
  say(
    `  wait of a message (${wait.count}): p50 ${ms(wait.p50)} ms, p99 ${ms(wait.p99)} ms, max ${ms(wait.max)} ms`,
  );
  say(
    `  blocks over ${MOST_MS} ms: ${long.length}, of which by work of the thread itself: ${ours.length}; longest own work ${ms(Math.max(0, ...silences.map(own)))} ms`,
  );
  for (const one of [...silences].sort((a, b) => own(b) - own(a)).slice(0, SHOWN)) {
    const before = notes
      .filter(({ at }) => at <= one.at + one.wall)
      .slice(-2)
      .map(({ what }) => what);
    say(
      `    at ${(one.at / 1000).toFixed(1)} s: waited ${ms(one.waited)} ms, own work ${ms(one.cpu)} ms, collector ${ms(one.gc)} ms; ${before.join('; ')}`,
    );
    for (const stack of one.stacks ?? []) say(`        ${stack}`);
  }
  return ours.length;
}

import { loadavg } from 'node:os';
import type { Measured, Silence } from './connection.ts';

const MOST_MS = 50;
const SHOWN = 12;

/** What a block coincides with: the last things that the measuring process did or saw. */
export type Note = { readonly at: number; readonly what: string };

const say = (text: string) => process.stdout.write(`${text}\n`);
const longOf = ({ silences }: Measured): Silence[] => silences.filter(({ waited }) => waited > MOST_MS);

/** Prints the figure: every wait over the limit, whatever made it, beside those of the control. */
export function printFigure(measured: Measured, control: Measured | undefined): void {
  const beside = control === undefined ? 'not measured' : String(longOf(control).length);
  say(`\nblocks over ${MOST_MS} ms: ${longOf(measured).length}; in the control: ${beside}`);
}

/** Prints the numbers of one measurement. What the thread worked in a wait explains it; it is counted all the same. */
export function print(name: string, measured: Measured, notes: readonly Note[]): void {
  const { seconds, busy, delay, wait, silences } = measured;
  const ms = (value: number) => value.toFixed(1);
  const own = (one: Silence) => Math.min(one.waited, one.cpu);
  const long = longOf(measured);
  const worked = long.filter((one) => own(one) > MOST_MS).length;
  say(
    `\n${name}: ${seconds.toFixed(0)} s, load average ${ms(loadavg()[0] ?? 0)}, thread busy ${(busy * 100).toFixed(0)} %`,
  );
  say(`  monitorEventLoopDelay: p50 ${ms(delay.p50)} ms, p99 ${ms(delay.p99)} ms, max ${ms(delay.max)} ms`);
  say(
    `  wait of a message (${wait.count}): p50 ${ms(wait.p50)} ms, p99 ${ms(wait.p99)} ms, max ${ms(wait.max)} ms`,
  );
  say(`  blocks over ${MOST_MS} ms: ${long.length}`);
  say(
    `    in ${worked} of them the thread worked so long itself (longest own work ${ms(Math.max(0, ...silences.map(own)))} ms); in the others it waited for a processor in part`,
  );
  for (const one of [...silences].sort((a, b) => b.waited - a.waited).slice(0, SHOWN)) {
    const before = notes
      .filter(({ at }) => at <= one.at + one.wall)
      .slice(-2)
      .map(({ what }) => what);
    say(
      `    at ${(one.at / 1000).toFixed(1)} s: waited ${ms(one.waited)} ms, own work ${ms(one.cpu)} ms, collector ${ms(one.gc)} ms; ${before.join('; ')}`,
    );
    for (const stack of one.stacks ?? []) say(`        ${stack}`);
  }
}

import { once } from 'node:events';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import * as z from 'zod';

/** A time in which the event loop did not answer. Times in milliseconds; `cpu` is what the thread itself worked in it. */
const Silence = z.object({
  at: z.number(),
  from: z.number(),
  to: z.number(),
  wall: z.number(),
  cpu: z.number(),
  waited: z.number(),
  gc: z.number(),
  stacks: z.array(z.string()).optional(),
});
export type Silence = z.infer<typeof Silence>;

const Quantiles = z.object({ p50: z.number(), p99: z.number(), max: z.number() });
export const Measured = z.object({
  seconds: z.number(),
  /** Share of the time in which the thread worked. */
  busy: z.number(),
  delay: Quantiles,
  wait: Quantiles.extend({ count: z.number() }),
  silences: z.array(Silence),
});
export type Measured = z.infer<typeof Measured>;

const Answer = z.object({ n: z.number(), value: z.unknown().optional(), error: z.string().optional() });

export type Probe = { ask(wish: Record<string, unknown>): Promise<unknown>; close(): void };

/** Connects to the probe in the extension host; rejects when nobody listens. */
export async function connectProbe(file: string): Promise<Probe> {
  const socket = connect(file);
  await once(socket, 'connect');
  const waiting = new Map<number, (answer: z.infer<typeof Answer>) => void>();
  createInterface({ input: socket }).on('line', (line) => {
    const answer = Answer.parse(JSON.parse(line));
    waiting.get(answer.n)?.(answer);
    waiting.delete(answer.n);
  });
  let asked = 0;
  return {
    ask: (wish) =>
      new Promise((resolve, reject) => {
        asked += 1;
        waiting.set(asked, ({ value, error }) =>
          error === undefined ? resolve(value) : reject(new Error(error)),
        );
        socket.write(`${JSON.stringify({ ...wish, n: asked })}\n`);
      }),
    close: () => socket.destroy(),
  };
}

import { createHash } from 'node:crypto';

/** How long an agent takes for an answer: always the same, or log-normal by its median and its 90th percentile, s. */
export type ReplySeconds = number | { readonly median: number; readonly p90: number };

/** The 90th percentile of the standard normal distribution. */
const Z90 = 1.2815515655446004;

/** Seconds that the answer to `what` takes: the same for the same seed, whatever else is asked before it. */
export function replySeconds(times: ReplySeconds, seed: number, what: string): number {
  if (typeof times === 'number') return times;
  const sigma = Math.log(times.p90 / times.median) / Z90;
  return times.median * Math.exp(sigma * normalOf(`${seed}\n${what}`));
}

/** A draw of the standard normal distribution (Box–Muller) from a hash. */
function normalOf(text: string): number {
  const bytes = createHash('sha256').update(text).digest();
  const unit = (at: number): number => (bytes.readUInt32BE(at) + 0.5) / 2 ** 32;
  return Math.sqrt(-2 * Math.log(unit(0))) * Math.cos(2 * Math.PI * unit(4));
}

import type { JournalEntry } from '../../schemas/index.ts';
import type { JournalInput } from '../batch/journal.ts';
import { effectKey, type DirectorContext } from './context.ts';

export interface Effect<T> {
  readonly phase: 'preset' | 'cast' | 'eval';
  readonly id: string;
  readonly op: string;
  readonly attempt?: number;
  /** Facts for the journal that are known before the effect. */
  readonly about?: Readonly<Record<string, unknown>>;
  /** Throws when the director may no longer do it. */
  readonly guard?: () => void;
  /** Does it; `key` is its idempotency key. What it returns goes into the journal. */
  readonly run: (key: string) => Promise<T>;
  /** After a kill in mid-effect: finds what the effect left on the platform, or null when it left nothing. */
  readonly recover?: (intent: JournalEntry) => Promise<T | null>;
}

/**
 * Intent -> effect -> read-back -> done. A step that is done is not done again: its journal line is returned.
 * A failed effect is journalled and thrown.
 */
export async function perform<T extends Readonly<Record<string, unknown>>>(
  ctx: DirectorContext,
  effect: Effect<T>,
): Promise<JournalEntry> {
  const step = `${effect.phase}.${effect.id}`;
  const attempt = effect.attempt ?? 1;
  const done = ctx.state.done(step, attempt);
  if (done !== undefined) return done;
  const common = {
    step,
    op: effect.op,
    phase: effect.phase,
    ...(attempt > 1 ? { attempt } : {}),
    ...effect.about,
  };
  const write = (entry: JournalInput): JournalEntry => {
    const record = ctx.journal.append(entry);
    ctx.state.add(record);
    return record;
  };
  const pending = ctx.state.pending(step, attempt);
  effect.guard?.();
  if (pending === undefined) write({ ...common, status: 'intent' });
  try {
    const found = pending === undefined ? null : ((await effect.recover?.(pending)) ?? null);
    const result = found ?? (await effect.run(effectKey(ctx.batchId, step, attempt)));
    return write({ ...common, ...result, ...(found === null ? {} : { recovered: true }), status: 'success' });
  } catch (error) {
    // A cancelled step stays an intent: resuming takes it up again.
    if (!isAbort(error)) {
      write({ ...common, status: 'failed', error: error instanceof Error ? error.message : String(error) });
    }
    throw error;
  }
}

export function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}

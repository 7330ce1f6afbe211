import { UsageError } from '../../../batch/errors.ts';
import { isLease, takeLease, type Holder, type Lease } from './lease.ts';

/** An account that a run wants for itself. */
export interface Wanted {
  readonly dir: string;
  /** For people, such as `actor "guyan" (on_…)`. */
  readonly what: string;
}

export interface LeaseOptions {
  /** For people: what the accounts are wanted for. */
  readonly holder: string;
  /** How long to wait for accounts that somebody else has, ms. */
  readonly waitMs: number;
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
  /** Told once when there is something to wait for. */
  readonly waiting?: ((what: string, holder: Holder) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

const LOOK_EVERY = 1000;
const BEAT_EVERY = 30_000;

/**
 * The accounts of one run, each held by a lease. They are taken in one order by everybody, so that two runs that want
 * the same ones never wait for each other.
 */
export class Leases {
  readonly #taken = new Map<string, Lease>();
  #beat: NodeJS.Timeout | undefined;

  /** @throws UsageError that names who has an account, when it stays taken */
  static async take(wanted: readonly Wanted[], options: LeaseOptions): Promise<Leases> {
    const leases = new Leases();
    try {
      const sorted = [...wanted].sort((a, b) => (a.dir < b.dir ? -1 : a.dir > b.dir ? 1 : 0));
      for (const one of sorted) leases.#taken.set(one.dir, await waitFor(one, options));
    } catch (error) {
      await leases.release();
      throw error;
    }
    leases.#beat = setInterval(() => {
      for (const lease of leases.#taken.values()) void lease.beat();
    }, BEAT_EVERY).unref();
    return leases;
  }

  of(dir: string): Lease {
    const lease = this.#taken.get(dir);
    if (lease === undefined) throw new Error(`no lease of ${dir} was asked for`);
    return lease;
  }

  async release(): Promise<void> {
    clearInterval(this.#beat);
    for (const [dir, lease] of [...this.#taken].reverse()) {
      await lease.release();
      this.#taken.delete(dir);
    }
  }
}

async function waitFor({ dir, what }: Wanted, options: LeaseOptions): Promise<Lease> {
  let told = false;
  for (let waited = 0; ; waited += LOOK_EVERY) {
    options.signal?.throwIfAborted();
    const taken = await takeLease(dir, options.holder);
    if (isLease(taken)) return taken;
    if (waited >= options.waitMs) {
      throw new UsageError(
        `the account of ${what} is in use by ${taken.holder} (process ${taken.pid} on ${taken.host}, since ${taken.since}); wait for it to end, or let this run wait with --wait-accounts MINUTES`,
      );
    }
    if (!told) options.waiting?.(what, taken);
    told = true;
    await options.wait(LOOK_EVERY, options.signal);
  }
}

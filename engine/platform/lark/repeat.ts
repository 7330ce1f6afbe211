import { PlatformError } from '../port.ts';
import { RateLimited } from './sdk.ts';

/** How often a call is tried again, and how long is waited in between. */
export interface RepeatPolicy {
  /** Tries after the first one. */
  readonly retries: number;
  /** ms before the second try; doubled for each further one. */
  readonly minTimeout: number;
  /** ms: longest pause of our own choosing. */
  readonly maxTimeout: number;
  /** ms: longest pause that the platform may ask for; what asks for more is given up. */
  readonly maxAsked: number;
  /** Waits: on the clock of the batch, so that virtual time can pass. Rejects when aborted. */
  readonly wait: (ms: number, signal?: AbortSignal) => Promise<void>;
}

/** Write conflicts: of a table, of a table that is being made, of a group's members. They left nothing done. */
const CONFLICTS = new Set([1254291, 1254607, 232019]);

/** True when the call may have been done although it failed. */
export function mayBeDone(error: unknown): boolean {
  return error instanceof PlatformError && !isLimited(error) && (error.status === 0 || error.status >= 500);
}

const isLimited = (error: unknown): boolean => error instanceof RateLimited;

/** ms until the next try, or the error with which to give up: refusals are never repeated. */
export function pauseAfter(error: unknown, tries: number, policy: RepeatPolicy): number | PlatformError {
  if (!(error instanceof PlatformError)) throw error;
  const conflict = CONFLICTS.has(error.code);
  if (!isLimited(error) && !mayBeDone(error) && !conflict) throw error;
  const asked = error instanceof RateLimited ? (error.resetSeconds ?? 0) * 1000 : 0;
  if (asked > policy.maxAsked)
    return new PlatformError(
      error.op,
      error.status,
      error.code,
      `${detailOf(error)}; the platform asks for a pause of ${asked / 1000} s, which is longer than is waited for; finish the batch later with --resume`,
      { cause: error },
    );
  if (tries > policy.retries)
    return new PlatformError(
      error.op,
      error.status,
      error.code,
      `${detailOf(error)}, ${tries} times in a row; ${wayOut(error, conflict)}, then finish the batch with --resume`,
      { cause: error },
    );
  // The jitter keeps groups that were refused together from coming back together.
  const own = policy.minTimeout * 2 ** (tries - 1) * (1 + Math.random());
  return asked + Math.min(own, policy.maxTimeout);
}

function wayOut(error: PlatformError, conflict: boolean): string {
  if (isLimited(error)) return 'let the platform rest, or have fewer programs call it';
  if (conflict) return 'see who else writes there at the same time';
  if (error.status === 0) return 'see whether the platform can be reached from here';
  return 'wait until the platform is well again';
}

/** The error's words without what its constructor puts around them. */
function detailOf(error: PlatformError): string {
  const tail = error.code === 0 ? '' : ` (code ${error.code}, HTTP ${error.status})`;
  return error.message.slice(error.op.length + 2, error.message.length - tail.length);
}

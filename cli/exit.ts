import { UsageError } from '../engine/batch/errors.ts';
import { PlatformError } from '../engine/platform/port.ts';
import { PreflightError } from '../engine/preflight/index.ts';
import { FindingsError } from '../engine/stages/findings-error.ts';
import type { Places } from '../engine/agents/places.ts';
import type { Reporter } from './reporter.ts';

/** Exit codes of every command. */
export const Exit = { done: 0, findings: 1, usage: 2, stopped: 130 } as const;

/** What commands share. */
export interface CommandContext {
  readonly signal: AbortSignal;
  readonly exit: (code: number) => void;
  /** From now on the end of stdin stops the command in an orderly way. */
  readonly stopWithStdin: () => void;
  readonly reporter: Reporter;
  /** What stands behind the placeholders of an agent's command. */
  readonly places: Places;
}

/** Tells what went wrong and returns the exit code. Only faults of our own show a stack. */
export function fail(error: unknown, reporter: Reporter): number {
  if (error instanceof FindingsError) {
    reporter.refused(error.findings);
    return Exit.findings;
  }
  if (error instanceof PreflightError) {
    reporter.hindered(error.problems);
    return Exit.usage;
  }
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) {
    // For a program the exit code says it: a stop that was asked for is no error.
    if (reporter.mode !== 'json') reporter.error('stopped; what was done is kept', 'usage');
    return Exit.stopped;
  }
  if (error instanceof UsageError || error instanceof PlatformError) {
    reporter.error(error.message, error instanceof UsageError ? 'usage' : 'environment');
    return Exit.usage;
  }
  reporter.error(error instanceof Error ? (error.stack ?? error.message) : String(error), 'fault');
  return Exit.usage;
}

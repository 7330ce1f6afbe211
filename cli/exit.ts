import { UsageError } from '../engine/batch/errors.ts';
import { PlatformError } from '../engine/platform/port.ts';
import { FindingsError } from '../engine/stages/index.ts';
import { errorLine, printFindings } from './print.ts';

/** Exit codes of every command. */
export const Exit = { done: 0, findings: 1, usage: 2, stopped: 130 } as const;

/** What commands share. */
export interface CommandContext {
  readonly signal: AbortSignal;
  readonly exit: (code: number) => void;
}

/** Tells a person what went wrong and returns the exit code. Only faults of our own show a stack. */
export function fail(error: unknown): number {
  if (error instanceof FindingsError) {
    printFindings(error.findings, process.stderr);
    errorLine('the evalset has errors; nothing was run');
    return Exit.findings;
  }
  if (error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError')) {
    errorLine('stopped; what was done is kept');
    return Exit.stopped;
  }
  if (error instanceof UsageError || error instanceof PlatformError) {
    errorLine(error.message);
    return Exit.usage;
  }
  errorLine(error instanceof Error ? (error.stack ?? error.message) : String(error));
  return Exit.usage;
}

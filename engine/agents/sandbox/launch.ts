import type { ChildProcess } from 'node:child_process';
import type { Writable } from 'node:stream';
import { bubblewrapOptions } from './bwrap.ts';
import { SANDBOX_HOME, type Mount } from './model.ts';

/** How a process is started inside a sandbox. */
export interface Sandbox {
  readonly bubblewrap: string;
  readonly mounts: readonly Mount[];
}

/** File descriptor at which bubblewrap reads its options: on its command line the agent could read them. */
export const OPTIONS_FD = 3;

export function launchIn(
  sandbox: Sandbox,
  command: readonly string[],
): { command: readonly [string, ...string[]]; env: Readonly<Record<string, string>> } {
  return {
    command: [sandbox.bubblewrap, '--args', String(OPTIONS_FD), '--', ...command],
    env: { HOME: SANDBOX_HOME, TMPDIR: '/tmp' },
  };
}

/** Hands bubblewrap its options; the child was spawned with a pipe at OPTIONS_FD. */
export function sendOptions(child: ChildProcess, sandbox: Sandbox, home: string): void {
  const pipe = child.stdio[OPTIONS_FD];
  if (!isWritable(pipe)) return;
  // A process that is gone already tells by its exit.
  pipe.on('error', () => undefined);
  pipe.end(`${bubblewrapOptions(sandbox.mounts, home).join('\0')}\0`);
}

const isWritable = (pipe: unknown): pipe is Writable =>
  typeof pipe === 'object' && pipe !== null && 'end' in pipe && 'on' in pipe;

import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { launchIn, sendOptions, type Sandbox } from './launch.ts';

/** It takes a moment; a machine with too much to do may not be held for one without a sandbox. */
const PROBE_MS = 60_000;
const HELD = 'held';
/** Says HELD only when it sees none of the paths, no process but its own few, and can write to its home alone. */
const LOOK = `
for hidden in "$@"; do [ ! -e "$hidden" ] || { echo "sees $hidden"; exit 1; }; done
set -- /proc/[0-9]*
[ "$#" -ge 1 ] && [ "$#" -le 6 ] || { echo "sees $# processes"; exit 1; }
( : > "$HOME/probe" ) 2>/dev/null || { echo 'cannot write to its home'; exit 1; }
( : > /usr/probe ) 2>/dev/null && { echo 'can write to /usr'; exit 1; }
( : > /probe ) 2>/dev/null && { echo 'can write to /'; exit 1; }
echo ${HELD}
`;

/**
 * Runs a shell in the sandbox that looks for what must not be there. Null: it held; else why not, in words.
 * @param hidden paths of this machine that must not be seen
 */
export async function probeSandbox(
  sandbox: Sandbox,
  hidden: readonly string[],
  signal?: AbortSignal,
): Promise<string | null> {
  const home = mkdtempSync(path.join(tmpdir(), 'agent-'));
  try {
    const { command, env } = launchIn(sandbox, ['/bin/sh', '-c', LOOK, 'sh', ...hidden]);
    const [program, ...args] = command;
    const limit = AbortSignal.timeout(PROBE_MS);
    const child = spawn(program, args, {
      env,
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      signal: signal === undefined ? limit : AbortSignal.any([limit, signal]),
      killSignal: 'SIGKILL',
    });
    sendOptions(child, sandbox, home);
    const failed = new Promise<string>((resolve) => {
      child.once('error', (error) => resolve(error.message));
    });
    const said = Promise.all(
      [child.stdout, child.stderr].map((output) => (output === null ? Promise.resolve('') : text(output))),
    ).then((outputs) => outputs.join('').trim());
    const answer = await Promise.race([said, failed]);
    signal?.throwIfAborted();
    return answer === HELD ? null : answer === '' ? 'it ended without a word' : answer;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

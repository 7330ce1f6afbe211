import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../batch/errors.ts';
import type { DirectorContext } from '../director/context.ts';

const OP = 'agent.program';

/** Larger files are runtimes, not agents. Bytes. */
const LARGEST = 20 * 1024 * 1024;

/**
 * Journals the hashes of the files that an agent's command names; when the batch goes on, they must be the same.
 * @throws UsageError naming the file that has changed
 */
export async function assertSameProgram(
  ctx: Pick<DirectorContext, 'journal'>,
  agent: string,
  command: readonly string[],
  manifest: string,
): Promise<void> {
  const now = await hashes(command);
  const before = ctx.journal.entries.find((entry) => entry.op === OP);
  if (before === undefined) {
    ctx.journal.append({ step: OP, status: 'success', op: OP, agent, files: now });
    return;
  }
  const known = (before['files'] ?? {}) as Readonly<Record<string, unknown>>;
  // By name: another machine may have the same program in another folder.
  for (const [name, hash] of Object.entries(now)) {
    if (known[name] === undefined || known[name] === hash) continue;
    throw new UsageError(
      `${manifest}: ${name} of agent "${agent}" has changed since the batch began; a batch has one agent: put the file back, or start a new batch`,
    );
  }
}

async function hashes(command: readonly string[]): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const part of command) {
    if (!path.isAbsolute(part)) continue;
    const about = await stat(part).catch(() => null);
    if (about === null || !about.isFile() || about.size > LARGEST) continue;
    found[path.basename(part)] = createHash('sha256')
      .update(await readFile(part))
      .digest('hex');
  }
  return found;
}

import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { UsageError } from '../batch/errors.ts';
import { pathExists } from '../batch/files.ts';
import { readJournal } from '../batch/journal.ts';
import { lookInto, startLocalLark, type FaultOptions, type LocalLark } from '../local-lark/index.ts';
import { describeWorld, type WorldText } from '../report/index.ts';
import type { OpenBatch } from './batch.ts';
import { makeAccounts, type Accounts } from './local-platform.ts';
import { assertWorldStands } from './world-state.ts';

/** The state of the batch's world. @throws UsageError when it has none, or none any more */
async function stateFileOf({ paths }: OpenBatch): Promise<string> {
  assertWorldStands(paths, readJournal(paths.abs(paths.journal)).entries);
  const file = paths.abs(paths.platformState);
  if (!(await pathExists(file)))
    throw new UsageError(`${file}: this batch has no world yet; run \`sundowner world ${paths.root}\``);
  return file;
}

/** What a damaged state file or a busy port says is for the person to mend. */
function asUsage(error: unknown): never {
  throw new UsageError(error instanceof Error ? error.message : String(error));
}

/** Everything that stands in the world of a batch, as people would read it. Nothing of the batch is written. */
export async function readWorld(batch: OpenBatch): Promise<WorldText> {
  const file = await stateFileOf(batch);
  const zone = /[+-]\d\d:\d\d$/.exec(batch.world.render.kickoff_local)?.[0] ?? '+00:00';
  try {
    return describeWorld(lookInto(file), zone);
  } catch (error) {
    return asUsage(error);
  }
}

export interface ServedWorld {
  readonly lark: LocalLark;
  readonly accounts: Accounts;
  readonly close: () => Promise<void>;
}

/**
 * Serves a copy of the batch's world: who looks around there, or writes, changes nothing of the batch. The copy goes
 * away with the server.
 */
export async function serveWorld(
  batch: OpenBatch,
  port: number,
  faults?: FaultOptions,
): Promise<ServedWorld> {
  const file = await stateFileOf(batch);
  const dir = await mkdtemp(path.join(os.tmpdir(), 'sundowner-world-'));
  const remove = (): Promise<void> => rm(dir, { recursive: true, force: true });
  try {
    const copy = path.join(dir, path.basename(file));
    await copyFile(file, copy);
    const lark = await startLocalLark({ port, stateFile: copy, faults });
    const close = async (): Promise<void> => {
      await lark.close();
      await remove();
    };
    return { lark, accounts: makeAccounts(lark, batch.world), close };
  } catch (error) {
    await remove();
    return asUsage(error);
  }
}

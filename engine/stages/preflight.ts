import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { expandCommand, type Places } from '../agents/places.ts';
import { UsageError } from '../batch/errors.ts';
import { readJournal } from '../batch/journal.ts';
import { worldDropped } from '../batch/world-drop.ts';
import { verifyScript, verifySource } from '../compile/verify/index.ts';
import type { OpenBatch } from './batch.ts';
import { judgesOfBatch } from './judge-plan.ts';
import { droppedSentence } from './world-state.ts';

/** Everything that can be known to stand in a batch's way before it is run; each line names the way out. */
export async function preflight(
  batch: OpenBatch,
  places: Places,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  const problems = verifyScript({
    ...verifySource(batch.evalset),
    files: batch.scriptFiles,
    scriptHash: batch.manifests.script.hash,
  }).map(
    (f) =>
      `${batch.paths.abs(batch.paths.script)}: ${f.case_id === '' ? '' : `case ${f.case_id}, `}${f.field === '' ? '' : `${f.field}: `}${f.message}; compile a new batch`,
  );
  const { chained, fault, entries } = readJournal(batch.paths.abs(batch.paths.journal));
  const dropped = worldDropped(entries);
  if (dropped !== null) problems.push(droppedSentence(batch.paths, dropped));
  if (!chained)
    problems.push(`${fault ?? batch.paths.journal}: this batch cannot be continued; start a new one`);
  const [program, ...rest] = expandCommand(batch.manifest.agent.command ?? [], places).command;
  const elsewhere = batch.manifest.platform.kind === 'lark' && batch.manifest.agent.command === undefined;
  if (program === undefined && !elsewhere)
    problems.push(`agent "${batch.manifest.agent.name}" has no command; add one in evalset.yaml`);
  else if (program !== undefined && path.isAbsolute(program) && !(await isRunnable(program))) {
    problems.push(
      `agent "${batch.manifest.agent.name}": ${program} is not a program that can be run; mend its command in evalset.yaml`,
    );
  }
  for (const argument of rest) {
    if (path.isAbsolute(argument) && /\.[cm]?js$/.test(argument) && !(await isReadable(argument))) {
      problems.push(`agent "${batch.manifest.agent.name}": ${argument} does not exist; build it first`);
    }
  }
  return [...problems, ...(await judgeProblems(batch, env))];
}

/** Judges that nobody is, or whose key is not there: what they should judge would have no word. */
async function judgeProblems(
  batch: OpenBatch,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string[]> {
  try {
    const { first, others } = await judgesOfBatch(batch);
    return [first, ...others].flatMap((judge) => {
      const key = judge.mode === 'model' ? judge.definition.key_env : undefined;
      return key === undefined || (env[key] ?? '') !== ''
        ? []
        : [`judge "${judge.name}": the environment variable ${key} is not set; it must hold the key`];
    });
  } catch (error) {
    if (error instanceof UsageError) return [error.message];
    throw error;
  }
}

async function isRunnable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}

async function isReadable(file: string): Promise<boolean> {
  return access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
}

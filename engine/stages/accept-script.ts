import path from 'node:path';
import type { BatchManifest } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { pathExists, writeJson, writeText } from '../batch/files.ts';
import { Journal } from '../batch/journal.ts';
import { lockBatch } from '../batch/lock.ts';
import { compileEvalset } from '../compile/index.ts';
import { checkEvalset, diskFiles, evalsetHash, type Evalset } from '../evalset/index.ts';
import { agentOf } from './agent-choice.ts';
import { openBatch, type OpenBatch } from './batch.ts';
import { FindingsError } from './findings-error.ts';

export interface ResumeCheck {
  readonly batchDir: string;
  /** Folder of the evalset as it is now. */
  readonly root: string;
  /** Lets a changed script serve the cases that have not begun. */
  readonly accept: boolean;
  readonly now: () => Date;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Holds a batch that is resumed to its evalset as it is now. The same cards and the same agent are a must; a script that
 * has changed is refused by name, or, when it is accepted, serves the cases that have not begun: journalled, and the
 * batch marked as one of mixed scripts.
 * @throws UsageError naming what has changed and the ways out; FindingsError when the evalset has errors now
 */
export async function checkResume(options: ResumeCheck): Promise<void> {
  const { root, signal } = options;
  const batch = await openBatch(options.batchDir, signal);
  const { evalset, findings } = await checkEvalset(root, diskFiles(), signal);
  const errors = findings.filter((f) => f.severity === 'error');
  if (evalset === null || errors.length > 0) throw new FindingsError(errors);
  assertSameCards(batch, evalset, root);
  assertSameAgent(batch, evalset, root);
  const script = compiledNow(batch, evalset, options);
  const known = [
    batch.manifest.identity.script,
    ...(batch.manifest.mixed_script ?? []).map((one) => one.script),
  ];
  if (script.manifests.script.hash === known.at(-1)) return;
  assertSameWorld(batch, script.world, root);
  const changed = [...script.files].filter(([name, text]) => batch.scriptFiles.get(name) !== text);
  if (!options.accept) {
    throw new UsageError(
      `${root}: the script has changed since batch "${batch.manifest.batch}" was compiled (${changed.map(([name]) => name).join(', ')}); resume without naming the evalset to finish with the old one, give --accept-script to let the new one serve the cases that have not begun, or start a new batch`,
    );
  }
  await accept(batch, script, options);
}

type Script = ReturnType<typeof compiledNow>;

function compiledNow(batch: OpenBatch, evalset: Evalset, { now, root }: ResumeCheck) {
  const { selection, execAt, manifest } = batch;
  const whole = selection.cases.length === evalset.cards.length;
  const result = compileEvalset(evalset, {
    day0: manifest.day0,
    ...(execAt === undefined ? {} : { execAt }),
    ...(whole ? {} : { cases: selection.cases, selectionLabel: selection.label }),
    now,
  });
  if ('errors' in result) {
    throw new UsageError(
      `${root}: the evalset cannot be compiled any more:\n${result.errors.map((e) => `  ${e.file ?? ''} ${e.pointer}: ${e.message}`).join('\n')}`,
    );
  }
  return result.script;
}

function assertSameCards(batch: OpenBatch, evalset: Evalset, root: string): void {
  const frozen = evalsetHash(batch.evalset.cards.map((c) => c.raw));
  const now = evalsetHash(evalset.cards.map((c) => c.raw));
  if (now === frozen) return;
  throw new UsageError(
    `${root}: the evalset has changed since batch "${batch.manifest.batch}" (frozen ${frozen.slice(0, 12)}, now ${now.slice(0, 12)}); resume without naming the evalset to finish with the frozen one, or start a new batch`,
  );
}

function assertSameAgent({ manifest }: OpenBatch, evalset: Evalset, root: string): void {
  const { key: _key, display_name: _name, ...frozen } = manifest.agent;
  const defined = evalset.file?.value.agents ?? {};
  // An agent that was given as a command stands in no file.
  if (!Object.hasOwn(defined, frozen.name)) return;
  const now = agentOf(evalset, { agent: frozen.name, root });
  if (JSON.stringify(sorted(now)) === JSON.stringify(sorted(frozen))) return;
  throw new UsageError(
    `${evalset.file?.file.path ?? root}: agent "${frozen.name}" is defined otherwise than when batch "${manifest.batch}" began; a batch has one agent: put the definition back, resume without naming the evalset, or start a new batch`,
  );
}

const sorted = (value: object): object => Object.fromEntries(Object.entries(value).sort());

function assertSameWorld(batch: OpenBatch, world: OpenBatch['world'], root: string): void {
  if (JSON.stringify(world.phases) === JSON.stringify(batch.world.phases)) return;
  throw new UsageError(
    `${root}: the world has changed since batch "${batch.manifest.batch}" built it; a batch has one world: start a new batch`,
  );
}

async function accept(batch: OpenBatch, script: Script, options: ResumeCheck): Promise<void> {
  const { paths } = batch;
  const lock = lockBatch(paths.abs(paths.lock));
  try {
    const journal = Journal.open(paths.abs(paths.journal), options.now, () => lock.assertHeld());
    try {
      const begun = new Set(journal.entries.filter((e) => e.op === 'case').map((e) => e.case_id));
      const cases = batch.selection.cases.filter((id) => !begun.has(id));
      const folder = await freeFolder(batch);
      for (const [name, text] of script.files) await writeText(paths.abs(`${folder}/${name}`), text);
      const { hash } = script.manifests.script;
      journal.append({
        step: 'script.accept',
        status: 'success',
        op: 'script.accept',
        folder,
        script: hash,
        cases,
      });
      const mixed: NonNullable<BatchManifest['mixed_script']>[number] = {
        folder,
        script: hash,
        accepted_at: options.now().toISOString(),
        cases,
      };
      await writeJson(paths.abs(paths.manifest), {
        ...batch.manifest,
        mixed_script: [...(batch.manifest.mixed_script ?? []), mixed],
      });
    } finally {
      journal.close();
    }
  } finally {
    lock.release();
  }
}

async function freeFolder({ paths }: OpenBatch): Promise<string> {
  for (let n = 2; ; n++) {
    const folder = `${paths.script}.${n}`;
    if (!(await pathExists(path.join(paths.abs(folder), 'selection.json')))) return folder;
  }
}

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import {
  batchManifest,
  evalBundle,
  evalsetManifest,
  execBundle,
  execManifest,
  scriptManifest,
  selectionFile,
  worldPreset,
  type BatchManifest,
  type EvalBundle,
  type ExecBundle,
  type SelectionFile,
  type WorldPreset,
} from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { readJson, readTextIfAny } from '../batch/files.ts';
import { BatchPaths } from '../batch/paths.ts';
import { diskFiles, loadEvalset, type Evalset } from '../evalset/index.ts';

const compiledManifests = z.object({ evalset: evalsetManifest, script: scriptManifest, exec: execManifest });
export type CompiledManifests = z.infer<typeof compiledManifests>;

/** A batch folder, opened: its frozen evalset and its script. */
export interface OpenBatch {
  readonly paths: BatchPaths;
  readonly manifest: BatchManifest;
  readonly manifests: CompiledManifests;
  readonly evalset: Evalset;
  readonly world: WorldPreset;
  readonly evalBundles: readonly EvalBundle[];
  readonly execBundles: readonly ExecBundle[];
  /** Name in `script/` to its bytes. */
  readonly scriptFiles: ReadonlyMap<string, string>;
  readonly selection: SelectionFile;
  /** Instant from which relative minutes count, when it was given. */
  readonly execAt: string | undefined;
}

const WAY_OUT = 'give a batch folder made by `sundowner run` or `sundowner compile`';

/** Opens a batch folder of this tool; a folder of another tool is told apart by its missing manifest. */
export async function openBatch(dir: string, signal?: AbortSignal): Promise<OpenBatch> {
  const paths = new BatchPaths(dir);
  const manifest = await readJson(paths.abs(paths.manifest), batchManifest, WAY_OUT);
  const manifests = await readJson(paths.abs(`${paths.script}/manifest.json`), compiledManifests, WAY_OUT);
  const { evalset, findings } = await loadEvalset(paths.abs(paths.evalset), diskFiles(), signal);
  if (evalset === null) {
    const first = findings.find((f) => f.severity === 'error');
    throw new UsageError(
      `${first?.file ?? paths.abs(paths.evalset)}: the frozen evalset cannot be read (${first?.message ?? 'no evalset'}); restore it from the original, or start a new batch`,
    );
  }
  const scriptFiles = await readScript(paths);
  const bundles = <T extends Bundle>(prefix: string, schema: z.ZodType<T>): Promise<T[]> =>
    readBundles(paths, manifest, prefix, schema);
  const script = <T>(name: string, schema: z.ZodType<T>): Promise<T> =>
    readJson(paths.abs(`${paths.script}/${name}`), schema, WAY_OUT);
  return {
    paths,
    manifest,
    manifests,
    evalset,
    world: await script('world-preset.bound.json', worldPreset),
    evalBundles: await bundles('eval-', evalBundle),
    execBundles: await bundles('exec-', execBundle),
    scriptFiles,
    selection: await script('selection.json', selectionFile),
    execAt: (await script('provenance.json', z.object({ exec_at: z.string().optional() }))).exec_at,
  };
}

type Bundle = EvalBundle | ExecBundle;

/** The bundles of a batch: those of its script, with the cases that an accepted later one serves. */
async function readBundles<T extends Bundle>(
  paths: BatchPaths,
  manifest: BatchManifest,
  prefix: string,
  schema: z.ZodType<T>,
): Promise<T[]> {
  let all = await readFolder(paths, paths.script, prefix, schema);
  for (const { folder, cases } of manifest.mixed_script ?? []) {
    const served = new Set(cases);
    const later = await readFolder(paths, folder, prefix, schema);
    all = all.map((old) => mixed(old, later.find(({ group }) => group === old.group) ?? old, served));
  }
  return all;
}

/** A bundle whose `served` cases are the later one's, behind the others in its order. */
function mixed<T extends Bundle>(old: T, later: T, served: ReadonlySet<string>): T {
  const kept = <C extends { readonly case_id: string }>(ours: readonly C[], theirs: readonly C[]): C[] => [
    ...ours.filter(({ case_id }) => !served.has(case_id)),
    ...theirs.filter(({ case_id }) => served.has(case_id)),
  ];
  return {
    ...old,
    steps: kept(old.steps, later.steps),
    ...('cards' in old && 'cards' in later ? { cards: kept(old.cards, later.cards) } : {}),
    ...('cases' in old && 'cases' in later
      ? {
          cases: [
            ...old.cases.filter((id) => !served.has(id)),
            ...later.cases.filter((id) => served.has(id)),
          ],
        }
      : {}),
  };
}

async function readFolder<T>(
  paths: BatchPaths,
  folder: string,
  prefix: string,
  schema: z.ZodType<T>,
): Promise<T[]> {
  const names = (await readdir(paths.abs(folder))).filter(
    (name) => name.startsWith(prefix) && name.endsWith('.json'),
  );
  return Promise.all(names.sort().map((name) => readJson(paths.abs(`${folder}/${name}`), schema, WAY_OUT)));
}

async function readScript(paths: BatchPaths): Promise<Map<string, string>> {
  const dir = paths.abs(paths.script);
  const names = (await readdir(dir))
    .filter((name) => name.endsWith('.json') && name !== 'manifest.json')
    .sort();
  const files = new Map<string, string>();
  for (const name of names) files.set(name, (await readTextIfAny(path.join(dir, name))) ?? '');
  return files;
}

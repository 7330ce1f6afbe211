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
  worldPreset,
  type BatchManifest,
  type EvalBundle,
  type ExecBundle,
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
  const bundles = <T>(prefix: string, schema: z.ZodType<T>): Promise<T[]> =>
    Promise.all(
      [...scriptFiles.keys()]
        .filter((name) => name.startsWith(prefix))
        .map((name) => readJson(paths.abs(`${paths.script}/${name}`), schema, WAY_OUT)),
    );
  return {
    paths,
    manifest,
    manifests,
    evalset,
    world: await readJson(paths.abs(`${paths.script}/world-preset.bound.json`), worldPreset, WAY_OUT),
    evalBundles: await bundles('eval-', evalBundle),
    execBundles: await bundles('exec-', execBundle),
    scriptFiles,
  };
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

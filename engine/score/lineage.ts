import type { EvalsetManifest, Manifests, Summary } from '../../schemas/index.ts';

type Lineage = Summary['lineage'];

/** The parent evalset without what only its export knew (iteration, folder, instant). */
function parentOf(parent: NonNullable<EvalsetManifest['parent']>): Lineage['evalset']['parent'] {
  const { base_iteration: _iteration, source, ...rest } = parent;
  if (source === undefined) return rest;
  const { export_dir: _dir, exported_at: _at, ...kept } = source;
  return { ...rest, source: kept };
}

function evalsetOf(manifest: EvalsetManifest): Lineage['evalset'] {
  const { name, version, base_iteration, case_total, hash, short, hash_rule, source, selection } = manifest;
  const { parent, npc, judging, deps } = manifest;
  return {
    name,
    version,
    ...(base_iteration === undefined ? {} : { base_iteration }),
    case_total,
    hash,
    short,
    hash_rule,
    ...(source === undefined ? {} : { source }),
    ...(selection === undefined
      ? {}
      : { selection_file: { file: selection.file, sha256: selection.sha256, short: selection.short } }),
    ...(parent === undefined ? {} : { parent: parentOf(parent) }),
    ...(npc === undefined ? {} : { npc }),
    ...(judging === undefined ? {} : { judging }),
    ...(deps === undefined ? {} : { deps }),
  };
}

/**
 * What the batch was made of: a projection of the manifests (no instants of generation, files as a number).
 *
 * @param masters number of master copies; `seed_assets` of the evalset manifest when absent
 */
export function lineageOf({ evalset, script, exec }: Manifests, casesRun: number, masters?: number): Lineage {
  const { selection } = evalset;
  return {
    evalset: evalsetOf(evalset),
    script: {
      label: script.label,
      day0: script.day0,
      hash: script.hash,
      short: script.short,
      steps: script.steps,
      compiled_at: script.compiled_at,
      files: script.files.length,
      exec_manifest: { world_bound_sha256: exec.world_bound_sha256, created_at: exec.created_at },
    },
    world: {
      version: script.world_version,
      manifest_short: script.world_manifest_short,
      masters: masters ?? evalset.seed_assets ?? 0,
    },
    selection:
      selection === undefined
        ? { label: exec.selection.label, case_count: exec.selection.case_count }
        : {
            label: selection.label,
            case_count: selection.case_count,
            method: selection.method,
            ...(selection.source === undefined ? {} : { source: selection.source }),
          },
    cases_run: casesRun,
  };
}

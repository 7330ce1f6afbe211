import type { EvalsetManifest, ExecManifest, ScriptManifest } from '../../schemas/index.ts';
import { authorJson, evalsetHash, sha256Hex, short } from '../evalset/hash.ts';
import type { Evalset } from '../evalset/model.ts';
import type { ScriptParts } from './emit.ts';

const HASH_RULE =
  'sha256 over the selected cards in the evalset’s order, each as JSON.stringify of its parsed value (author’s key order, no defaults, no \\u escapes), joined by one line feed';

export interface ManifestInput {
  readonly evalset: Evalset;
  readonly parts: ScriptParts;
  readonly files: ReadonlyMap<string, string>;
  readonly now: Date;
  /** What the verifier says of the files: `OK`, or how much it found. */
  readonly lint: string;
}

/** sha256 of the world's master as its author wrote it. */
export function worldHash(evalset: Evalset): string {
  return sha256Hex(authorJson(evalset.world.raw));
}

/** sha256 over the lines `<sha256 of the file>  <name>` of the compiled files, sorted by name. */
export function scriptHash(files: ReadonlyMap<string, string>): string {
  const names = [...files.keys()].sort();
  return sha256Hex(names.map((name) => `${sha256Hex(files.get(name) ?? '')}  ${name}\n`).join(''));
}

const hashed = (hash: string) => ({ hash, short: short(hash) });

/** Identity of the evalset: its selected cards; the whole of it is the parent when something was left out. */
export function evalsetManifest({ evalset, parts, files, now }: ManifestInput): EvalsetManifest {
  const { name, version, cards } = evalset;
  const selected = new Set(parts.selection.cases);
  const chosen = cards.filter(({ value }) => selected.has(value.case_id));
  const file = sha256Hex(files.get('selection.json') ?? '');
  const whole = chosen.length === cards.length;
  const all = evalsetHash(cards.map(({ raw }) => raw));
  return {
    name,
    version,
    case_total: chosen.length,
    ...hashed(evalsetHash(chosen.map(({ raw }) => raw))),
    hash_rule: HASH_RULE,
    selection: {
      file: 'script/selection.json',
      sha256: file,
      short: short(file),
      label: parts.selection.label,
      case_count: parts.selection.case_count,
      method: parts.selection.method,
      ...(parts.selection.uncovered === undefined ? {} : { uncovered: parts.selection.uncovered }),
    },
    ...(whole ? {} : { parent: { name, version, case_total: cards.length, ...hashed(all) } }),
    ...(evalset.npcs.length === 0
      ? {}
      : {
          npc: {
            count: evalset.npcs.length,
            ...hashed(evalsetHash(evalset.npcs.map(({ raw }) => raw))),
          },
        }),
    seed_assets: Object.keys(parts.world.assets ?? {}).length,
    ...(evalset.checks === null ? {} : { judging: hashed(sha256Hex(authorJson(evalset.checks.raw))) }),
    ...(evalset.deps === null ? {} : { deps: hashed(sha256Hex(authorJson(evalset.deps.raw))) }),
    generated_at: now.toISOString(),
  };
}

/** The script instance: hash over the compiled files, and each file's own. `world_version` is ours. */
export function scriptManifest(input: ManifestInput, evalset: EvalsetManifest): ScriptManifest {
  const { parts, files, now } = input;
  const { render, label, phases } = parts.world;
  const { corrections } = input.evalset;
  const world = worldHash(input.evalset);
  const day0 = render.day0 ?? '';
  const stepCounts = new Map<string, number>([
    ...parts.evalBundles.map((b): [string, number] => [`eval-${b.group}.json`, b.steps.length]),
    ...parts.execBundles.map((b): [string, number] => [`exec-${b.group}.json`, b.steps.length]),
  ]);
  return {
    label,
    day0,
    ...hashed(scriptHash(files)),
    evalset_short: evalset.short,
    ...(evalset.parent === undefined ? {} : { evalset_parent_short: evalset.parent.short }),
    ...(evalset.npc === undefined ? {} : { npc_short: evalset.npc.short }),
    ...(corrections === null
      ? {}
      : {
          corrections: {
            ...hashed(sha256Hex(authorJson(corrections.raw))),
            count: corrections.value.corrections.length,
          },
        }),
    world_manifest_short: short(world),
    world_version: `world-${day0}-${world.slice(0, 6)}`,
    files: [...files].map(([name, text]) => {
      const hash = sha256Hex(text);
      const steps = stepCounts.get(name);
      return { file: `script/${name}`, short: short(hash), hash, ...(steps === undefined ? {} : { steps }) };
    }),
    steps: {
      preset: phases?.preset?.length ?? 0,
      cast: phases?.cast?.length ?? 0,
      eval: parts.evalBundles.reduce((sum, bundle) => sum + bundle.steps.length, 0),
    },
    compiled_at: now.toISOString(),
  };
}

/** What is executed: the bundles, and the bound world that they belong to. */
export function execManifest({ parts, files, now, lint }: ManifestInput): ExecManifest {
  return {
    created_at: now.toISOString(),
    world_bound_sha256: sha256Hex(files.get('world-preset.bound.json') ?? ''),
    bundles: parts.execBundles.map(({ steps: _, ...bundle }) => ({
      group: bundle.group,
      group_name: bundle.group_name,
      file: `script/exec-${bundle.group}.json`,
      cases: bundle.cases,
      case_count: bundle.case_count,
      eval_steps: bundle.eval_steps,
      lint,
      est_minutes: bundle.est_minutes,
    })),
    excluded_count: parts.selection.excluded.length,
    selection: {
      label: parts.selection.label,
      case_count: parts.selection.case_count,
      ...(parts.budget === undefined ? {} : { budget: parts.budget }),
    },
  };
}

import path from 'node:path';
import type {
  CasesMeta,
  ChecksFile,
  CorrectionsFile,
  DepsFile,
  EvalsetFile,
  KindName,
  Playbook,
  SkillCard,
  TeamCard,
  WorldPreset,
} from '../../schemas/index.ts';
import { loadExtensions } from './extensions/load-extensions.ts';
import type { FileCache } from './file-cache.ts';
import { sortFindings } from './finding.ts';
import { findLayout, type Part } from './layout.ts';
import { missingWorld, onSkills } from './missing-world.ts';
import { once } from './once.ts';
import { loadDocument, plainFile, readDocument, type LoadedFile } from './load-file.ts';
import type { Evalset, FilePort, Finding, Located } from './model.ts';

/** An evalset as far as it could be read. `files` holds every file, also those with errors. */
export interface LoadedEvalset {
  readonly evalset: Evalset | null;
  readonly files: readonly LoadedFile[];
  readonly findings: readonly Finding[];
}

/**
 * Reads the evalset in a folder (`evalset.yaml`, or an exported `evalset/cases.json`). The findings are those of
 * reading (missing files, syntax, shape); rules are run by `check`. Null when errors make it unusable.
 */
export async function loadEvalset(
  root: string,
  files: FilePort,
  signal?: AbortSignal,
): Promise<{ evalset: Evalset | null; findings: Finding[] }> {
  const { evalset, findings } = await loadEvalsetFiles(root, files, signal);
  return { evalset, findings: sortFindings(findings) };
}

/** The same, with every file that was read. What `cache` holds of an unchanged text is not read again. */
export async function loadEvalsetFiles(
  folder: string,
  files: FilePort,
  signal?: AbortSignal,
  cache?: FileCache,
): Promise<LoadedEvalset> {
  const root = path.resolve(folder);
  const findings: Finding[] = [];
  const layout = await findLayout(root, files, findings, cache);
  if (layout === null) return { evalset: null, files: [], findings };

  const extensions = await loadExtensions(root, layout.schemas, files, cache);
  const read = async (part: Part, wanted: readonly KindName[]): Promise<LoadedFile | null> => {
    signal?.throwIfAborted();
    const document = await readDocument(part.path, files, findings, cache);
    if (document === null) return null;
    const loaded = loadDocument(document, wanted, cache, (kind) => extensions.of(part.path, kind));
    findings.push(...loaded.findings);
    return loaded;
  };
  const readAll = async (parts: readonly Part[], wanted: readonly KindName[]): Promise<LoadedFile[]> => {
    const loaded: LoadedFile[] = [];
    // A few at a time: neither one by one nor a thousand open files.
    for (let i = 0; i < parts.length; i += 32) {
      const some = await Promise.all(parts.slice(i, i + 32).map((part) => read(part, wanted)));
      loaded.push(...some.filter((file) => file !== null));
    }
    return loaded;
  };
  const readOne = (part: Part | null, wanted: KindName) =>
    part === null ? Promise.resolve(null) : read(part, [wanted]);

  const cases = await readAll(layout.cases, ['case-card', 'case-cards', 'skill-card', 'skill-cards']);
  findings.push(...missingWorld(root, layout, cases));
  const world = await readOne(layout.world, 'world-preset');
  const npcs = await readAll(layout.npcs, ['npc-playbook', 'npc-playbooks']);
  const meta = await readOne(layout.meta, 'cases-meta');
  const checks = await readOne(layout.checks, 'checks');
  const deps = await readOne(layout.deps, 'deps');
  const corrections = await readOne(layout.corrections, 'corrections');
  const pin = await readOne(layout.pin, 'pin');
  const skills = await readAll(layout.skills, ['skill']);
  findings.push(...extensions.findings());
  const all = [
    layout.file,
    ...cases,
    world,
    ...npcs,
    meta,
    checks,
    deps,
    corrections,
    pin,
    ...skills,
    ...extensions.documents.map(plainFile),
  ].filter((file) => file !== null);

  const unusable =
    world?.model === undefined ||
    layout.cases.length === 0 ||
    findings.some((item) => item.severity === 'error');
  if (unusable) return { evalset: null, files: all, findings };
  // Made for who plays or compiles it: an editor asks for its files only.
  const evalset = once((): Evalset => {
    const file = layout.file === null ? null : whole<EvalsetFile>(layout.file);
    return {
      root,
      name: file?.value.name ?? path.basename(root),
      version: file?.value.version ?? '',
      file,
      cards: cases.filter((item) => !onSkills(item)).flatMap((item) => entries<TeamCard>(item)),
      skillCards: cases.filter(onSkills).flatMap((item) => entries<SkillCard>(item)),
      world: whole<WorldPreset>(world),
      npcs: npcs.flatMap((item) => entries<Playbook>(item)),
      meta: meta === null ? null : whole<CasesMeta>(meta),
      checks: checks === null ? null : whole<ChecksFile>(checks),
      deps: deps === null ? null : whole<DepsFile>(deps),
      corrections: corrections === null ? null : whole<CorrectionsFile>(corrections),
      sources: all.map((item) => item.document),
    };
  });
  return {
    get evalset() {
      return evalset();
    },
    files: all,
    findings,
  };
}

/** The model of a whole file. Its shape was checked, which is what `T` says. */
export function whole<T>(file: LoadedFile): Located<T> {
  return { file: file.document, at: [], raw: file.document.value, value: file.model as T };
}

/** The models of a file that holds one or a list, of those that have no errors. */
export function entries<T>(file: LoadedFile): Located<T>[] {
  return file.models().map(({ at, raw, model }) => ({ file: file.document, at, raw, value: model as T }));
}

import path from 'node:path';
import { detectKind } from '../../schemas/kinds.ts';
import type { FileCache } from './file-cache.ts';
import { inFile } from './file-unit.ts';
import { findingAt, findingOnFile, sortFindings } from './finding.ts';
import { evalsetMark } from './layout.ts';
import { loadEvalsetFiles, type LoadedEvalset } from './load.ts';
import { loadDocument, readDocument, type LoadedFile } from './load-file.ts';
import { once } from './once.ts';
import type { Evalset, FilePort, Finding } from './model.ts';
import { EVALSET_RULES, FILE_RULES, PART_RULES } from './rules/index.ts';
import { severitiesOf, withSeverities } from './severities.ts';
import type { SourceDocument } from './source.ts';
import { viewOf, type EvalsetView } from './view.ts';
import { tell } from './told.ts';

const OURS = /\.(ya?ml|json)$/i;
/** A skill outside an evalset may be anybody's: it is looked at when it is named. */
const NAMED = /(^|[\\/])SKILL\.md$/;
const SKIPPED = new Set(['node_modules', 'runs', 'dist']);

/**
 * Checks files and folders. An evalset folder is checked as a whole; other folders are searched for evalsets and for
 * our files; a lone file gets the rules of its shape and grammar. One order: by file, then by position.
 */
export async function check(
  paths: readonly string[],
  files: FilePort,
  signal?: AbortSignal,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const given of paths) {
    signal?.throwIfAborted();
    const target = path.resolve(given);
    if (await files.isFile(target)) findings.push(...(await checkNamedFile(target, files, signal)));
    else if ((await files.list(target)).length > 0)
      findings.push(...(await checkFolder(target, files, signal)));
    else
      findings.push(
        findingOnFile(
          target,
          'file-not-found',
          tell`There is no such file, and no folder with anything in it.`,
        ),
      );
  }
  return sortFindings(findings);
}

/** Reads an evalset and runs every rule. `evalset` is null when an error stands that makes it unusable. */
export async function checkEvalset(
  root: string,
  files: FilePort,
  signal?: AbortSignal,
): Promise<{ evalset: Evalset | null; findings: Finding[] }> {
  const { loaded, findings } = await inspectEvalset(root, files, signal);
  return { evalset: loaded.evalset, findings: [...findings] };
}

/**
 * An evalset as an editor looks at it: its files, usable or not, what the rules see, and all findings in order. The rules
 * run when their findings are first asked for: who hovers does not wait for them.
 */
export interface InspectedEvalset {
  readonly loaded: LoadedEvalset;
  readonly view: EvalsetView;
  readonly findings: readonly Finding[];
}

/** Reads an evalset, ready to run every rule; with a cache, only on what changed since. */
export async function inspectEvalset(
  root: string,
  files: FilePort,
  signal?: AbortSignal,
  cache?: FileCache,
): Promise<InspectedEvalset> {
  const loaded = await loadEvalsetFiles(root, files, signal, cache);
  const view = once(() => viewOf(loaded.files, cache?.evalset(path.resolve(root))));
  const findings = once(() => sortFindings(evalsetFindings(loaded, view())));
  return {
    loaded,
    get view() {
      return view();
    },
    get findings() {
      return findings();
    },
  };
}

/** A file outside an evalset: shape and grammar. No findings when it is not ours. */
export function inspectFile(
  document: SourceDocument,
  cache?: FileCache,
): { readonly file: LoadedFile; readonly findings: readonly Finding[] } {
  const file = loadDocument(document, undefined, cache);
  return { file, findings: sortFindings(checkDocument(file, false)) };
}

function evalsetFindings(loaded: LoadedEvalset, view: EvalsetView, signal?: AbortSignal): readonly Finding[] {
  const findings = [...loaded.findings];
  for (const file of loaded.files) {
    signal?.throwIfAborted();
    findings.push(...findingsOf(file, false));
  }
  for (const rule of EVALSET_RULES) findings.push(...rule(view));
  return withSeverities(findings, severitiesOf(loaded.files));
}

/** Rules on one file. After a syntax error a value is not what the author meant, so they stay off there. */
function findingsOf({ document, kind, units, parts, excerpt }: LoadedFile, alone: boolean): Finding[] {
  if (kind === undefined) return [];
  const findings: Finding[] = [];
  for (const unit of units) {
    if (unit.state === 'broken') continue;
    const own = parts.findings.of(unit.document, () =>
      PART_RULES.flatMap((rule) => rule({ file: unit.document, kind: unit.kind })),
    );
    for (const finding of own) findings.push(inFile(unit, finding));
  }
  if (document.problems.some((problem) => problem.fatal)) return findings;
  return [
    ...findings,
    ...FILE_RULES.flatMap((rule) => rule({ file: document, kind, excerpt: excerpt(), alone })),
  ];
}

/** A file that was named: `evalset.yaml` stands for its folder; a file that is not ours is an error. */
async function checkNamedFile(
  file: string,
  files: FilePort,
  signal: AbortSignal | undefined,
): Promise<readonly Finding[]> {
  if (/^evalset\.ya?ml$/.test(path.basename(file))) return evalsetAt(path.dirname(file), files, signal);
  const findings: Finding[] = [];
  const document = OURS.test(file) || NAMED.test(file) ? await readDocument(file, files, findings) : null;
  if (document !== null) return checkDocument(loadDocument(document), true);
  if (findings.length > 0) return findings;
  return [
    findingOnFile(
      file,
      'unknown-kind',
      tell`This is not a file of an evalset: those end in .yaml, .yml or .json, and skills are named SKILL.md.`,
    ),
  ];
}

async function evalsetAt(
  root: string,
  files: FilePort,
  signal: AbortSignal | undefined,
): Promise<readonly Finding[]> {
  const loaded = await loadEvalsetFiles(root, files, signal);
  return evalsetFindings(loaded, viewOf(loaded.files), signal);
}

function checkDocument(loaded: LoadedFile, named: boolean): Finding[] {
  if (loaded.kind !== undefined) return [...loaded.findings, ...findingsOf(loaded, true)];
  if (!named) return [];
  if (loaded.findings.length > 0) return [...loaded.findings];
  return [
    findingAt(
      { file: loaded.document, at: [], locate: { what: 'head' } },
      'unknown-kind',
      'error',
      tell`The content is of no kind that is known here. A case card has case_id, turns and checkpoints_raw; a world has actors and groups; an evalset has cases and world.`,
    ),
  ];
}

async function checkFolder(
  root: string,
  files: FilePort,
  signal: AbortSignal | undefined,
  seen = new Set<string>(),
): Promise<Finding[]> {
  signal?.throwIfAborted();
  const findings: Finding[] = [];
  if ((await evalsetMark(root, files)) !== null) {
    const loaded = await loadEvalsetFiles(root, files, signal);
    for (const { document } of loaded.files) seen.add(document.path);
    findings.push(...evalsetFindings(loaded, viewOf(loaded.files), signal));
  }
  for (const name of await files.list(root)) {
    const at = path.join(root, name);
    if (name.endsWith('/')) {
      const folder = name.slice(0, -1);
      if (SKIPPED.has(folder) || folder.startsWith('.')) continue;
      findings.push(...(await checkFolder(at, files, signal, seen)));
    } else if (OURS.test(name) && !seen.has(at)) findings.push(...(await checkLoose(at, files)));
  }
  return findings;
}

/** A file that was come across: what cannot be read is only of interest when its name says that it is ours. */
async function checkLoose(file: string, files: FilePort): Promise<Finding[]> {
  const findings: Finding[] = [];
  const document = await readDocument(file, files, findings);
  if (document === null) return detectKind(file, undefined) === undefined ? [] : findings;
  return checkDocument(loadDocument(document), false);
}

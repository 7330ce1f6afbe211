import { readdir } from 'node:fs/promises';
import path from 'node:path';
import {
  directorEvent,
  evalBundle,
  execBundle,
  injectedFault,
  summary as summaryModel,
  worldPreset,
  type BatchManifest,
  type DirectorEvent,
  type EvaluationCard,
  type EvalStep,
  type InjectedFaultLine,
  type JournalEntry,
  type Summary,
  type WorldPreset,
} from '../../schemas/index.ts';
import { batchManifest } from '../../schemas/batch.ts';
import { lockHolder } from '../batch/lock.ts';
import { BatchPaths, segment } from '../batch/paths.ts';
import { WorldState } from '../director/state.ts';
import { readJournalFacts, type JournalFacts } from './journal.ts';
import { looksLikeManifest, looseManifest } from './loose/manifest.ts';
import { objectOf } from './loose/values.ts';
import { SoftReader, stampOf } from './reader.ts';
import { trouble, type Trouble } from './trouble.ts';
import { verdictWithoutMessages } from './verdict-head.ts';

/** Where a case stands in the script. */
export interface ScriptedCase {
  readonly group: string;
  readonly steps: readonly EvalStep[];
  readonly card: EvaluationCard | null;
}

/** A batch folder as it was read; everything but the cases' own files. */
export interface BatchFacts {
  readonly paths: BatchPaths;
  /** Null for a folder that another tool wrote, or that is half written. */
  readonly manifest: BatchManifest | null;
  readonly foreign: boolean;
  readonly journal: JournalFacts;
  readonly state: WorldState;
  /** Lines of the journal by case. */
  readonly linesOf: ReadonlyMap<string, readonly JournalEntry[]>;
  /** Ids of the cases in the batch's order. */
  readonly cases: readonly string[];
  /** Verdicts of a folder without a manifest, by case; see {@link verdictFile}. */
  readonly verdictFiles: ReadonlyMap<string, string>;
  readonly scripted: ReadonlyMap<string, ScriptedCase>;
  readonly groupNames: ReadonlyMap<string, string>;
  readonly world: WorldPreset | null;
  readonly summary: Summary | null;
  readonly evalset: EvalsetOfBatch;
  readonly createdAt: string;
  /** Lines of `director.jsonl`. */
  readonly director: readonly DirectorEvent[];
  /** Faults that were made on purpose. */
  readonly faults: readonly InjectedFaultLine[];
  readonly troubles: readonly Trouble[];
  readonly bytes: number;
}

/** What the folder holds by its names alone. */
export interface FolderSigns {
  readonly manifest: boolean;
  /** It has begun to be made by us. */
  readonly begun: boolean;
  readonly results: readonly string[];
  readonly evidence: readonly string[];
}

const names = async (dir: string): Promise<string[]> => readdir(dir).catch(() => []);

export async function signsOf(dir: string): Promise<FolderSigns> {
  const top = new Set(await names(dir));
  const results = top.has('results') ? await names(path.join(dir, 'results')) : [];
  const evidence = top.has('evidence') ? await names(path.join(dir, 'evidence')) : [];
  return {
    manifest: top.has('manifest.json'),
    begun: top.has('journal.jsonl') || top.has('batch.lock') || (top.has('evalset') && top.has('script')),
    results: results.filter((name) => /^verdict-.+\.json$/.test(name) && !/\.kept-\d+\.json$/.test(name)),
    evidence,
  };
}

/** Whether a folder is a batch of ours, of another tool, or one that is being made. */
export async function looksLikeBatch(dir: string): Promise<boolean> {
  const signs = await signsOf(dir);
  if (signs.results.length > 0 || signs.begun) return true;
  if (signs.manifest) {
    const reader = new SoftReader(new BatchPaths(dir));
    if (looksLikeManifest(await reader.json('manifest.json'))) return true;
  }
  for (const name of signs.evidence) {
    const inside = await names(path.join(dir, 'evidence', name));
    if (inside.some((file) => /^judge-.+\.json$/.test(file))) return true;
  }
  return false;
}

/** Changes whenever the facts of the batch may have. */
export async function batchStamp(paths: BatchPaths): Promise<string> {
  const watched = [
    paths.manifest,
    paths.journal,
    paths.script,
    paths.summary,
    'results',
    'evidence',
    paths.evalset,
    paths.director,
    paths.faults,
  ];
  const stamps = await Promise.all(watched.map((one) => stampOf(paths.abs(one))));
  return stamps.join(' ');
}

/** Whether a live process plays the batch. */
export function isPlayed(paths: BatchPaths): boolean {
  return lockHolder(paths.abs(paths.lock)) !== null;
}

export async function readBatch(paths: BatchPaths): Promise<BatchFacts> {
  const reader = new SoftReader(paths);
  const signs = await signsOf(paths.root);
  const torn: Trouble[] = [];
  const raw = await reader.json(paths.manifest);
  const unreadable = reader.troubles.length > 0;
  const journal = await readJournalFacts(reader);
  const results = signs.results.length > 0 || (signs.evidence.length > 0 && !signs.begun);
  const foreign = results && !journal.ours && !unreadable && !looksLikeManifest(raw);
  const manifest =
    raw === undefined || foreign
      ? undefined
      : reader.shaped(paths.manifest, raw, batchManifest, looseManifest);
  if (raw === undefined && !foreign && !unreadable)
    torn.push(trouble((p) => (journal.ours ? p.lostManifest() : p.noManifest())));
  if (journal.torn && !isPlayed(paths)) torn.push(trouble((p) => p.tornJournal(), paths.abs(paths.journal)));
  const summary = await reader.model(paths.summary, summaryModel, () => undefined);
  const script = await readScript(reader, manifest !== undefined);
  const verdictFiles =
    manifest === undefined ? await verdictFilesOf(reader, signs) : new Map<string, string>();
  const ours = manifest !== undefined;
  const director = ours ? await reader.lines(paths.director, directorEvent) : [];
  const faults = ours ? await reader.lines(paths.faults, injectedFault) : [];
  return {
    paths,
    manifest: manifest ?? null,
    foreign,
    journal,
    state: new WorldState(journal.entries),
    linesOf: byCase(journal.entries),
    cases: manifest?.cases ?? (await casesWithFiles(reader, signs, verdictFiles)),
    verdictFiles,
    scripted: script.cases,
    groupNames: script.groups,
    world: script.world,
    summary: summary ?? null,
    evalset: await evalsetOf(reader, manifest, summary),
    createdAt:
      [manifest?.created_at, summary?.started_at, summary?.updated_at, journal.entries[0]?.ts].find(
        (one) => one !== undefined && one !== '',
      ) ?? '',
    director,
    faults,
    troubles: [...reader.troubles, ...torn],
    bytes: reader.bytes,
  };
}

/** Where the verdict of a case stands, relative to the batch. Another tool names the file in its own way. */
export function verdictFile(
  { paths, verdictFiles }: Pick<BatchFacts, 'paths' | 'verdictFiles'>,
  id: string,
): string {
  return verdictFiles.get(id) ?? paths.verdict(id);
}

function byCase(entries: readonly JournalEntry[]): Map<string, JournalEntry[]> {
  const lines = new Map<string, JournalEntry[]>();
  for (const entry of entries) {
    if (entry.case_id === undefined) continue;
    const list = lines.get(entry.case_id);
    if (list === undefined) lines.set(entry.case_id, [entry]);
    else list.push(entry);
  }
  return lines;
}

async function readScript(
  reader: SoftReader,
  expected: boolean,
): Promise<{ cases: Map<string, ScriptedCase>; groups: Map<string, string>; world: WorldPreset | null }> {
  const { paths } = reader;
  const files = (await names(paths.abs(paths.script))).filter((name) => name.endsWith('.json')).sort();
  if (files.length === 0 && expected) reader.troubles.push(trouble((p) => p.noScript()));
  const cards = new Map<string, EvaluationCard>();
  const cases = new Map<string, ScriptedCase>();
  const groups = new Map<string, string>();
  const nothing = (): undefined => undefined;
  for (const name of files.filter((file) => file.startsWith('eval-'))) {
    const bundle = await reader.model(`${paths.script}/${name}`, evalBundle, nothing);
    for (const card of bundle?.cards ?? []) cards.set(card.case_id, card);
    if (bundle !== undefined) groups.set(bundle.group, bundle.group_name);
  }
  for (const name of files.filter((file) => file.startsWith('exec-') && file !== 'exec-manifest.json')) {
    const bundle = await reader.model(`${paths.script}/${name}`, execBundle, nothing);
    if (bundle === undefined) continue;
    groups.set(bundle.group, bundle.group_name);
    const steps = new Map<string, EvalStep[]>();
    for (const step of bundle.steps) steps.set(step.case_id, [...(steps.get(step.case_id) ?? []), step]);
    for (const id of bundle.cases)
      cases.set(id, { group: bundle.group, steps: steps.get(id) ?? [], card: cards.get(id) ?? null });
  }
  const world = await reader.model(`${paths.script}/world-preset.bound.json`, worldPreset, nothing);
  for (const [key, group] of Object.entries(world?.groups ?? {})) groups.set(key, group.name);
  return { cases, groups, world: world ?? null };
}

/** Verdicts of a folder without a manifest, by the case that each says it is of. */
async function verdictFilesOf({ paths }: SoftReader, { results }: FolderSigns): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const name of results) {
    const relative = `results/${name}`;
    const reader = new SoftReader(paths);
    const value = (await verdictWithoutMessages(reader, relative)) ?? objectOf(await reader.json(relative));
    const id = value?.['case_id'];
    const said = typeof id === 'string' && id !== '' ? id : name.replace(/^verdict-(.+)\.json$/, '$1');
    // The file that has the name that is expected is the one that stages would write again.
    if (!files.has(said) || relative === paths.verdict(said)) files.set(said, relative);
  }
  return files;
}

/** Cases of a folder without a manifest: those that have a verdict or a judge file. */
async function casesWithFiles(
  { paths }: SoftReader,
  signs: FolderSigns,
  verdicts: ReadonlyMap<string, string>,
): Promise<string[]> {
  const ids = new Set(verdicts.keys());
  const folders = new Set([...ids].map(segment));
  for (const name of signs.evidence) {
    const inside = await names(paths.abs(`evidence/${name}`));
    if (inside.some((file) => /^judge-.+\.json$/.test(file)) && !folders.has(name)) ids.add(name);
  }
  const number = new Intl.Collator('en', { numeric: true });
  return [...ids].sort((a, b) => number.compare(a, b));
}

/** An evalset as a batch tells of it. */
export interface EvalsetOfBatch {
  /** Name alone; empty when the batch does not tell it. */
  readonly name: string;
  /** With its version and short hash, as people see it. */
  readonly title: string;
}

async function evalsetOf(
  reader: SoftReader,
  manifest: BatchManifest | undefined,
  summary: Summary | undefined,
): Promise<EvalsetOfBatch> {
  for (const file of ['script/manifest.json', 'evalset/manifest.json', 'manifests.json', 'manifest.json']) {
    const value = objectOf(await new SoftReader(reader.paths).json(file));
    const evalset = objectOf(value?.['evalset']) ?? (file.startsWith('evalset/') ? value : undefined);
    const name = evalset?.['name'];
    if (typeof name === 'string') return named(name, evalset?.['version'], evalset?.['short']);
  }
  const lineage = summary?.lineage.evalset;
  if (lineage !== undefined) return named(lineage.name, lineage.version, lineage.short);
  if (manifest === undefined) return { name: '', title: '' };
  // The label is the world's, or the selection's.
  return { ...named(manifest.label, undefined, manifest.identity.evalset.slice(0, 12)), name: '' };
}

function named(name: string, version: unknown, short: unknown): EvalsetOfBatch {
  const parts = [name, ...(typeof version === 'string' ? [version] : [])].join(' ');
  return { name, title: typeof short === 'string' && short !== '' ? `${parts} (${short})` : parts };
}

import path from 'node:path';
import type { KindName } from '../../schemas/kinds.ts';
import { UsageError } from '../batch/errors.ts';
import { evalsetHash } from '../evalset/hash.ts';
import { evalsetMark } from '../evalset/layout.ts';
import { isFileName } from '../evalset/names.ts';
import { loadEvalsetFiles } from '../evalset/load.ts';
import type { FilePort } from '../evalset/model.ts';
import { readSource, type SourceDocument } from '../evalset/source.ts';
import { authorKind, convertFile, textOf, type Converted, type ListForm } from './convert-file.ts';
import { evalsetText, type EvalsetParts } from './evalset-text.ts';
import { convertedName, LISTS, type TargetFormat } from './names.ts';

export interface ConvertedFolder extends Converted {
  /** Files that are taken over as they are, by their paths in the folder. */
  readonly copies: readonly string[];
  /** Hash of the evalset, the same before and after. */
  readonly hash: string;
}

const SKIPPED = new Set(['node_modules', 'runs', 'dist']);

/** Places of the exported form, and of ours. */
const PLACES = {
  json: {
    cases: 'evalset/cases.json',
    npcs: 'npc/npc-playbook.json',
    world: 'script/world-preset.json',
    meta: 'evalset/cases.meta.json',
    checks: 'evalset/cases.checks.json',
  },
  yaml: {
    cases: 'cases/cases.yaml',
    npcs: 'npc/npc-playbook.yaml',
    world: 'world/world.world.yaml',
    meta: 'cases.meta.yaml',
    checks: 'cases.checks.yaml',
  },
} as const;

/**
 * Turns an evalset into the other form, as a whole: its files, and the `evalset.yaml` that names them. Paths in the
 * result are relative to the new folder.
 * @param leaveOut a folder whose files are not the evalset's: that of an earlier conversion
 * @throws UsageError that names the file and the way out
 */
export async function convertFolder(
  root: string,
  files: FilePort,
  to: TargetFormat,
  lists: ListForm,
  leaveOut: string,
  signal?: AbortSignal,
): Promise<ConvertedFolder> {
  const mark = await evalsetMark(root, files);
  if (mark === null)
    throw new UsageError(
      `${root}: this folder is no evalset (evalset.yaml, or evalset/cases.json); name a file instead`,
    );
  const loaded = await loadEvalsetFiles(root, files, signal);
  const missing = loaded.findings.find(({ code }) => code === 'missing-file' || code === 'unreadable-file');
  if (missing !== undefined)
    throw new UsageError(`${missing.file}:${missing.range.start.line + 1}: ${missing.message}`);
  const sources = loaded.files.map(({ document }) => document).filter(({ format }) => format !== 'markdown');
  const folder = new Folder(root, to, lists);
  for (const kinds of GROUPS) folder.group(sources.filter((source) => kinds.includes(authorKind(source))));
  const head = sources.find((source) => authorKind(source) === 'evalset') ?? null;
  folder.files.set('evalset.yaml', evalsetText(head, folder.parts, folder.renamed, root));
  const hash = evalsetHash(cardsOf(sources));
  const after = folder.parts.cases.map((file) => readSource(file, folder.files.get(file) ?? ''));
  if (evalsetHash(cardsOf(after)) !== hash)
    throw new Error(`${root}: the hash of the evalset would change; this is a fault of the converter`);
  // Other sidecars are looked for by their names, so they stay what they are.
  const turned = GROUPS.flat();
  const known = new Set(
    sources.filter((source) => turned.includes(authorKind(source))).map((source) => source.path),
  );
  const copies = (await walk(root, files, leaveOut))
    .filter((file) => !known.has(file) && file !== mark)
    .map((file) => relative(root, file))
    .filter((file) => !folder.files.has(file));
  return { files: folder.files, notes: folder.notes, copies, hash };
}

/** Files that go together into one list. */
const GROUPS: readonly (readonly KindName[])[] = [
  ['case-card', 'case-cards', 'skill-card', 'skill-cards'],
  ['npc-playbook', 'npc-playbooks'],
  ['world-preset'],
  ['cases-meta'],
  ['checks'],
];

class Folder {
  readonly files = new Map<string, string>();
  readonly notes: string[] = [];
  readonly renamed = new Map<string, string>();
  readonly parts: EvalsetParts = { cases: [], npcs: [], world: [], meta: [], checks: [] };
  readonly #root: string;
  readonly #to: TargetFormat;
  readonly #lists: ListForm;

  constructor(root: string, to: TargetFormat, lists: ListForm) {
    this.#root = root;
    this.#to = to;
    this.#lists = lists;
  }

  /** Files of one group: joined into one list, taken apart, or one by one. */
  group(sources: readonly SourceDocument[]): void {
    const kinds = new Set(sources.map((source) => itemOf(authorKind(source))));
    const [kind] = kinds;
    const list = Object.entries(LISTS).find(([, { item }]) => item === kind);
    if (
      kind !== undefined &&
      list !== undefined &&
      kinds.size === 1 &&
      this.#lists === 'one' &&
      sources.length > 1
    )
      this.#join(sources, list[0] as KindName);
    else for (const source of sources) this.#one(source);
  }

  #join(sources: readonly SourceDocument[], kind: KindName): void {
    const [first] = sources;
    if (first === undefined) return;
    const part = partOf(kind);
    const name = PLACES[this.#to][part];
    const items = sources.flatMap(({ value }) => (Array.isArray(value) ? (value as unknown[]) : [value]));
    this.#put(part, name, textOf(first, kind, items, this.#to));
    if (this.#to === 'json')
      for (const source of sources) this.notes.push(...convertFile(source, 'json', 'one').notes);
    for (const source of sources) this.renamed.set(relative(this.#root, source.path), name);
  }

  #one(source: SourceDocument): void {
    const kind = authorKind(source);
    const before = relative(this.#root, source.path);
    const part = partOf(kind);
    const apart = this.#lists === 'each' && Array.isArray(source.value) && LISTS[kind] !== undefined;
    if (source.format === this.#to && !apart) {
      this.#put(part, before, source.text);
      return;
    }
    const { files, notes } = convertFile(source, this.#to, this.#lists);
    this.notes.push(...notes);
    for (const [name, text] of files) {
      const after = apart ? `${FOLDERS[part]}/${name}` : this.#place(kind, before, source.value);
      this.#put(part, after, text);
      this.renamed.set(before, after);
    }
  }

  #place(kind: KindName, before: string, value: unknown): string {
    const part = partOf(kind);
    const single =
      LISTS[kind] === undefined && itemOf(kind) === kind && (part === 'cases' || part === 'npcs');
    if (single) return convertedName(before, kind, this.#to);
    if (part === 'world' && this.#to === 'yaml') return `world/${worldName(value)}.world.yaml`;
    return PLACES[this.#to][part];
  }

  #put(part: keyof EvalsetParts, name: string, text: string): void {
    if (this.files.has(name))
      throw new UsageError(
        `${this.#root}: two files would become ${name}; rename one of them, or convert them one by one`,
      );
    this.files.set(name, text);
    this.parts[part].push(name);
  }
}

/** Folders of the files that a list is taken apart into. */
const FOLDERS: Readonly<Record<keyof EvalsetParts, string>> = {
  cases: 'cases',
  npcs: 'npc',
  world: 'world',
  meta: '.',
  checks: '.',
};

/** A world's file bears the name of its scenario. */
function worldName(value: unknown): string {
  const id: unknown =
    typeof value === 'object' && value !== null && 'scenario_id' in value ? value.scenario_id : null;
  return typeof id === 'string' && isFileName(id) ? id : 'world';
}

const itemOf = (kind: KindName): KindName => LISTS[kind]?.item ?? kind;

function partOf(kind: KindName): keyof EvalsetParts {
  if (kind === 'world-preset') return 'world';
  if (kind === 'cases-meta') return 'meta';
  if (kind === 'checks') return 'checks';
  return kind.startsWith('npc') ? 'npcs' : 'cases';
}

const CARDS: readonly KindName[] = ['case-card', 'case-cards', 'skill-card', 'skill-cards'];

function cardsOf(sources: readonly SourceDocument[]): unknown[] {
  return sources
    .filter(({ kind }) => kind !== undefined && CARDS.includes(kind))
    .flatMap(({ value }) => (Array.isArray(value) ? (value as unknown[]) : [value]));
}

async function walk(dir: string, files: FilePort, leaveOut: string): Promise<string[]> {
  const found: string[] = [];
  if (path.resolve(dir) === leaveOut) return found;
  for (const name of await files.list(dir)) {
    if (name.startsWith('.')) continue;
    if (!name.endsWith('/')) found.push(path.join(dir, name));
    else if (!SKIPPED.has(name.slice(0, -1)))
      found.push(...(await walk(path.join(dir, name.slice(0, -1)), files, leaveOut)));
  }
  return found;
}

const relative = (root: string, file: string): string => path.relative(root, file).split(path.sep).join('/');

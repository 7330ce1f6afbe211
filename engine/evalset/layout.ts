import path from 'node:path';
import type { EvalsetFile } from '../../schemas/index.ts';
import type { FileCache } from './file-cache.ts';
import { findingAt, findingOnFile } from './finding.ts';
import { loadDocument, readDocument, type LoadedFile } from './load-file.ts';
import type { FilePort, Finding, ValuePath } from './model.ts';
import { PIN_NAME } from './names.ts';
import { tell } from './told.ts';

/** A file that belongs to an evalset, and where it is named. */
export interface Part {
  readonly path: string;
  readonly named?: { readonly by: LoadedFile; readonly at: ValuePath };
}

/** A JSON Schema of the author's, and where it is named. */
export interface NamedSchema {
  readonly key: string;
  /** As it is written there. */
  readonly name: string;
  readonly part: Part;
  readonly by: LoadedFile['document'];
  readonly at: ValuePath;
}

/** Which files make up an evalset. */
export interface Layout {
  readonly file: LoadedFile | null;
  readonly cases: readonly Part[];
  readonly world: Part | null;
  readonly npcs: readonly Part[];
  readonly meta: Part | null;
  readonly checks: Part | null;
  readonly deps: Part | null;
  readonly corrections: Part | null;
  readonly graders: Part | null;
  /** The pinned version. */
  readonly pin: Part | null;
  /** Every `skills/<name>/SKILL.md`. */
  readonly skills: readonly Part[];
  readonly schemas: readonly NamedSchema[];
}

const EVALSET_NAMES = ['evalset.yaml', 'evalset.yml'];
const EXPORTED = 'evalset/cases.json';

/** The mark by which a folder is an evalset: its `evalset.yaml`, or `evalset/cases.json`; null when it is none. */
export async function evalsetMark(root: string, files: FilePort): Promise<string | null> {
  for (const name of [...EVALSET_NAMES, EXPORTED]) {
    const file = path.join(root, name);
    if (await files.isFile(file)) return file;
  }
  return null;
}

/** Finds the parts of an evalset. What is missing or unreadable becomes a finding. */
export async function findLayout(
  root: string,
  files: FilePort,
  findings: Finding[],
  cache?: FileCache,
): Promise<Layout | null> {
  const mark = await evalsetMark(root, files);
  if (mark === null) {
    findings.push(
      findingOnFile(
        root,
        'not-an-evalset',
        tell`This folder is no evalset. Give it an evalset.yaml, or an exported evalset/cases.json.`,
      ),
    );
    return null;
  }
  return mark.endsWith('.json')
    ? exportedLayout(root, files)
    : yamlLayout(root, mark, files, findings, cache);
}

async function yamlLayout(
  root: string,
  mark: string,
  files: FilePort,
  findings: Finding[],
  cache: FileCache | undefined,
): Promise<Layout | null> {
  const document = await readDocument(mark, files, findings, cache);
  if (document === null) return null;
  const file = loadDocument(document, ['evalset'], cache);
  findings.push(...file.findings);
  // Even a file with errors names its parts; they are looked at so that nothing hides behind the error.
  const names = (file.model ?? document.value) as Partial<Record<keyof EvalsetFile, unknown>> | null;
  if (typeof names !== 'object' || names === null) return null;
  const part = async (value: unknown, at: ValuePath): Promise<Part[]> => {
    if (typeof value !== 'string' || value === '') return [];
    const found = path.resolve(root, value);
    const outside = path.isAbsolute(value) || path.relative(root, found).startsWith('..');
    if (!outside && (await files.isFile(found))) return [{ path: found, named: { by: file, at } }];
    findings.push(
      findingAt(
        { file: document, at, locate: { what: 'head' } },
        outside ? 'path-outside' : 'missing-file',
        'error',
        outside
          ? tell`"${value}" leads out of the evalset's folder, which must be whole in itself. Move the file in and name it relative to this file.`
          : tell`There is no file "${value}". Names are relative to ${path.basename(mark)}.`,
      ),
    );
    return [];
  };
  const list = async (key: 'cases' | 'npcs'): Promise<Part[]> => {
    const value = names[key];
    const items: readonly unknown[] = Array.isArray(value) ? value : [];
    return (await Promise.all(items.map((item, i) => part(item, [key, i])))).flat();
  };
  const one = async (
    key: 'world' | 'meta' | 'checks' | 'deps' | 'corrections' | 'graders',
    beside?: string,
  ): Promise<Part | null> => {
    if (names[key] !== undefined) return (await part(names[key], [key]))[0] ?? null;
    return beside === undefined ? null : existing(path.join(root, beside), files);
  };
  const schemas = async (): Promise<NamedSchema[]> => {
    const { schemas: given } = names;
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return [];
    const found = Object.entries(given).map(async ([key, value]: [string, unknown]) => {
      const at = ['schemas', key];
      const [one] = await part(value, at);
      return one === undefined ? [] : [{ key, name: String(value), part: one, by: document, at }];
    });
    return (await Promise.all(found)).flat();
  };
  return {
    file,
    cases: await list('cases'),
    world: await one('world'),
    npcs: await list('npcs'),
    meta: await one('meta', 'cases.meta.json'),
    checks: await one('checks', 'cases.checks.yaml'),
    deps: await one('deps', 'cases.deps.yaml'),
    corrections: await one('corrections', 'corrections.yaml'),
    graders: await one('graders', 'cases.graders.yaml'),
    pin: await existing(path.join(root, PIN_NAME), files),
    skills: await skillsIn(root, files),
    schemas: await schemas(),
  };
}

async function exportedLayout(root: string, files: FilePort): Promise<Layout> {
  const scripts = path.join(root, 'script');
  const worlds = (await files.list(scripts))
    .filter((name) => /^world-preset[^/]*\.json$/.test(name))
    .sort(byBound);
  const world = worlds[0] === undefined ? null : { path: path.join(scripts, worlds[0]) };
  const npc = await existing(path.join(root, 'npc/npc-playbook.json'), files);
  return {
    file: null,
    cases: [{ path: path.join(root, EXPORTED) }],
    world,
    npcs: npc === null ? [] : [npc],
    meta: await existing(path.join(root, 'evalset/cases.meta.json'), files),
    checks: await existing(path.join(root, 'evalset/cases.checks.yaml'), files),
    deps: await existing(path.join(root, 'evalset/cases.deps.yaml'), files),
    corrections: await existing(path.join(root, 'evalset/corrections.yaml'), files),
    graders: await existing(path.join(root, 'evalset/cases.graders.yaml'), files),
    pin: await existing(path.join(root, PIN_NAME), files),
    skills: await skillsIn(root, files),
    schemas: [],
  };
}

/** Skills stand in a folder each, found by their place. */
async function skillsIn(root: string, files: FilePort): Promise<Part[]> {
  const folder = path.join(root, 'skills');
  const names = (await files.list(folder)).filter((name) => name.endsWith('/'));
  const found = await Promise.all(
    names.map((name) => existing(path.join(folder, name.slice(0, -1), 'SKILL.md'), files)),
  );
  return found.filter((part) => part !== null);
}

/** The master before an instance of it: a plain name first. */
function byBound(a: string, b: string): number {
  return Number(a.includes('.bound')) - Number(b.includes('.bound')) || (a < b ? -1 : 1);
}

async function existing(file: string, files: FilePort): Promise<Part | null> {
  return (await files.isFile(file)) ? { path: file } : null;
}

import path from 'node:path';
import { KINDS, type KindName } from '../../../schemas/kinds.ts';
import { nearest } from '../did-you-mean.ts';
import type { FileCache } from '../file-cache.ts';
import { findingAt } from '../finding.ts';
import type { NamedSchema } from '../layout.ts';
import { readDocument } from '../load-file.ts';
import type { FilePort, Finding } from '../model.ts';
import type { SourceDocument } from '../source.ts';
import { tell } from '../told.ts';
import { compileSchema, type CompiledSchema, type UnusableSchema } from './compile-schema.ts';
import { OwnModel, type Extension } from './own-model.ts';

/** Words of `evalset.yaml`, and the kinds of files that they name. */
export const KINDS_OF_WORD: Readonly<Record<string, readonly KindName[]>> = {
  cases: ['case-card', 'case-cards', 'skill-card', 'skill-cards'],
  world: ['world-preset'],
  npcs: ['npc-playbook', 'npc-playbooks'],
  meta: ['cases-meta'],
  checks: ['checks'],
  deps: ['deps'],
  corrections: ['corrections'],
  skills: ['skill'],
};

/** The author's own schemas of an evalset. */
export interface Extensions {
  readonly documents: readonly SourceDocument[];
  /** What they say of a file; undefined when nothing. */
  of(file: string, kind: KindName | undefined): OwnModel | undefined;
  /** What is to be said of the schemas themselves, once all files were looked at. */
  findings(): Finding[];
}

/** Reads the schemas that an evalset names. One that cannot be used is a finding where it is named. */
export async function loadExtensions(
  root: string,
  named: readonly NamedSchema[],
  files: FilePort,
  cache: FileCache | undefined,
): Promise<Extensions> {
  const documents: SourceDocument[] = [];
  const extensions: (Extension & { readonly named: NamedSchema; used: boolean })[] = [];
  const early: Finding[] = [];
  for (const one of named) {
    const document = await readDocument(one.part.path, files, early, cache);
    if (document === null) continue;
    documents.push(document);
    const compiled = await compiledOf(document, cache);
    if ('problem' in compiled)
      early.push(
        findingAt(
          { file: one.by, at: one.at, locate: { what: 'head' } },
          'bad-schema',
          'error',
          tell`"${one.name}" cannot be used as a JSON Schema: ${compiled.problem}`,
        ),
      );
    else extensions.push({ key: one.key, name: one.name, compiled, named: one, used: false });
  }
  return {
    documents,
    of(file, kind) {
      if (extensions.length === 0) return undefined;
      const name = path.relative(root, file).replaceAll(path.sep, '/');
      const own = extensions.filter(({ key }) => isFor(key, name, kind));
      for (const one of own) one.used = true;
      if (own.length === 0) return undefined;
      const id = own.map(({ compiled, name: of }) => `${of} ${compiled.hash}`).join('\n');
      return new OwnModel(own, id);
    },
    findings: () => [...early, ...extensions.flatMap((one) => about(one.named, one.compiled, one.used))],
  };
}

function compiledOf(
  document: SourceDocument,
  cache: FileCache | undefined,
): Promise<CompiledSchema | UnusableSchema> {
  return cache === undefined
    ? compileSchema(document)
    : cache.schemas.of(document, () => compileSchema(document));
}

function isFor(key: string, name: string, kind: KindName | undefined): boolean {
  const kinds = Object.hasOwn(KINDS_OF_WORD, key) ? KINDS_OF_WORD[key] : undefined;
  if (kinds !== undefined) return kind !== undefined && kinds.includes(kind);
  return matchesName(key, name);
}

/** `*` stands for any letters inside a name, `**` for any folders. Step by step, so that no pattern can be slow. */
export function matchesName(pattern: string, name: string): boolean {
  const [wanted, given] = [pattern.replace(/^\.\//, '').split('/'), name.split('/')];
  let fits = new Set([0]);
  for (const part of wanted) {
    const next = new Set<number>();
    for (const at of fits) {
      if (part === '**') for (let i = at; i <= given.length; i++) next.add(i);
      else if (at < given.length && matchesPart(part, given[at] ?? '')) next.add(at + 1);
    }
    fits = next;
  }
  return fits.has(given.length);
}

function matchesPart(pattern: string, name: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  if (rest.length === 0) return name === first;
  const last = rest.pop() ?? '';
  if (!name.startsWith(first) || !name.endsWith(last) || name.length < first.length + last.length)
    return false;
  let at = first.length;
  for (const piece of rest) {
    const found = name.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= name.length - last.length;
}

function about(named: NamedSchema, { slow }: CompiledSchema, used: boolean): Finding[] {
  const { by, at, key, name } = named;
  if (slow)
    return [
      findingAt(
        { file: by, at, locate: { what: 'head' } },
        'slow-schema',
        'error',
        tell`"${name}" was given up: a file keeps it busy for more than two seconds, or without end. Make its patterns simpler (no repetition inside a repetition), or its choices fewer.`,
      ),
    ];
  if (used) return [];
  const meant = nearest(key, Object.keys(KINDS_OF_WORD));
  const words = Object.keys(KINDS_OF_WORD).join(', ');
  return [
    findingAt(
      { file: by, at, locate: { what: 'key' } },
      'unused-schema',
      'warning',
      meant === undefined
        ? tell`No file of this evalset is named "${key}". Use one of ${words}, or a file name (* for any letters, ** for any folders).`
        : tell`No file of this evalset is named "${key}". Did you mean "${meant}"? Use one of ${words}, or a file name (* for any letters, ** for any folders).`,
      meant === undefined ? undefined : { kind: 'misspelt', meant },
    ),
  ];
}

/** Words by which `evalset.yaml` says what a schema is for, with what they name. */
export const SCHEMA_WORDS: readonly (readonly [string, string])[] = Object.entries(KINDS_OF_WORD).map(
  ([word, kinds]) => [word, kinds.map((kind) => KINDS[kind].title).join(', ')] as const,
);

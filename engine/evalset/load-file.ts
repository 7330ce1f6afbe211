import type { KindName } from '../../schemas/kinds.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { excerptMarks, type ExcerptMark } from './excerpt.ts';
import { NotUtf8Error } from './encoding.ts';
import type { OwnModel } from './extensions/own-model.ts';
import { fileUnits, type FileUnit } from './file-unit.ts';
import type { FileCache } from './file-cache.ts';
import { findingAt, findingOnFile } from './finding.ts';
import { TooLargeError } from './limits.ts';
import type { FilePort, Finding, ValuePath } from './model.ts';
import { once } from './once.ts';
import { PartsMemo } from './parts-memo.ts';
import { checkShapeByParts, shapeOfUnit } from './shape-parts.ts';
import { readSource, type SourceDocument } from './source.ts';
import { joined, phrase, tell, type Told } from './told.ts';

/** A file as read and checked alone. `model` is undefined when errors stand. */
export interface LoadedFile {
  readonly document: SourceDocument;
  readonly kind: KindName | undefined;
  readonly model: unknown;
  readonly findings: readonly Finding[];
  /** Its parts: each is looked at by itself, and once as long as it stays as it is. */
  readonly units: readonly FileUnit[];
  readonly parts: PartsMemo;
  /** The models of its parts, of those that have no errors; the whole one for a file without parts. */
  readonly models: () => readonly {
    readonly at: ValuePath;
    readonly raw: unknown;
    readonly model: unknown;
  }[];
  readonly excerpt: () => readonly ExcerptMark[];
  /** What the author's own schemas say of it. */
  readonly own: OwnModel | undefined;
}

/** Reads a file of the disk; null (and a finding) when it cannot be read. */
export async function readDocument(
  path: string,
  files: FilePort,
  findings: Finding[],
  cache?: FileCache,
): Promise<SourceDocument | null> {
  try {
    const content = await files.read(path);
    const read = (before: SourceDocument | null) => readSource(path, content, before);
    return cache === undefined ? read(null) : cache.document(path, content, read);
  } catch (error) {
    findings.push(unreadable(path, error));
    return null;
  }
}

function unreadable(path: string, error: unknown): Finding {
  if (error instanceof TooLargeError) return findingOnFile(path, 'too-large', error.told);
  if (error instanceof NotUtf8Error) return findingOnFile(path, 'not-utf8', error.told, error.at);
  return findingOnFile(path, 'unreadable-file', tell`The file cannot be read: ${reason(error)}`);
}

/**
 * Syntax and shape of a document. `wanted`: the kinds that may stand here. `ownOf`: what the author's own schemas say of
 * a file of a kind.
 */
export function loadDocument(
  document: SourceDocument,
  wanted?: readonly KindName[],
  cache?: FileCache,
  ownOf?: (kind: KindName | undefined) => OwnModel | undefined,
): LoadedFile {
  const own = ownOf?.(kindOf(document, wanted));
  const load = (parts: (kind: KindName) => PartsMemo) => loadNow(document, wanted, own, parts);
  return cache === undefined ? load(() => new PartsMemo()) : cache.loaded(document, wanted, load, own?.id);
}

/** A file that belongs to an evalset and is none of its kinds. */
export function plainFile(document: SourceDocument): LoadedFile {
  return {
    document,
    kind: undefined,
    model: undefined,
    findings: [],
    units: [],
    parts: new PartsMemo(),
    models: () => [],
    excerpt: () => [],
    own: undefined,
  };
}

function loadNow(
  document: SourceDocument,
  wanted: readonly KindName[] | undefined,
  own: OwnModel | undefined,
  partsOf: (kind: KindName) => PartsMemo,
): LoadedFile {
  const findings = document.problems.map((problem) =>
    findingAt({ file: document, at: [], range: problem.range }, problem.code, 'error', problem.message),
  );
  const kind = kindOf(document, wanted);
  const parts = kind === undefined ? new PartsMemo() : partsOf(kind);
  const units = kind === undefined ? [] : fileUnits(document, kind, parts);
  const loaded = (model: unknown, checked = false): LoadedFile => ({
    document,
    kind,
    model,
    findings,
    units,
    parts,
    models: () => (checked && kind !== undefined ? modelsOf(units, model, parts, own) : []),
    excerpt: once(() => (kind === undefined ? [] : excerptMarks(document, kind, units, parts.excerpts))),
    own,
  });
  if (kind === undefined || units.every((unit) => unit.state === 'broken')) return loaded(undefined);
  if (wanted !== undefined && !wanted.includes(kind)) {
    const names = joined(
      wanted.map((name) => phrase(KINDS[name].title)),
      (a, b) => tell`${a} or a ${b}`,
    );
    findings.push(
      findingAt(
        { file: document, at: [], locate: { what: 'head' } },
        'wrong-kind',
        'error',
        tell`This looks like a ${phrase(KINDS[kind].title)}, where a ${names} is expected.`,
      ),
    );
    return loaded(undefined);
  }
  const shape = checkShapeByParts(document, kind, units, parts.shapes, own);
  findings.push(...shape.findings);
  if (own !== undefined) findings.push(...own.findings(document, kind, units, parts.own));
  // A duplicate key is an error, so the value is not to be used, but its shape is worth checking.
  const usable = document.problems.length === 0;
  return loaded(usable ? shape.value : undefined, true);
}

/** The models of cards and playbooks; one with a mistake leaves those of the others. */
function modelsOf(
  units: readonly FileUnit[],
  model: unknown,
  { shapes }: PartsMemo,
  own: OwnModel | undefined,
) {
  const [first] = units;
  if (first === undefined || first.kind === 'world-preset' || first.at.length === 0)
    return model === undefined || Array.isArray(model) ? [] : [{ at: [], raw: first?.document.value, model }];
  return units.flatMap((unit) => {
    const shape = shapeOfUnit(unit, KINDS[unit.kind].schema, shapes, own);
    return unit.state === 'good' && shape.value !== undefined
      ? [{ at: unit.at, raw: unit.value, model: shape.value }]
      : [];
  });
}

function kindOf(document: SourceDocument, wanted: readonly KindName[] | undefined): KindName | undefined {
  if (wanted === undefined) return document.kind;
  // What stands in a listed place is what the list says, unless its content says something else.
  const list = Array.isArray(document.value);
  return document.kind ?? wanted.find((name) => name.endsWith('s') === list) ?? wanted[0];
}

function reason(error: unknown): string | Told {
  const { code } = (error ?? {}) as { code?: string };
  if (code === 'ENOENT') return tell`there is no such file.`;
  if (code === 'EISDIR') return tell`it is a folder.`;
  if (code === 'EACCES') return tell`access is denied.`;
  return error instanceof Error ? error.message : String(error);
}

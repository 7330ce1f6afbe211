import type { KindName } from '../../schemas/kinds.ts';
import { KINDS } from '../../schemas/kinds.ts';
import { excerptMarks, type ExcerptMark } from './excerpt.ts';
import type { FileCache } from './file-cache.ts';
import { findingAt, findingOnFile } from './finding.ts';
import { marksOf, type Mark } from './marks.ts';
import type { FilePort, Finding } from './model.ts';
import { once } from './once.ts';
import { checkShape } from './shape.ts';
import { readSource, type SourceDocument } from './source.ts';

/** A file as read and checked alone. `model` is undefined when errors stand. */
export interface LoadedFile {
  readonly document: SourceDocument;
  readonly kind: KindName | undefined;
  readonly model: unknown;
  readonly findings: readonly Finding[];
  /** Its marked places, and the marks of an excerpt: looked for once. */
  readonly marks: () => readonly Mark[];
  readonly excerpt: () => readonly ExcerptMark[];
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
    const read = () => readSource(path, content);
    return cache === undefined ? read() : cache.document(path, content, read);
  } catch (error) {
    findings.push(findingOnFile(path, 'unreadable-file', `The file cannot be read: ${reason(error)}`));
    return null;
  }
}

/** Syntax and shape of a document. `wanted`: the kinds that may stand here. */
export function loadDocument(
  document: SourceDocument,
  wanted?: readonly KindName[],
  cache?: FileCache,
): LoadedFile {
  const load = () => loadNow(document, wanted);
  return cache === undefined ? load() : cache.loaded(document, wanted, load);
}

function loadNow(document: SourceDocument, wanted: readonly KindName[] | undefined): LoadedFile {
  const findings = document.problems.map((problem) =>
    findingAt({ file: document, at: [], range: problem.range }, problem.code, 'error', problem.message),
  );
  const kind = kindOf(document, wanted);
  const loaded = (model: unknown): LoadedFile => ({
    document,
    kind,
    model,
    findings,
    marks: once(() => (kind === undefined ? [] : marksOf(kind, document.value))),
    excerpt: once(() => (kind === undefined ? [] : excerptMarks(kind, document.value))),
  });
  if (kind === undefined || document.problems.some((problem) => problem.fatal)) return loaded(undefined);
  if (wanted !== undefined && !wanted.includes(kind)) {
    const names = wanted.map((name) => KINDS[name].title).join(' or a ');
    findings.push(
      findingAt(
        { file: document, at: [], locate: { what: 'head' } },
        'wrong-kind',
        'error',
        `This looks like a ${KINDS[kind].title}, where a ${names} is expected.`,
      ),
    );
    return loaded(undefined);
  }
  const shape = checkShape(document, kind);
  findings.push(...shape.findings);
  // A duplicate key is an error, so the value is not to be used, but its shape is worth checking.
  const usable = document.problems.length === 0;
  return loaded(usable ? shape.value : undefined);
}

function kindOf(document: SourceDocument, wanted: readonly KindName[] | undefined): KindName | undefined {
  if (wanted === undefined) return document.kind;
  // What stands in a listed place is what the list says, unless its content says something else.
  const list = Array.isArray(document.value);
  return document.kind ?? wanted.find((name) => name.endsWith('s') === list) ?? wanted[0];
}

function reason(error: unknown): string {
  const { code } = (error ?? {}) as { code?: string };
  if (code === 'ENOENT') return 'there is no such file.';
  if (code === 'EISDIR') return 'it is a folder.';
  if (code === 'EACCES') return 'access is denied.';
  return error instanceof Error ? error.message : String(error);
}

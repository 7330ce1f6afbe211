import type {
  Finding,
  FindingData,
  LocateOptions,
  OffsetRange,
  Position,
  Severity,
  SourceFile,
  ValuePath,
} from './model.ts';
import { pointerOf } from './pointer.ts';
import { said, toldIn, type Sentences, type Told } from './told.ts';

/** Where a finding stands. */
export interface Place {
  readonly file: SourceFile;
  readonly at: ValuePath;
  readonly locate?: LocateOptions;
  /** Source offsets, where they are known already. */
  readonly range?: OffsetRange;
}

/** Makes a finding at a place. */
export function findingAt(
  place: Place,
  code: string,
  severity: Severity,
  message: string | Told,
  data?: FindingData,
): Finding {
  const { file, at } = place;
  const { from, to } = place.range ?? file.locate(at, place.locate);
  return {
    file: file.path,
    code,
    severity,
    ...(typeof message === 'string' ? { message } : said(message)),
    pointer: pointerOf(at),
    range: { start: file.positionAt(from), end: file.positionAt(to) },
    ...(data === undefined ? {} : { data }),
  };
}

/** A finding about a file that could not be read at all; `start`: where it broke off, if that can be told. */
export function findingOnFile(
  file: string,
  code: string,
  message: Told,
  start: Position = { line: 0, character: 0 },
): Finding {
  return { file, code, severity: 'error', ...said(message), pointer: '', range: { start, end: start } };
}

/** What a finding says in a language; in English where none is given. */
export function messageIn({ message, told }: Finding, language: Sentences | undefined): string {
  return language === undefined || told === undefined ? message : toldIn(told, language);
}

/** `file.yaml:12`, for messages that point elsewhere. */
export function placeName(file: SourceFile, at: ValuePath, from: string): string {
  const { line } = file.positionAt(file.locate(at).from);
  return `${relativeTo(from, file.path)}:${line + 1}`;
}

/** A path as seen from another file's folder, with forward slashes. */
function relativeTo(from: string, to: string): string {
  const base = from.replaceAll('\\', '/').split('/').slice(0, -1);
  const parts = to.replaceAll('\\', '/').split('/');
  let shared = 0;
  while (shared < base.length && shared < parts.length - 1 && base[shared] === parts[shared]) shared += 1;
  return [...base.slice(shared).map(() => '..'), ...parts.slice(shared)].join('/');
}

/** Sorted by file and position, each once. */
export function sortFindings(findings: readonly Finding[]): Finding[] {
  const once = new Map(
    findings.map((item) => [
      `${item.file}\0${item.code}\0${item.range.start.line}:${item.range.start.character}\0${item.message}`,
      item,
    ]),
  );
  return [...once.values()].sort(
    (a, b) =>
      compare(a.file, b.file) ||
      a.range.start.line - b.range.start.line ||
      a.range.start.character - b.range.start.character ||
      compare(a.code, b.code),
  );
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

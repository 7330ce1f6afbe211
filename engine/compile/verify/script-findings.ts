import path from 'node:path';
import { changeOf, changeTold, shownSpan, type TextChange } from '../../evalset/pin/change.ts';
import {
  loadEvalset,
  pathOf,
  sortFindings,
  tell,
  valueAt,
  type FilePort,
  type Finding,
  type FindingData,
  type SourceDocument,
  type ValuePath,
} from '../../evalset/index.ts';
import { findingAt } from '../../evalset/finding.ts';
import { readDocument } from '../../evalset/load-file.ts';
import { spanInSource } from './back.ts';
import type { VerifyFinding } from './model.ts';
import { verifySource } from './source.ts';
import { verifyScript } from './verify.ts';

const CODE = 'script-differs';

/** The folder of a compiled script and its frozen evalset that a path is, or lies in the `script/` of; null for all else. */
export async function scriptFolder(at: string, files: FilePort): Promise<string | null> {
  const dir = path.basename(path.dirname(at)) === 'script' ? path.dirname(path.dirname(at)) : at;
  const whole =
    (await files.isFile(path.join(dir, 'script/provenance.json'))) &&
    (await files.list(path.join(dir, 'evalset'))).length > 0;
  return whole ? dir : null;
}

/**
 * What the verifier says of a compiled script, at its places in the script's files: `script-differs` for every text, step
 * or order that does not follow from the frozen evalset beside it.
 */
export async function checkScript(dir: string, files: FilePort, signal?: AbortSignal): Promise<Finding[]> {
  const script = path.join(dir, 'script');
  const documents = new Map<string, SourceDocument>();
  const unread: Finding[] = [];
  for (const name of await files.list(script)) {
    if (!name.endsWith('.json')) continue;
    signal?.throwIfAborted();
    const document = await readDocument(path.join(script, name), files, unread);
    if (document !== null) documents.set(name, document);
  }
  // What a file that cannot be read would say is not held to be missing.
  if (unread.length > 0) return unread;
  const { evalset } = await loadEvalset(path.join(dir, 'evalset'), files, signal);
  const origin = documents.get('provenance.json');
  if (origin === undefined) return [];
  if (evalset === null)
    return [
      findingAt(
        { file: origin, at: [], range: { from: 0, to: 0 } },
        'script-unverified',
        'error',
        tell`The evalset that this script was compiled from cannot be read, so nobody can say whether the script follows from it. See the findings on the evalset/ folder beside it.`,
      ),
    ];
  const manifest = documents.get('manifest.json');
  const hash = valueAt(manifest?.value, ['script', 'hash']);
  const found = verifyScript({
    ...verifySource(evalset),
    files: new Map([...documents].filter(([name]) => name !== 'manifest.json').map(([n, d]) => [n, d.text])),
    ...(typeof hash === 'string' ? { scriptHash: hash } : {}),
  });
  const others = found.filter(({ code }) => code !== 'script-hash');
  // A text that differs changes the hash too: it is told where it stands.
  const told = others.length > 0 ? others : found;
  return sortFindings(told.flatMap((item) => placed(item, documents, origin)));
}

/** A finding at every place of the script that it is true of. */
function placed(
  item: VerifyFinding,
  documents: ReadonlyMap<string, SourceDocument>,
  origin: SourceDocument,
): Finding[] {
  const found = placesOf(item, documents).flatMap(([document, at]): Finding[] => {
    const { expected, message } = item;
    const actual = valueAt(document.value, at);
    if (expected === undefined || typeof actual !== 'string')
      return [findingAt({ file: document, at, locate: { what: 'head' } }, CODE, 'error', message)];
    if (actual === expected) return [];
    const change = changeOf(expected, actual);
    const told = changeTold(change);
    return [
      findingAt(
        { file: document, at, locate: { span: shownSpan(actual, change.span) } },
        CODE,
        'error',
        item.code === 'exec-step'
          ? tell`This step is not the one of the evaluation bundle: ${told}. Restore it, or compile again.`
          : tell`The compiled text is not the rendered source: ${told}. Restore it, or change the card, give the evalset a new version, and compile again.`,
        { kind: 'script', text: expected, ...sourceOf(item, change) },
      ),
    ];
  });
  if (found.length > 0) return found;
  const manifest = documents.get('manifest.json');
  if (item.code === 'script-hash' && manifest !== undefined)
    return [findingAt({ file: manifest, at: ['script', 'hash'] }, CODE, 'error', item.message)];
  return [findingAt({ file: origin, at: [], range: { from: 0, to: 0 } }, CODE, 'error', item.message)];
}

/** The change as one of the card's own text, where it can be one. */
function sourceOf(
  { case_id: caseId, field, source }: VerifyFinding,
  { now, span, pinnedSpan }: TextChange,
): Pick<Extract<FindingData, { kind: 'script' }>, 'source'> {
  const inSource = source === undefined ? null : spanInSource(source.moves, pinnedSpan);
  if (source === undefined || inSource === null) return {};
  return {
    source: { caseId, field, text: source.text, span: inSource, put: now.slice(span.from, span.to) },
  };
}

function placesOf(
  { file, field, step, case_id, compiled }: VerifyFinding,
  documents: ReadonlyMap<string, SourceDocument>,
): (readonly [SourceDocument, ValuePath])[] {
  const inside = pathOf(compiled ?? '');
  if (file !== undefined) {
    const document = documents.get(file);
    return document === undefined ? [] : [[document, [...pathOf(field), ...inside]]];
  }
  const list = step === undefined ? 'cards' : 'steps';
  return [...documents].flatMap(([name, document]) => {
    if (!(step === undefined ? /^eval-/ : /^(eval|exec)-/).test(name)) return [];
    const entries: unknown = valueAt(document.value, [list]);
    if (!Array.isArray(entries)) return [];
    const index = entries.findIndex((entry: unknown) =>
      step === undefined
        ? valueAt(entry, ['case_id']) === case_id
        : valueAt(entry, ['id']) === step.replace(/\/conditional\/condition$|\/at$/, ''),
    );
    return index < 0 ? [] : [[document, [list, index, ...inside]] as const];
  });
}

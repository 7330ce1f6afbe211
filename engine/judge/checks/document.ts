import type { DocumentCheck, Pointer } from '../../../schemas/index.ts';
import type { AssetFile } from '../../evidence/model.ts';
import { holdsText } from '../normalise.ts';
import { sharedWhy } from '../shared.ts';
import { filesOf, snapshotsOf } from './assets.ts';
import { unknown, type CheckContext, type CheckResult } from './model.ts';
import { sentenceWith } from './sentence.ts';
import { textTester, type TextTester } from './text.ts';
import { allOf, anyOf, notOf, type Truth } from './truth.ts';

interface Tested {
  readonly holds: Truth;
  readonly pointers: readonly Pointer[];
  readonly why: string | null;
}

function changedByAgent(file: AssetFile): Truth {
  const { diff } = file.evidence;
  if (diff === undefined) return null;
  return anyOf(diff.map((entry) => (entry.actor === null ? null : entry.actor.kind === 'agent')));
}

/** Linked: the sentence. Known: the agent's own change that holds the passage, for the rest is not its text. */
function pointersOf(file: AssetFile, found: readonly string[]): Pointer[] {
  const { linked, text = '', diff = [] } = file.evidence;
  const own = diff.filter((entry) => entry.actor?.kind === 'agent');
  if (linked === true) {
    const quotes = (found.length === 0 ? [''] : found).map((needle) => sentenceWith(text, needle));
    return [...new Set(quotes)].flatMap((quote) => (quote === null ? [] : [{ path: file.path, quote }]));
  }
  const entries =
    found.length === 0
      ? own
      : own.filter(({ after }) => typeof after === 'string' && found.some((part) => holdsText(after, part)));
  return entries.map((entry) => ({ path: file.path, diff: entry }));
}

function testDocument(file: AssetFile, check: DocumentCheck, tester: TextTester): Tested {
  const { text, unreadable } = file.evidence;
  if (unreadable !== undefined)
    return { holds: null, pointers: [], why: `${file.evidence.asset} could not be read: ${unreadable}` };
  const changed = changedByAgent(file);
  const change = check.changed === undefined ? true : check.changed ? changed : notOf(changed);
  const result =
    text === undefined && tester.words !== ''
      ? { holds: null, found: [], why: `${file.evidence.asset} was not read as a document` }
      : tester.test(text ?? '');
  const meets = allOf([change, result.holds]);
  const shared = file.shared_window;
  const holds = meets !== false && shared !== undefined ? null : meets;
  return {
    holds,
    pointers: holds === true ? pointersOf(file, result.found) : [],
    why:
      meets === true && shared !== undefined
        ? sharedWhy(`the message that links ${file.evidence.asset}`, shared)
        : change === null
          ? `it is not known who changed ${file.evidence.asset}`
          : result.why,
  };
}

/** A document check: one document (the known one, or any that the agent linked) meets every condition. */
export function documentCheckResult(check: DocumentCheck, ctx: CheckContext): CheckResult {
  const { evidence } = ctx;
  const { asset } = check;
  if (asset === undefined && check.linked === undefined)
    return unknown('the check names no document: give `asset` or `linked`');
  const linked = evidence.assets.filter((file) => file.evidence.linked === true);
  const read = asset === undefined ? linked.map((file) => file.path) : filesOf(asset, evidence);
  const tester = textTester(check);
  if (tester.broken !== null) return unknown(tester.broken, read);
  let files: readonly AssetFile[];
  if (asset === undefined) files = linked;
  else if (check.linked === true) files = linked.filter((file) => file.evidence.asset === asset);
  else {
    const state = snapshotsOf(asset, evidence);
    if (!state.ok) return unknown(state.why, read);
    files = [state.snapshots.after];
  }
  const tested = files.map((file) => testDocument(file, check, tester));
  const holds = anyOf(tested.map((one) => one.holds));
  const hits = tested.filter((one) => one.holds === true);
  const wanted = [
    check.changed === undefined ? '' : check.changed ? 'changed by the agent' : 'not changed by the agent',
    tester.words,
  ]
    .filter((part) => part !== '')
    .join(' and ');
  const which = check.linked === true ? 'documents that the agent linked' : `document ${asset ?? ''}`;
  const why = holds === null ? tested.find((one) => one.why !== null)?.why : null;
  return {
    holds,
    pointers: hits.flatMap((one) => one.pointers),
    read,
    reason: `${hits.length} of ${files.length} ${which}: ${wanted === '' ? 'exists' : wanted}${why == null ? '' : ` (${why})`}`,
  };
}

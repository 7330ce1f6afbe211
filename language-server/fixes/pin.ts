import { TextEdit } from 'vscode-languageserver';
import { changeOf, planPinOf, valueAt } from '../../engine/evalset/index.ts';
import type { SourceDocument, ValuePath } from '../../engine/evalset/index.ts';
import { PIN_EVALSET, SHOW_PIN_DIFF } from '../protocol.ts';
import { inPlace, type Fixer } from './fix.ts';
import { rewrite } from './rewrite.ts';

/** The pinned text comes back; nothing else of the file changes. */
export const restorePinned: Fixer = (broken) => {
  const { finding, loaded, at, file, words } = broken;
  if (finding.data?.kind !== 'pin' || finding.data.text === undefined) return [];
  const edit = restored(loaded.document, at, finding.data.text);
  const version = file.evalset?.inspected.view.pin?.value.version ?? '';
  return edit === null ? [] : [inPlace(broken, words.fixes.restore(version), false, [edit])];
};

/** The edit that brings a pinned text back; null where it cannot be written. */
export function restored(document: SourceDocument, at: ValuePath, pinned: string): TextEdit | null {
  const now = valueAt(document.value, at);
  if (typeof now !== 'string') return null;
  const { span, pinnedSpan } = changeOf(pinned, now);
  return rewrite(document, at, span, pinned.slice(pinnedSpan.from, pinnedSpan.to));
}

/** What stands here becomes a version of its own. Its name is the author's to give. */
export const acceptVersion: Fixer = ({ finding, file, words, commands }) => {
  const { evalset } = file;
  if (finding.data?.kind !== 'pin' || evalset === null) return [];
  const { root, inspected } = evalset;
  const plan = planPinOf(root, inspected);
  if (commands) {
    const title = plan.what === 'ready' ? words.fixes.accept(plan.pin.version) : words.fixes.acceptNew;
    const command = { title, command: PIN_EVALSET, arguments: [{ root }] };
    return [{ title, preferred: false, changes: [], command }];
  }
  // Under the pinned name nothing else can be accepted: the finding says so.
  const pin = inspected.loaded.files.find(({ document }) => document === inspected.view.pin?.file);
  if (plan.what !== 'ready' || pin === undefined) return [];
  const { document } = pin;
  const range = { start: document.positionAt(0), end: document.positionAt(document.text.length) };
  return [
    {
      title: words.fixes.accept(plan.pin.version),
      preferred: false,
      changes: [{ path: plan.file, edits: [TextEdit.replace(range, plan.text)] }],
    },
  ];
};

/** Both texts beside each other. */
export const showPinDiff: Fixer = ({ finding, file, words, commands }) => {
  if (finding.data?.kind !== 'pin' || finding.data.text === undefined || !commands) return [];
  const version = file.evalset?.inspected.view.pin?.value.version ?? '';
  const title = words.fixes.showDiff(version);
  const command = { title, command: SHOW_PIN_DIFF, arguments: [{ uri: file.uri, range: finding.range }] };
  return [{ title, preferred: false, changes: [], command }];
};

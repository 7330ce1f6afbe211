import { pathOf, valueAt } from '../../engine/evalset/index.ts';
import { inPlace, type Fix, type Fixer } from './fix.ts';
import { restored } from './pin.ts';
import { rewrite } from './rewrite.ts';

/** A compiled text becomes again what its source gives; nothing else of the file changes. */
export const restoreScript: Fixer = (broken) => {
  const { finding, loaded, at, words } = broken;
  if (finding.data?.kind !== 'script') return [];
  const edit = restored(loaded.document, at, finding.data.text);
  return edit === null ? [] : [inPlace(broken, words.fixes.restoreScript, true, [edit])];
};

/**
 * The change is made in the card instead, as the source of a new version: a script is never more than what its source
 * gives. The card is that of the workspace whose text the script was compiled from.
 */
export const acceptScript: Fixer = ({ finding, file, words }) => {
  const source = finding.data?.kind === 'script' ? finding.data.source : undefined;
  if (source === undefined || file.script === null) return [];
  for (const { view, loaded } of file.script.evalsets)
    for (const card of view.cards) {
      const at = [...card.at, ...pathOf(source.field)];
      if (card.value.case_id !== source.caseId || valueAt(card.file.value, at) !== source.text) continue;
      const document = loaded.files.find((one) => one.document.path === card.file.path)?.document;
      const edit = document === undefined ? null : rewrite(document, at, source.span, source.put);
      if (document === undefined || edit === null) continue;
      const fix: Fix = {
        title: words.fixes.acceptScript(source.caseId),
        preferred: false,
        changes: [{ path: document.path, edits: [edit] }],
      };
      return [fix];
    }
  return [];
};

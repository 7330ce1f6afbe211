import { TextEdit } from 'vscode-languageserver';
import { plansAt } from '../../engine/evalset/index.ts';
import { rangeOf } from '../convert.ts';
import { lineAt } from '../place/lines.ts';
import { placeAt } from '../place/place.ts';
import { inPlace, type Fixer } from './fix.ts';
import { lineBreak } from './layout.ts';

/**
 * A text that is no YAML where it stands: it begins with a sign that YAML keeps for itself (`@Agent …`), or holds `: `.
 * A parser gives up there, so that the place is found by its line.
 */
export const textThatIsNoYaml: Fixer = (broken) => {
  const { loaded, finding, words } = broken;
  const { document, kind } = loaded;
  const { text } = document;
  if (document.format !== 'yaml' || kind === undefined) return [];
  const line = lineAt(text, document.offsetAt(finding.range.start));
  const written = text.slice(line.value, line.to).trimEnd();
  if (written === '' || /^["'|>]/.test(written)) return [];
  // Beside the value, since the value itself may look like brackets.
  const place = placeAt(document, line.value);
  if (place?.style !== 'block') return [];
  const path = place.what === 'key' && line.key !== undefined ? [...place.path, line.key] : place.path;
  if (!plansAt(kind, path).some((plan) => plan.verbatim)) return [];
  const column = line.key === undefined ? line.dashes.at(-1) : line.column;
  if (column === undefined) return [];
  const range = rangeOf(document, { from: line.value, to: line.value + written.length });
  const block = `|-${lineBreak(document)}${' '.repeat(column + 2)}${written}`;
  return [
    inPlace(broken, words.fixes.block, true, [TextEdit.replace(range, block)]),
    inPlace(broken, words.fixes.quote, false, [
      TextEdit.replace(range, `'${written.replaceAll("'", "''")}'`),
    ]),
  ];
};

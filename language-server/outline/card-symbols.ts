import { SymbolKind, type DocumentSymbol } from 'vscode-languageserver';
import {
  cardsIn,
  parseCheckpoints,
  type LoadedFile,
  type SourceDocument,
  type ValuePath,
} from '../../engine/evalset/index.ts';
import { rangeOf } from '../convert.ts';
import type { Words } from '../l10n/words.ts';
import { checkpointRanges, titleOf } from './cases-in.ts';
import { symbolMaker } from './symbol.ts';
import { fieldsOf, firstLineOf, listOf, textOf } from './values.ts';

/** Cards with their turns and checkpoints. */
export function cardSymbols({ document, kind }: LoadedFile, words: Words): DocumentSymbol[] {
  if (kind === undefined) return [];
  const make = symbolMaker(document);
  return cardsIn(kind, document.value).map(({ at, card }) => {
    const turns = listOf(card['turns']).map((turn, i) => {
      const { kind: turnKind, text } = fieldsOf(turn);
      const name = `${i + 1} ${textOf(turnKind)}`;
      return make([...at, 'turns', i], SymbolKind.Event, name, firstLineOf(textOf(text)));
    });
    const points = pointSymbols(document, [...at, 'checkpoints_raw'], card['checkpoints_raw']);
    const checkpoints =
      points.length === 0
        ? []
        : [make([...at, 'checkpoints_raw'], SymbolKind.Array, words.checkpoints, '', points)];
    return make(at, SymbolKind.Class, textOf(card['case_id']), titleOf(card), [...turns, ...checkpoints]);
  });
}

function pointSymbols(document: SourceDocument, at: ValuePath, raw: unknown): DocumentSymbol[] {
  if (typeof raw !== 'string') return [];
  const { points } = parseCheckpoints(raw);
  const ranges = checkpointRanges(document, at, points);
  return points.flatMap(({ id, tags, span, text }, i) => {
    const place = ranges[i];
    if (place === undefined) return [];
    const range = rangeOf(document, place);
    const last = tags.at(-1);
    const rest = text.slice((last?.span.to ?? span.from) - span.from).trim();
    const words = tags.map((tag) => tag.text).join('');
    const name = words.startsWith(`[${id}`) ? words : `${id} ${words}`;
    return [{ name, detail: rest, kind: SymbolKind.Property, range, selectionRange: range }];
  });
}

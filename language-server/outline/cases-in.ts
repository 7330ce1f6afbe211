import {
  authorJson,
  cardsIn,
  find,
  offsetMap,
  parseCheckpoints,
  rangeFrom,
  sha256Hex,
  type CheckpointPoint,
  type LoadedFile,
  type OffsetRange,
  type SourceDocument,
  type ValuePath,
} from '../../engine/evalset/index.ts';
import { rangeOf } from '../convert.ts';
import type { CaseInFile, CheckpointInFile } from '../protocol.ts';
import { fieldsOf, firstLineOf, listOf, textOf, type Fields } from './values.ts';

/** The cases of a file, also of one with errors: a card counts as soon as it has an id. */
export function casesIn({ document, kind }: LoadedFile): CaseInFile[] {
  if (kind === undefined) return [];
  return cardsIn(kind, document.value).flatMap(({ at, card }) => {
    const id = card['case_id'];
    if (typeof id !== 'string' || id === '') return [];
    return [
      {
        id,
        title: titleOf(card),
        storyline: textOf(card['storyline']),
        group: textOf(card['group_key']),
        idRange: rangeOf(document, document.locate([...at, 'case_id'])),
        range: rangeOf(document, document.locate(at)),
        hash: sha256Hex(authorJson(card)),
        checkpoints: checkpointsIn(document, [...at, 'checkpoints_raw'], card['checkpoints_raw']),
      },
    ];
  });
}

/** First line of the first question; of the first turn when there is no question. */
export function titleOf(card: Fields): string {
  const turns = listOf(card['turns']).map(fieldsOf);
  const first = turns.find((turn) => turn['kind'] === 'query') ?? turns[0];
  return firstLineOf(textOf(first?.['text']));
}

function checkpointsIn(document: SourceDocument, at: ValuePath, raw: unknown): CheckpointInFile[] {
  if (typeof raw !== 'string') return [];
  const { points } = parseCheckpoints(raw);
  const ranges = checkpointRanges(document, at, points);
  return points.flatMap(({ id, text }, i) => {
    const range = ranges[i];
    return range === undefined ? [] : [{ id, text, range: rangeOf(document, range) }];
  });
}

/** Source offsets of each point of the text at `at`; none when no such text is written. */
export function checkpointRanges(
  document: SourceDocument,
  at: ValuePath,
  points: readonly CheckpointPoint[],
): OffsetRange[] {
  const found = document.tree === undefined ? undefined : find(document.tree, at);
  if (found?.whole !== true) return [];
  const { node, base } = found;
  const range = rangeFrom(node, base);
  if (node.type !== 'scalar') return points.map(() => range);
  // One map for all points: making it walks the whole text.
  const map = offsetMap(document.text, { ...node, ...range });
  return points.map(({ span }) => map.range(span));
}

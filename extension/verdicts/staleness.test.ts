import { expect, it } from 'vitest';
import type { CasesInFile } from '../../language-server/protocol.ts';
import type { SourceVerdict } from '../../schemas/review.ts';
import { marksOf } from './marks.ts';
import { changedPoints } from './staleness.ts';

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } };
const lines = (...texts: string[]): { id: string; text: string }[] =>
  texts.map((text, i) => ({ id: `CP${i + 1}`, text }));
const card = (hash: string, ...texts: string[]): CasesInFile['cases'][number] => ({
  id: 'C1',
  title: '',
  storyline: '',
  group: 'ops',
  idRange: range,
  range,
  hash,
  checkpoints: lines(...texts).map((one) => ({ ...one, range })),
});

it.each<[string, string | undefined, string[], string[], string[] | null]>([
  ['the card that was judged', 'h', ['a', 'b'], ['a', 'b'], null],
  ['another card with the same lines', 'old', ['a', 'b'], ['a', 'b'], []],
  ['a changed line', 'old', ['a', 'b'], ['a', 'B'], ['CP2']],
  ['a line that is gone', 'old', ['a', 'b'], ['a'], ['CP2']],
  ['no frozen card, the same lines', undefined, ['a', 'b'], ['a', 'b'], null],
  ['no frozen card, a changed line', undefined, ['a', 'b'], ['A', 'b'], ['CP1']],
  ['no frozen card, no points', undefined, [], ['a'], null],
])('%s: the same in a review and in the source', (_name, hash, judged, now, expected) => {
  const points = lines(...judged);
  const present = card('h', ...now);
  expect(changedPoints({ card_hash: hash, points }, present)).toEqual(expected);
  const verdict: SourceVerdict = {
    case_id: 'C1',
    batch: {
      dir: '/b',
      name: 'b',
      readonly: false,
      evalset: '',
      day0: '',
      agent: '',
      mode: '',
      created_at: '',
    },
    state: 'FAIL',
    text: '',
    judged_at: null,
    card_hash: hash,
    points: points.map((one) => ({ ...one, state: 'unmet', label: '', reason: '', quotes: [] })),
  };
  const marks = marksOf({ version: 1, root: null, cases: [present] }, [verdict]);
  expect(marks.cases[0]?.stale).toBe(expected !== null);
  expect(marks.points.filter((mark) => mark.changed).map((mark) => mark.point.id)).toEqual(
    (expected ?? []).filter((id) => present.checkpoints.some((one) => one.id === id)),
  );
});

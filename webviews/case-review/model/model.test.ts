import { describe, expect, test } from 'vitest';
import type {
  EvidenceKind,
  EvidencePage,
  Judgement,
  PointState,
  ReviewPoint,
  Word,
} from '../../../schemas/review.ts';
import { Evidence, type Span } from './evidence.ts';
import { countOf, filterPoints } from './filters.ts';
import { cut, indexQuotes, quotesOf } from './quotes.ts';

function point(id: string, state: PointState, words: Word[], at: [number, number][] = []): ReviewPoint {
  const judgements = words.map((word, i): Judgement => {
    const by = i === 0 ? 'first' : 'second';
    const quotes = (i === 0 ? at : []).map(([start, end], n) => ({
      ...{ id: `${id}/${by}/${n}`, point: id, by: 'first' as const, text: '', path: '', verified: true },
      target: { kind: 'thread' as const, index: 0, start, end },
    }));
    return { by, word, who: '', reason: '', quotes };
  });
  const more = { result: false, delivery_gate: false, tags: [], text: '', rendered: '', label: '' };
  return { id, kind: 'required', state, judgements, human: [], ...more };
}

describe('cut', () => {
  const at = (...places: [number, number][]) => indexQuotes([point('A', 'met', ['met'], places)]).all;
  const shape = (segments: ReturnType<typeof cut>) =>
    segments.map((s) => [s.text, s.quotes.length, s.ends.map((e) => e.quote.id.slice(-1)).join('')]);

  test.each<[string, [number, number][], unknown[]]>([
    ['no quote', [], [['0123456789', 0, '']]],
    [
      'one',
      [[2, 5]],
      [
        ['01', 0, ''],
        ['234', 1, '0'],
        ['56789', 0, ''],
      ],
    ],
    [
      'over each other',
      [
        [0, 6],
        [4, 10],
      ],
      [
        ['0123', 1, ''],
        ['45', 2, '0'],
        ['6789', 1, '1'],
      ],
    ],
    [
      'one in the other',
      [
        [0, 10],
        [3, 5],
      ],
      [
        ['012', 1, ''],
        ['34', 2, '1'],
        ['56789', 1, '0'],
      ],
    ],
    [
      'the same twice',
      [
        [1, 3],
        [1, 3],
      ],
      [
        ['0', 0, ''],
        ['12', 2, '01'],
        ['3456789', 0, ''],
      ],
    ],
    [
      'beyond the end',
      [[8, 99]],
      [
        ['01234567', 0, ''],
        ['89', 1, ''],
      ],
    ],
    ['without length', [[4, 4]], [['0123456789', 0, '']]],
    ['outside', [[50, 60]], [['0123456789', 0, '']]],
  ])('%s', (_, places, expected) => {
    const segments = cut('0123456789', 0, 10, at(...places));
    expect(shape(segments)).toEqual(expected);
    expect(segments.map((s) => s.text).join('')).toBe('0123456789');
  });

  test('a quote that ends in what was left out ends with the part before it', () => {
    expect(shape(cut('01234', 0, 50, at([3, 20])))).toEqual([
      ['012', 0, ''],
      ['34', 1, '0'],
    ]);
    expect(shape(cut('56789', 50, 55, at([3, 52])))).toEqual([
      ['56', 1, '0'],
      ['789', 0, ''],
    ]);
  });
});

test('quotes of a point stand in reading order, those of another point are not among them', () => {
  const quotes = indexQuotes([
    point(
      'A',
      'met',
      ['met'],
      [
        [9, 10],
        [1, 2],
      ],
    ),
    point('__proto__', 'met', ['met'], [[0, 1]]),
  ]);
  expect(quotesOf(quotes, 'A', 'thread').map((p) => p.quote.id)).toEqual(['A/first/1', 'A/first/0']);
  expect(quotesOf(quotes, '__proto__', 'thread')).toHaveLength(1);
  expect(quotes.at('thread', 0)).toHaveLength(3);
  expect(quotes.at('events', 0)).toEqual([]);
});

describe('filters', () => {
  const all = [
    point('CP1', 'met', ['met', 'met']),
    point('CP2', 'unmet', ['unmet', 'met']),
    point('CP3', 'gate-unmet', ['unmet', 'unmet']),
    point('CP4', 'overridden', ['met', 'unmet']),
    point('CP5', 'unmet', ['unmet', 'cannot']),
    point('CP6', 'none', []),
  ];
  test.each<[string[], string[]]>([
    [[], ['CP1', 'CP2', 'CP3', 'CP4', 'CP5', 'CP6']],
    [['unmet'], ['CP2', 'CP3', 'CP5']],
    [
      ['unmet', 'overridden'],
      ['CP2', 'CP3', 'CP4', 'CP5'],
    ],
    [['differ'], ['CP2', 'CP4', 'CP5']],
    [['overridden', 'differ'], ['CP4']],
    [['cannot'], ['CP5']],
    [['no such filter'], ['CP1', 'CP2', 'CP3', 'CP4', 'CP5', 'CP6']],
  ])('%j', (names, ids) => {
    expect(filterPoints(all, names).map((p) => p.id)).toEqual(ids);
    const [only] = names;
    if (only === 'unmet' && names.length === 1) expect(countOf(all, only)).toBe(ids.length);
  });
});

describe('evidence', () => {
  const page = (from: number, count: number, total: number): EvidencePage => ({
    ...{ kind: 'thread', from, total, revision: 'r' },
    items: Array.from({ length: count }, (_, i) => ({ type: 'note', icon: 'info', text: `${from + i}` })),
  });

  const froms = (spans: readonly Span[]) => spans.map(({ from, count }) => [from, count]);

  test('a page is asked for once at a revision, and again at the next', () => {
    const evidence = new Evidence();
    const wanted = (first: number, last: number, revision: string, kind: EvidenceKind = 'thread') =>
      froms(evidence.wanted(kind, first, last, revision));
    expect(wanted(0, 0, 'r1')).toEqual([[0, 100]]);
    evidence.put(page(0, 100, 1000));
    expect(wanted(90, 210, 'r1')).toEqual([
      [100, 100],
      [200, 100],
    ]);
    expect(wanted(90, 210, 'r1')).toEqual([]);
    expect(wanted(90, 110, 'r2')).toEqual([
      [0, 100],
      [100, 100],
    ]);
    expect(wanted(0, 0, 'r2', 'events')).toEqual([[0, 100]]);
    expect(wanted(990, 5000, 'r2')).toEqual([[900, 100]]);
  });

  test('the rest of a page that came short is asked for when it is in sight, and not for ever', () => {
    const evidence = new Evidence();
    const wanted = (first: number, last: number) => froms(evidence.wanted('thread', first, last, 'r1'));
    wanted(0, 0);
    evidence.put(page(0, 40, 250));
    expect(wanted(0, 30)).toEqual([]);
    expect(wanted(0, 45)).toEqual([[40, 60]]);
    expect(wanted(0, 45)).toEqual([]);
    evidence.put(page(40, 5, 250));
    expect(wanted(60, 70)).toEqual([[45, 55]]);
    evidence.put(page(45, 55, 250));
    expect(wanted(0, 99)).toEqual([]);
    expect(wanted(0, 120)).toEqual([[100, 100]]);
    // Nothing came: there is nothing to come.
    evidence.put(page(100, 0, 250));
    expect(wanted(0, 120)).toEqual([]);
  });

  test('what was asked for and never came is asked for again', () => {
    const evidence = new Evidence();
    evidence.wanted('thread', 0, 0, 'r1');
    evidence.put(page(0, 100, 300));
    evidence.wanted('thread', 100, 110, 'r1');
    evidence.forgetPending();
    expect(froms(evidence.wanted('thread', 0, 110, 'r1'))).toEqual([[100, 100]]);
  });

  test('items stay until their page comes anew; a shorter list forgets its end', () => {
    const evidence = new Evidence();
    evidence.put(page(0, 100, 150));
    evidence.put(page(100, 50, 150));
    evidence.wanted('thread', 0, 149, 'r2');
    expect(evidence.item('thread', 149)).toBeDefined();
    evidence.put(page(0, 100, 120));
    expect(evidence.item('thread', 119)).toBeDefined();
    expect(evidence.item('thread', 120)).toBeUndefined();
  });

  test('pieces of a long text join where they touch, and are forgotten when the text changes', () => {
    const evidence = new Evidence();
    const place = { kind: 'thread' as const, index: 3 };
    const shown = {
      length: 20,
      parts: [
        { from: 0, text: '01234' },
        { from: 15, text: 'fghij' },
      ],
    };
    evidence.putText(place, 4, '4567', 20);
    expect(evidence.text(place, shown).parts).toEqual([
      { from: 0, text: '01234567' },
      { from: 15, text: 'fghij' },
    ]);
    evidence.putText(place, 8, '89abcde', 20);
    expect(evidence.text(place, shown).parts).toEqual([{ from: 0, text: '0123456789abcdefghij' }]);
    expect(evidence.text({ ...place, column: 'x' }, shown)).toBe(shown);
    const changed = { length: 21, parts: [{ from: 0, text: 'new' }] };
    expect(evidence.text(place, changed)).toBe(changed);
  });

  test('pieces of a text do not stand in one of the same length that took its place', () => {
    const evidence = new Evidence();
    const place = { kind: 'thread' as const, index: 0 };
    const shown = (text: string) => ({ length: 20, parts: [{ from: 0, text }] });
    const put = (text: string) =>
      evidence.put({
        ...page(0, 0, 1),
        items: [{ type: 'line', n: 1, op: 'same', by: 'unknown', actor: '', text: shown(text) }],
      });
    put('old');
    evidence.putText(place, 3, ' words', 20);
    put('old');
    expect(evidence.text(place, shown('old')).parts).toEqual([{ from: 0, text: 'old words' }]);
    put('new');
    expect(evidence.text(place, shown('new'))).toEqual(shown('new'));
  });
});

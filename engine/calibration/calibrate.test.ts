import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LabelWord } from '../../schemas/index.ts';
import { clusteredProportion } from '../statistics/index.ts';
import { calibrate, partOf } from './calibrate.ts';
import { gateOf } from './gate.ts';
import { labelsFrom } from './labels-from.ts';
import { keyOf, typeOf, type JudgedPoint, type LabelledPoint, type PointType } from './model.ts';
import { samplingPlan } from './sample.ts';

const judge = { mode: 'rule', model: 'checks', version: 'v1' };
const near = (actual: number | null | undefined, value: number): void =>
  expect(Math.abs((actual ?? Number.NaN) - value)).toBeLessThan(1e-9);

function judged(case_id: string, point: string, word: LabelWord, type: PointType = 'result'): JudgedPoint {
  return { batch: '/runs/a', case_id, point, type, judge, word };
}
function labelled(of: JudgedPoint, word: LabelWord, more: Partial<LabelledPoint> = {}): LabelledPoint {
  const { batch, case_id, point } = of;
  return { batch, case_id, point, word, by: { kind: 'person', id: 'Lin' }, at: '2', seen: true, ...more };
}

/** Points in cases of their own; judge × person as the reference's table F4a: 40 and 45 agree, 5 and 10 do not. */
function f4a(): { judged: JudgedPoint[]; labels: LabelledPoint[] } {
  const cells: [LabelWord, LabelWord, number][] = [
    ['met', 'met', 40],
    ['unmet', 'met', 5],
    ['met', 'unmet', 10],
    ['unmet', 'unmet', 45],
  ];
  const points: JudgedPoint[] = [];
  const labels: LabelledPoint[] = [];
  for (const [word, person, n] of cells)
    for (let i = 0; i < n; i++) {
      const one = judged(`H${points.length}`, 'CP1', word);
      points.push(one);
      labels.push(labelled(one, person));
    }
  return { judged: points, labels };
}

describe('calibration', () => {
  it('gives the reference’s κ, AC1 and α, and the plain rate', () => {
    const [one] = calibrate({ ...f4a(), testShare: 1 }).judges;
    expect(one?.plain).toEqual({ n: 100, agree: 85, rate: 0.85 });
    near(one?.agreement?.kappa.value, 0.7);
    expect(one?.agreement?.categories).toEqual(['cannot', 'met', 'unmet']);
    expect(one?.agreement?.table).toEqual([
      [0, 0, 0],
      [0, 40, 5],
      [0, 10, 45],
    ]);
    near(one?.agreement?.alpha.value, 0.7007518796992481);
    expect(one?.byType).toHaveLength(1);
    // A rate at the goal is not above it.
    expect(one?.gate).toMatchObject({ state: 'fails', more: null });
  });

  it('corrects the judge’s rate as the reference does: .4 of 94, specificity .9 of 60, sensitivity .85 of 40', () => {
    const points: JudgedPoint[] = [];
    const labels: LabelledPoint[] = [];
    const put = (word: LabelWord, person: LabelWord | null, n: number, type: PointType): void => {
      for (let i = 0; i < n; i++) {
        const one = judged(`H${points.length}`, 'CP1', word, type);
        points.push(one);
        if (person !== null) labels.push(labelled(one, person));
      }
    };
    // All are labelled, so every weight is one: 34 + 6 of 100 are called met.
    put('met', 'met', 34, 'result');
    put('unmet', 'met', 6, 'result');
    put('met', 'unmet', 6, 'result');
    put('unmet', 'unmet', 54, 'result');
    const [one] = calibrate({ judged: points, labels, testShare: 1 }).judges;
    near(one?.corrected?.judged, 0.4);
    near(one?.corrected?.found.rate, 0.4);
  });

  it('weights strata back to what the judge said in the batch', () => {
    const points = [
      ...Array.from({ length: 90 }, (_, i) => judged(`M${i}`, 'CP1', 'met')),
      ...Array.from({ length: 10 }, (_, i) => judged(`U${i}`, 'CP1', 'unmet')),
    ];
    // Ten of each are labelled; all of the first agree, five of the second.
    const labels = [...points.slice(0, 10), ...points.slice(90)].map((one, i) =>
      labelled(one, i >= 15 ? 'met' : one.word),
    );
    const [one] = calibrate({ judged: points, labels, testShare: 1 }).judges;
    expect(one?.plain).toEqual({ n: 20, agree: 15, rate: 0.75 });
    near(one?.weighted, 0.95);
    expect(one?.covered).toBe(1);
  });

  it('counts persons only, the newest word of several, and says so', () => {
    const [a, b, c] = [judged('H1', 'CP1', 'met'), judged('H1', 'CP2', 'met'), judged('H2', 'CP1', 'unmet')];
    const report = calibrate({
      judged: [a, b, c],
      testShare: 0,
      labels: [
        labelled(a, 'unmet', { at: '1', by: { kind: 'person', id: 'Mo' } }),
        labelled(a, 'met', { seen: false }),
        labelled(b, 'unmet', { by: { kind: 'model', id: 'CC' } }),
        labelled({ ...c, point: 'CP9' }, 'met'),
      ],
    });
    expect(report.labels).toEqual({
      ...{ used: 1, byPerson: { Lin: 1 }, blind: 1, seen: 0, twice: 1, differ: 1, ofModels: 1, elsewhere: 1 },
    });
    expect(report.judges[0]?.plain).toEqual({ n: 1, agree: 1, rate: 1 });
    expect(report.judges[0]?.test.n).toBe(0);
    expect(report.between).toMatchObject([{ second: 'CC', agreement: { n: 1, agree: 0 } }]);
  });

  it('keeps versions of a judge apart, and compares them as judges', () => {
    const one = judged('H1', 'CP1', 'met');
    const other = { ...one, judge: { ...judge, version: 'v2' }, word: 'unmet' as const };
    const report = calibrate({ judged: [one, other], labels: [labelled(one, 'unmet')], testShare: 1 });
    expect(report.judges.map(({ name, plain }) => [name, plain.agree])).toEqual([
      ['rule · checks · v1', 0],
      ['rule · checks · v2', 1],
    ]);
    expect(report.between).toHaveLength(1);
  });

  it('a case never changes sides, and the share is about what was asked for', () => {
    const ids = Array.from({ length: 2000 }, (_, i) => `H${i}`);
    const test = ids.filter((id) => partOf(id, 0.3) === 'test');
    expect(test.length / ids.length).toBeCloseTo(0.3, 1);
    expect(test.every((id) => partOf(id, 0.6) === 'test')).toBe(true);
  });
});

describe('the gate', () => {
  const of = (hits: number, n: number, perCase = 1) =>
    clusteredProportion(
      Array.from({ length: n }, (_, i) => ({
        value: i < hits ? 1 : 0,
        cluster: `C${Math.floor(i / perCase)}`,
      })),
    );

  it.each([
    [0, 19],
    [12, 7],
    [18, 1],
  ])('%i labels that agree, each in its case: not testable, %i more', (n, more) => {
    expect(gateOf(n === 0 ? null : of(n, n))).toMatchObject({ state: 'not-testable', more });
  });

  it('passes with nineteen that agree; not when they are of nine cases', () => {
    expect(gateOf(of(19, 19))).toMatchObject({ state: 'passes', more: 0 });
    near(gateOf(of(19, 19)).lower, 0.05 ** (1 / 19));
    expect(gateOf(of(19, 19, 2)).state).toBe('not-testable');
  });

  it('between the two says how many more; below the goal that none would do', () => {
    const open = gateOf(of(54, 60));
    expect(open.state).toBe('open');
    // 124 independent items at 90 % (reference).
    expect(open.more).toBeGreaterThanOrEqual(124 - 60);
    expect(open.more).toBeLessThan(124 - 60 + 12);
    expect(gateOf(of(48, 60))).toMatchObject({ state: 'fails', more: null });
  });
});

describe('a sampling plan', () => {
  const words: LabelWord[] = ['met', 'unmet', 'cannot'];
  const point = fc
    .record({
      n: fc.nat(400),
      type: fc.constantFrom<PointType>('result', 'process', 'gate', 'deduction', 'veto'),
      word: fc.constantFrom(...words),
    })
    .map(({ n, type, word }) => judged(`H${n % 40}`, `P${n}`, word, type));
  const points = fc.uniqueArray(point, { selector: keyOf, maxLength: 60 });

  it('takes the share of every stratum, rounded up, whatever the order of the points', () => {
    fc.assert(
      fc.property(points, fc.nat(5), (all, seed) => {
        const plan = samplingPlan(all, { share: 0.2, seed });
        for (const { type, word, points: n, chosen } of plan.strata) {
          expect(chosen).toBe(Math.ceil(n / 5));
          expect(plan.points.filter((one) => one.type === type && one.word === word)).toHaveLength(chosen);
        }
        expect(plan.strata.reduce((sum, one) => sum + one.points, 0)).toBe(all.length);
        const turned = samplingPlan(all.toReversed(), { share: 0.2, seed });
        expect(new Set(turned.points.map(keyOf))).toEqual(new Set(plan.points.map(keyOf)));
      }),
    );
  });

  it('another seed chooses others; the folder’s place does not matter', () => {
    const all = Array.from({ length: 50 }, (_, i) => judged(`H${i}`, 'CP1', 'met'));
    const ids = (seed: number, batch: string) =>
      samplingPlan(
        all.map((one) => ({ ...one, batch })),
        { share: 0.2, seed },
      ).points.map((one) => one.case_id);
    expect(ids(1, '/runs/a')).toEqual(ids(1, '/elsewhere/a'));
    expect(ids(1, '/runs/a')).not.toEqual(ids(2, '/runs/a'));
  });

  it.each([
    [{ kind: 'required', result: true, delivery_gate: true }, 'gate'],
    [{ kind: 'required', result: true, delivery_gate: false }, 'result'],
    [{ kind: 'required', result: false, delivery_gate: false }, 'process'],
    [{ kind: 'veto', result: false, delivery_gate: false }, 'veto'],
  ] as const)('%o is a %s', (point, type) => expect(typeOf(point)).toBe(type));
});

describe('labels of a file', () => {
  it('JSON, our own file, and CSV with quoted cells say the same', () => {
    const expected = { batch: null, case_id: 'H1', point: 'CP1', word: 'met', at: '' };
    const lin = { kind: 'person', id: 'Lin, Zhuo' };
    expect(labelsFrom('a.json', '[{"case":"H1","point":"CP1","word":"met","by":"Lin, Zhuo"}]')).toEqual([
      { ...expected, by: lin },
    ]);
    expect(labelsFrom('a.csv', '\ufeffcase,point,word,by\r\nH1,CP1,met,"Lin, Zhuo"\r\n\r\n')).toEqual([
      { ...expected, by: lin },
    ]);
    const at = '2026-09-07T01:00:00Z';
    const own = { point: 'CP1', word: 'met', reason: '', evidence: [], by: lin, at, judge: null };
    const text = JSON.stringify({
      case_id: 'H1',
      rev: 1,
      labels: [own, { ...own, withdrawn: at }],
      flags: [],
    });
    expect(labelsFrom('labels-H1.json', text)).toEqual([{ ...expected, by: lin, at }]);
  });

  it.each([
    [
      'case,point,word,by\nH1,CP1,yes,Lin\n"H2","a\nb",met,Lin\nH3,CP1,met',
      ['a.csv:2: word', 'a.csv:5: 3 cells'],
    ],
    ['case,punkt,word,by\n', ['a.csv:1: no column point', 'a.csv:1: unknown column punkt']],
    ['[{"case":"H1","point":"CP1","word":"met","by":""}]', ['a.csv: entry 1: by']],
    ['{"case_id":"H1"}', ['neither a list nor a label file']],
    ['[1,', ['not valid JSON']],
    ['case,point,word,by\n', ['it holds no label']],
  ])('%j is refused with its place and the way out', (text, faults) => {
    let told = '';
    try {
      labelsFrom('a.csv', text);
    } catch (error) {
      told = error instanceof Error ? error.message : '';
    }
    for (const fault of faults) expect(told).toContain(fault);
    expect(told).toContain('word is met, unmet or cannot');
  });
});

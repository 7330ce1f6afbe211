import { describe, expect, it } from 'vitest';
import type { JudgeFilled, PointKind } from '../../schemas/index.ts';
import { templateOf } from '../judge/evidence.fixture.ts';
import { crossCheckOf } from './cross-check.ts';
import { judgeAgreement } from './judge-agreement.ts';

type Word = 'met' | 'unmet' | null;
const JUDGE = { mode: 'model', model: 'second-1', judged_at: null };

function judged(words: Readonly<Record<string, Word>>): JudgeFilled {
  return {
    judge: JUDGE,
    decisions: Object.entries(words).map(([id, met]) => ({ id, met, reason: '', evidence: [] })),
  };
}

const template = templateOf([{ id: 'CP1' }, { id: 'CP2' }, { id: 'VETO1', kind: 'veto' }]);
const check = (first: Record<string, Word>, second: Record<string, Word>, code: string[] = []) =>
  crossCheckOf({
    template,
    first: judged(first),
    second: judged(second),
    bySecond: { score: 0.5, required_met: 1, status: 'FAIL', judge: JUDGE },
    byCode: new Set(code),
  });

describe('the second judge beside the first', () => {
  const all = { CP1: 'met', CP2: 'unmet', VETO1: null } as const;

  it.each<[string, Record<string, Word>, string[]]>([
    ['the same words', all, []],
    ['another word', { ...all, CP2: 'met' }, ['CP2']],
    ['no word where the first has one', { ...all, CP1: null }, ['CP1']],
    ['a word where the first has none', { ...all, VETO1: 'unmet' }, ['VETO1']],
    ['a point left out', { CP1: 'met', VETO1: null }, ['CP2']],
  ])('%s', (_name, second, disagree) => {
    const cross = check(all, second);
    expect(cross.disagreements.map((one) => (one as { id: string }).id)).toEqual(disagree);
    expect(cross.agree).toBe(disagree.length === 0);
    expect(cross).toMatchObject({ score: 0.5, required_met: 1, status: 'FAIL', judge: JUDGE });
  });

  it('leaves points that code decided out of what agreement is worked out from', () => {
    expect(check(all, all, ['CP1']).points?.map(({ id }) => id)).toEqual(['CP2', 'VETO1']);
  });
});

describe('agreement of two judges', () => {
  const pairs = (n: number, first: Word, second: Word, kind: PointKind = 'required') =>
    Array.from({ length: n }, (_, i) => ({ id: `CP${i}`, kind, first, second }));
  const of = (...points: ReturnType<typeof pairs>[]): Parameters<typeof judgeAgreement>[0] =>
    points.map((words) => ({
      judge: { mode: 'model', model: 'first-1', judged_at: null },
      cross_check: { ...check({}, {}), points: words },
    }));

  it('has raw share, κ, AC1 and α with their intervals (values of scikit-learn, statsmodels and inspect)', () => {
    const found = judgeAgreement(
      of(
        pairs(40, 'met', 'met'),
        [...pairs(5, 'met', 'unmet'), ...pairs(10, 'unmet', 'met')],
        pairs(45, 'unmet', 'unmet'),
      ),
    )!;
    expect(found).toMatchObject({ first: 'first-1', second: 'second-1', cases: 3, clusters: 'ignored' });
    const { raw, kappa, ac1, alpha, points, table } = found.all;
    expect(points).toBe(100);
    expect(table).toEqual({ both_met: 40, first_only: 5, second_only: 10, both_unmet: 45 });
    expect(raw.value).toBe(0.85);
    expect(kappa.value).toBeCloseTo(0.7, 9);
    expect([kappa.low, kappa.high]).toEqual([
      expect.closeTo(0.5607321804, 9),
      expect.closeTo(0.8392678196, 9),
    ]);
    expect(ac1.value).toBeCloseTo(0.7007481296758106, 9);
    expect(alpha.value).toBeCloseTo(0.7007518796992481, 9);
    for (const { low, high, value } of [raw, ac1, alpha]) expect(low! < value! && value! < high!).toBe(true);
  });

  it('counts apart what one could not judge, and says it by kind', () => {
    const found = judgeAgreement(
      of([
        ...pairs(3, 'met', 'met'),
        ...pairs(2, 'met', null),
        ...pairs(1, null, null),
        ...pairs(4, 'unmet', 'unmet', 'veto'),
      ]),
    )!;
    expect(found.all).toMatchObject({ points: 7, undecided: 3 });
    expect(found.by_kind['required']).toMatchObject({ points: 3, undecided: 3, kappa: { value: null } });
    expect(found.by_kind['veto']).toMatchObject({ points: 4, undecided: 0 });
  });

  it('is not there without a second judge, and has no numbers where both decided nothing', () => {
    expect(judgeAgreement([{ judge: JUDGE }])).toBeUndefined();
    expect(judgeAgreement(of(pairs(2, null, 'met')))!.all).toMatchObject({ points: 0, raw: { value: null } });
  });
});

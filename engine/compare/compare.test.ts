import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  comparison,
  repeatedRuns as repeatedModel,
  type BatchManifest,
  type Comparison,
} from '../../schemas/index.ts';
import { renderComparison, renderRepeated, wordsOf } from '../report/index.ts';
import { F1, F1B } from '../statistics/scores.fixture.ts';
import { tempDir } from '../temp-dir.fixture.ts';
import { compare, readSide, repeatedRuns, siblingRuns } from './index.ts';
import { makeScored, type MadeCase } from './made.fixture.ts';

const plain = { color: false, width: 100 };
const en = wordsOf('en');

const near = (actual: number | null | undefined, value: number): void =>
  expect(Math.abs((actual ?? Number.NaN) - value)).toBeLessThan(1e-9);

const casesOf = (scores: readonly { value: number | null; cluster: string }[]): MadeCase[] =>
  scores.map(({ value, cluster }, i) => ({ id: `T${i + 1}`, storyline: cluster, score: value }));

async function compared(
  a: readonly MadeCase[],
  b: readonly MadeCase[],
  more: { a?: Partial<BatchManifest>; b?: Partial<BatchManifest>; acrossVersions?: boolean } = {},
): Promise<Comparison> {
  const home = tempDir();
  const before = await readSide(makeScored(path.join(home, 'before'), a, more.a));
  const after = await readSide(makeScored(path.join(home, 'after'), b, more.b));
  return comparison.parse(compare(before, after, { acrossVersions: more.acrossVersions === true }));
}

describe('two batches', () => {
  it('are compared case by case, by storyline, with the check values', async () => {
    const found = await compared(casesOf(F1B), casesOf(F1));
    near(found.micro.value, 0.09166666666666666);
    near(found.micro.se, 0.0318133380418694);
    near(found.micro.t, 2.8813910236651226);
    near(found.micro.p, 0.06345693125092647);
    near(found.micro.interval?.low, -0.0095775734);
    near(found.micro.interval?.high, 0.1929109068);
    expect(found).toMatchObject({ pairs: 12, common: 12, clusters: 4, same_evalset: true, differs: [] });
    // 4 of 16 patterns; but four storylines could not have given less than .125.
    expect(found.sign_flip).toEqual({ p: 0.25, smallest: 0.125, untestable: 'too_few_clusters' });
    // T1 and T8 pass in B only.
    expect(found.mcnemar).toEqual({ gained: 2, lost: 0, p: 0.5 });
    // (z.975 + z.8)²·se²·n/δ²
    expect(found.power!.cases).toBe(Math.ceil((7.848879734349085 * 0.0318133380418694 ** 2 * 12) / 0.0009));
    near(found.power!.detectable, (3.182446305284263 + 0.9784723124) * 0.0318133380418694);
  });

  it('swapped, give the opposite', async () => {
    const there = await compared(casesOf(F1B), casesOf(F1));
    const back = await compared(casesOf(F1), casesOf(F1B));
    near(back.micro.value, -(there.micro.value ?? 0));
    near(back.micro.interval?.low, -(there.micro.interval?.high ?? 0));
    near(back.micro.p, there.micro.p!);
    expect(back.mcnemar).toEqual({ gained: 0, lost: 2, p: 0.5 });
  });

  it('with six storylines can be tested', async () => {
    const six = ['A', 'B', 'C', 'D', 'E', 'F'].map((cluster) => ({ cluster, value: 0 }));
    const found = await compared(
      casesOf(six),
      casesOf(six.map((one, i) => ({ ...one, value: 0.1 + i / 50 }))),
    );
    expect(found.sign_flip).toEqual({ p: 0.03125, smallest: 0.03125 });
  });

  const mixed: MadeCase[] = [
    { id: 'T1', storyline: 'A', score: 1 },
    { id: 'T2', storyline: 'A', score: null },
    { id: 'T3', storyline: 'B', score: 0.5 },
    { id: 'T4', storyline: 'B', score: undefined },
    { id: 'T5', storyline: 'C', score: null, status: 'FAIL_ENV' },
  ];

  it('list changed and unscored cases with the denominator, and bound the difference', async () => {
    const after = mixed.map((one) =>
      one.id === 'T1' ? { ...one, score: 0.25 } : one.id === 'T2' ? { ...one, score: 1 } : one,
    );
    const found = await compared(mixed, after);
    expect(found).toMatchObject({
      common: 5,
      pairs: 2,
      unscored: { a: ['T2', 'T4', 'T5'], b: ['T4', 'T5'] },
      changed: [
        { case_id: 'T1', a: { status: 'PASS', score: 1 }, b: { status: 'FAIL', score: 0.25 } },
        { case_id: 'T2', a: { status: 'PENDING', score: null }, b: { status: 'PASS', score: 1 } },
      ],
    });
    near(found.bounds?.worst, (0.25 + 1 + 0.5 - (1 + 1 + 0.5 + 1 + 1)) / 5);
    near(found.bounds?.best, (0.25 + 1 + 0.5 + 1 + 1 - (1 + 0.5)) / 5);
    const text = renderComparison(found, plain, en);
    expect(text).toContain('A: 2 of 5 cases count\nB: 3 of 5 cases count\n2 of 5 common cases count in both');
    expect(text).toContain('Without a score in A: 3 (T2, T4, T5)');
    expect(text).toMatch(/T1 +A +PASS 1 +FAIL 0\.25 +-0\.75/);
    expect(text).toMatch(/not testable: with 2 storylines the smallest p that can be reached\s+is 0\.5/);
    expect(text).toContain('95 % -1 to 1 (cut to -1 … 1)');
    expect(text).toContain('here no difference is seen with a chance of 80 %');
    expect(renderComparison(found, plain, wordsOf('zh-cn'))).toContain('共有 5 题，其中 2 题两边都计分');
  });

  it('say what else differs', async () => {
    const other: Partial<BatchManifest> = {
      identity: { evalset: 'a'.repeat(64), script: 'b'.repeat(64), world: 'c'.repeat(64) },
      day0: '2026-10-01',
      created_at: '2026-10-01T01:00:00.000Z',
      isolation: 'sandbox',
      agent: { name: 'other', driver: 'member', key: 'x', display_name: 'X', model: 'm-2' },
    };
    const found = await compared(casesOf(F1), casesOf(F1), { b: other });
    expect(found.differs.map(({ what }) => what)).toEqual([
      'agent',
      'model',
      'script',
      'world',
      'day0',
      'day',
      'isolation',
    ]);
    expect(found.changed).toEqual([]);
    const text = renderComparison(found, plain, en);
    expect(text).toContain('≠ Model: A not known · B m-2');
    expect(text).toContain('≠ day0: A 2026-09-06 · B 2026-10-01');
    expect(text).toContain('which does not show that others would');
    expect(text).toContain('cannot be told: the differences have no error');
  });

  const another: Partial<BatchManifest> = {
    identity: { evalset: 'f'.repeat(64), script: 'a'.repeat(64), world: 'a'.repeat(64) },
  };

  it('of different versions are refused unless that is asked for', async () => {
    await expect(compared(casesOf(F1), casesOf(F1), { b: another })).rejects.toThrow(
      /different evalset versions.*ffffffffffff.*--across-versions/s,
    );
    const fewer = casesOf(F1).slice(2);
    const found = await compared(casesOf(F1), fewer, { b: another, acrossVersions: true });
    expect(found).toMatchObject({ same_evalset: false, common: 10, only: { a: ['T1', 'T2'], b: [] } });
    const text = renderComparison(found, plain, en);
    expect(text).toContain('a difference may come from the cases');
    expect(text).toContain('Only in A: 2 (T1, T2)');
  });

  it('of which one is a single case are never put together', async () => {
    const one = casesOf(F1).slice(0, 1);
    await expect(
      compared(casesOf(F1), one, { b: { ...another, mode: 'single' }, acrossVersions: true }),
    ).rejects.toThrow(/mode single.*never compared.*Run the case in a batch/s);
    const found = await compared(one, one, { a: { mode: 'single' }, b: { mode: 'single' } });
    expect(found.micro).toMatchObject({ value: 0, interval: null, untestable: 'one_cluster' });
    expect(renderComparison(found, plain, en)).toContain('fewer than two storylines');
  });

  it('have no pair, or no storyline: said, never a zero', async () => {
    const none = await compared([mixed[0]!, mixed[1]!], [{ ...mixed[0]!, score: null }, mixed[1]!]);
    expect(none).toMatchObject({
      pairs: 0,
      micro: { value: null, untestable: 'no_cases' },
      mcnemar: { p: null },
    });
    const bare = await compared(
      [{ id: 'T1', storyline: '', score: 0 }],
      [{ id: 'T1', storyline: '', score: 1 }],
    );
    expect(bare).toMatchObject({
      micro: { value: 1, interval: null, untestable: 'no_storyline' },
      power: null,
    });
    for (const found of [none, bare])
      expect(renderComparison(found, plain, en)).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('reading a side', () => {
  it('tells a batch without verdicts, and a verdict that cannot be read', async () => {
    const home = tempDir();
    const empty = makeScored(path.join(home, 'empty'), [{ id: 'T1', storyline: 'A', score: undefined }]);
    await expect(readSide(empty)).rejects.toThrow(/no case of this batch has a verdict; score it first/);
    const torn = makeScored(path.join(home, 'torn'), casesOf(F1));
    writeFileSync(path.join(torn, 'results/verdict-T2.json'), '{"score": 1');
    await expect(readSide(torn)).rejects.toThrow(/verdict-T2\.json: this verdict cannot be read/);
  });
});

describe('repeated runs', () => {
  const run = (scores: readonly (number | null)[]): MadeCase[] =>
    scores.map((score, i) => ({ id: `T${i + 1}`, storyline: i < 2 ? 'A' : 'B', score }));
  const scores = [
    [1, 0.5, 1, null],
    [1, 1, 0, null],
    [1, 0.5, 1, 1],
  ];

  const make = (more: (i: number) => Partial<BatchManifest> = () => ({})): string[] => {
    const home = tempDir();
    return scores.map((one, i) => makeScored(path.join(home, `r${i + 1}`), run(one), more(i)));
  };
  const sides = (dirs: readonly string[]) => Promise.all(dirs.map((dir) => readSide(dir)));

  it('give pass^k, pass@k, flaky cases, raw counts and all attempts', async () => {
    const found = repeatedModel.parse(repeatedRuns(await sides(make())));
    expect(found).toMatchObject({ cases_planned: 4, attempts: { scored: 10, of: 12 }, clusters: 2 });
    expect(found.cases.map(({ passed, scored, flaky }) => [passed, scored, flaky])).toEqual([
      [3, 3, false],
      [1, 3, true],
      [2, 3, true],
      [1, 1, false],
    ]);
    expect(found.pass.map(({ k, cases }) => [k, cases])).toEqual([
      [1, 4],
      [2, 3],
      [3, 3],
    ]);
    near(found.pass[0]!.hat.value, (1 + 1 / 3 + 2 / 3 + 1) / 4);
    near(found.pass[1]!.hat.value, (1 + 0 + 1 / 3) / 3);
    near(found.pass[1]!.at.value, (1 + 2 / 3 + 1) / 3);
    near(found.pass[2]!.hat.value, 1 / 3);
    const text = renderRepeated(found, plain, en);
    expect(text).toContain('10 of 12 attempts count');
    expect(text).toMatch(/T2 +A +1 of 3 ~ +0\.5 {2}1 {2}0\.5/);
    expect(text).toContain('2: T2, T3');
    expect(text).toContain('over the 3 of 4 cases with so many scored runs');
    expect(renderRepeated(found, plain, wordsOf('zh'))).toContain('12 次作答中 10 次计分');
  });

  it('say of k that no case reaches that nothing is known', async () => {
    const home = tempDir();
    const dirs = [run([1, null]), run([null, 1])].map((cases, i) =>
      makeScored(path.join(home, `r${i}`), cases),
    );
    const found = repeatedRuns(await sides(dirs));
    expect(found.pass.map(({ k }) => k)).toEqual([1]);
    expect(renderRepeated(found, plain, en)).toMatch(
      /pass\^2 \(all of 2 runs\) +no case has so many scored runs/,
    );
  });

  it('are found beside one of them', async () => {
    const dirs = make((i) => ({ runs_of: { id: i === 1 ? 'other' : 'same', run: 3 - i, of: 3 } }));
    expect(await siblingRuns(dirs[0]!)).toEqual([dirs[2], dirs[0]]);
    expect(await siblingRuns(make()[0]!)).toHaveLength(1);
  });

  it('refuse what is no repeat', async () => {
    const dirs = make();
    const [first] = dirs;
    const one = await sides([first!]);
    expect(() => repeatedRuns(one)).toThrow('give two batches or more');
    const twice = await sides([first!, first!]);
    expect(() => repeatedRuns(twice)).toThrow('given twice');
    const agents = await sides(
      make((i) => ({ agent: { name: `a${i}`, driver: 'member', key: 'x', display_name: 'X' } })),
    );
    expect(() => repeatedRuns(agents)).toThrow(/its agent \(a1\) is not that of/);
    const versions = await sides(
      make((i) => ({
        identity: { evalset: `${i}`.repeat(64), script: 'a'.repeat(64), world: 'a'.repeat(64) },
      })),
    );
    expect(() => repeatedRuns(versions)).toThrow(/different evalset versions/);
    const modes = await sides(make((i) => (i === 1 ? { mode: 'single' } : {})));
    expect(() => repeatedRuns(modes)).toThrow(/mode single/);
  });
});

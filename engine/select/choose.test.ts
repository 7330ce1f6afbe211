import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DimensionValue } from '../../schemas/index.ts';
import { chooseCases } from './choose.ts';
import { keyOf } from './dimensions.ts';
import { ladder, rungBelow } from './ladder.ts';
import type { Candidate } from './model.ts';

const line = (value: string): DimensionValue => ({ dimension: 'storyline', value });

/** `A1 a 30 xy`: id, group, seconds, values by letter; then what it needs. */
function one(text: string): Candidate {
  const [id = '', group = '', seconds = '0', values = '', ...needs] = text.split(' ');
  return { id, group, seconds: Number(seconds), notBefore: 0, values: Array.from(values).map(line), needs };
}

const chosen = (budget: number, ...cases: readonly string[]): string =>
  chooseCases(cases.map(one), budget).join(' ');

describe('a choice for a time budget', () => {
  it.each<[string, number, string[], string]>([
    ['takes what covers most first', 30, ['A1 a 30 x', 'A2 a 30 xyz', 'A3 a 30 xy'], 'A2'],
    ['takes the shorter of two that cover as much', 30, ['A1 a 30 x', 'A2 a 20 y'], 'A2'],
    ['takes the earlier of two that are equal', 30, ['A1 a 30 x', 'A2 a 30 y'], 'A1'],
    ['fills up with the shortest', 60, ['A1 a 20 x', 'A2 a 30 x', 'A3 a 25 x', 'A4 a 15 x'], 'A1 A4 A3'],
    ['gives each group all of the time', 30, ['A1 a 30 x', 'B1 b 30 x', 'B2 b 30 x'], 'A1 B1'],
    ['prefers what no other group has', 30, ['A1 a 30 x', 'B1 b 20 x', 'B2 b 30 y'], 'A1 B2'],
    ['brings what a case needs, in whatever group', 30, ['A1 a 10 -', 'B1 b 30 xyz A1'], 'A1 B1'],
    ['takes a case without what it needs never', 30, ['A1 a 40 -', 'B1 b 10 xyz A1', 'B2 b 30 x'], 'B2'],
    ['counts what is needed as time', 50, ['A1 a 30 -', 'A2 a 30 xyz A1', 'A3 a 30 x'], 'A1'],
    ['takes nothing where nothing fits', 9, ['A1 a 10 x'], ''],
    ['takes nothing of nothing', 60, [], ''],
  ])('%s', (_what, budget, cases, expected) => {
    // The order of the answer is the order of the candidates.
    expect(chosen(budget, ...cases)).toBe(expected.split(' ').sort().join(' '));
  });

  it('plays a clock case not before its minute, in the order of the script', () => {
    const cases = [one('A1 a 10 -'), { ...one('A2 a 10 x'), notBefore: 40 }, one('A3 a 10 y')];
    expect(chooseCases(cases, 50).join(' ')).toBe('A1 A2');
    expect(chooseCases(cases, 60).join(' ')).toBe('A1 A2 A3');
    expect(chooseCases(cases, 45).join(' ')).toBe('A1 A3');
  });
});

const LETTERS = Array.from('abcdefgh');
const candidates = fc
  .array(
    fc.record({
      group: fc.constantFrom('p', 'q', 'r'),
      seconds: fc.integer({ min: 1, max: 900 }).map((tenth) => tenth / 10),
      notBefore: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, fc.integer({ min: 1, max: 120 })),
      values: fc.uniqueArray(fc.constantFrom(...LETTERS), { maxLength: 4 }),
      needs: fc.array(fc.nat(30), { maxLength: 2 }),
    }),
    { maxLength: 14 },
  )
  .map((list) =>
    list.map(({ group, seconds, notBefore, values }, i): Candidate => ({
      group,
      seconds,
      notBefore,
      id: `C${i}`,
      values: values.map(line),
      // Only on what stands earlier, and with all that it depends on in turn.
      needs:
        i === 0
          ? []
          : [
              ...closure(
                list.map((each) => each.needs),
                i,
              ),
            ].map((at) => `C${at}`),
    })),
  );

function closure(needs: readonly (readonly number[])[], i: number): Set<number> {
  const found = new Set<number>();
  const open = [i];
  for (const at of open)
    for (const raw of at === 0 ? [] : (needs[at] ?? [])) {
      const other = raw % at;
      if (!found.has(other)) open.push(other);
      found.add(other);
    }
  return found;
}

const budgets = fc.integer({ min: 1, max: 4000 }).map((tenth) => tenth / 10);

function coverage(all: readonly Candidate[], ids: readonly string[]): number {
  const set = new Set(ids);
  return new Set(all.flatMap((each) => (set.has(each.id) ? each.values.map(keyOf) : []))).size;
}

/** When a group is through with what was chosen of it, told without the code under test. */
function ends(all: readonly Candidate[], ids: readonly string[], group: string): number {
  let at = 0;
  for (const each of all)
    if (each.group === group && ids.includes(each.id)) at = Math.max(at, each.notBefore) + each.seconds;
  return at;
}

describe('whatever the cases and the budget', () => {
  it('no group is over the budget, and what is chosen has what it needs', () => {
    fc.assert(
      fc.property(candidates, budgets, (all, budget) => {
        const ids = chooseCases(all, budget);
        // Sums of tenths in another order differ in the last bits.
        for (const group of ['p', 'q', 'r']) expect(ends(all, ids, group)).toBeLessThanOrEqual(budget + 1e-9);
        for (const { id, needs } of all)
          if (ids.includes(id)) expect(ids).toEqual(expect.arrayContaining([...needs]));
      }),
      { numRuns: 60 },
    );
  });

  it('more time never covers less', () => {
    fc.assert(
      fc.property(candidates, budgets, budgets, (all, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        expect(coverage(all, chooseCases(all, more))).toBeGreaterThanOrEqual(
          coverage(all, chooseCases(all, less)),
        );
      }),
      { numRuns: 60 },
    );
  });

  it('nothing that would still fit is left out', () => {
    fc.assert(
      fc.property(candidates, budgets, (all, budget) => {
        const ids = chooseCases(all, budget);
        for (const { id, needs } of all) {
          if (ids.includes(id)) continue;
          const with_ = [...new Set([...ids, id, ...needs])];
          const over = ['p', 'q', 'r'].some((group) => ends(all, with_, group) > rungBelow(budget) - 1e-9);
          expect([id, over]).toEqual([id, true]);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('the same cases give the same choice, whatever the order of groups in it', () => {
    fc.assert(
      fc.property(candidates, budgets, (all, budget) => {
        expect(chooseCases(structuredClone(all), budget)).toEqual(chooseCases(all, budget));
      }),
      { numRuns: 60 },
    );
  });
});

describe('the budgets that are told apart', () => {
  it.each([
    [0.9, 0],
    [59.9, 59],
    [64, 60],
    [65, 65],
    [599, 595],
    [659, 600],
    [3600, 3600],
  ])('%d s is rounded down to %d s', (seconds, rung) => {
    expect(rungBelow(seconds)).toBe(rung);
  });

  it('are the same ones wherever they begin', () => {
    const all = ladder(0, 4000);
    expect(all.slice(0, 3)).toEqual([1, 2, 3]);
    expect(all.at(-1)).toBe(3960);
    expect(all.every((at) => rungBelow(at) === at)).toBe(true);
    for (const from of [0.4, 17, 61, 333, 601])
      expect(ladder(from, 4000)).toEqual(all.filter((at) => at >= rungBelow(from)));
  });
});

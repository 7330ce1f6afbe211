import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Budget, takeFromAll } from './budget.ts';

it('is never overspent, whatever is taken and settled in whatever order', () => {
  const use = fc.record({ calls: fc.constant(1), tokens: fc.nat(50), cost: fc.nat(20) });
  fc.assert(
    fc.property(fc.array(fc.tuple(use, fc.nat(100), fc.boolean())), (steps) => {
      const limits = { calls: 8, tokens: 200, cost: 60 };
      const budgets = [new Budget('a', limits), new Budget('b', { tokens: 150 })];
      for (const [most, share, later] of steps) {
        const before = budgets.map((budget) => budget.used);
        if (takeFromAll(budgets, most) !== null) {
          // Refused by one: taken from none.
          expect(budgets.map((budget) => budget.used)).toEqual(before);
          continue;
        }
        const used = { ...most, tokens: Math.floor((most.tokens * share) / 100) };
        if (!later) for (const budget of budgets) budget.settle(most, used);
        expect(budgets[0]!.used.calls).toBeLessThanOrEqual(8);
        expect(budgets[0]!.used.cost).toBeLessThanOrEqual(60);
        expect(budgets[1]!.used.tokens).toBeLessThanOrEqual(150);
      }
    }),
  );
});

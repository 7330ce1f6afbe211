import { describe, expect, it } from 'vitest';
import { COVERAGE, lowCoverage, TRUSTED_COVERAGE, type IntervalKind } from './coverage.ts';
import { simulate } from './simulation.fixture.ts';

/** Intervals that need 2000 resamples a draw above six clusters are left to test/perf. */
const DRAWS = 400;

describe('simulated clustered nulls', () => {
  it.each([4, 6])('the table of coverage is what a short simulation finds, %i storylines', (clusters) => {
    const found = simulate(clusters, DRAWS, 7);
    const far: string[] = [];
    for (const [kind, rows] of Object.entries(COVERAGE)) {
      const committed = rows.find(([count]) => count === clusters)![1];
      const share = found.coverage[kind as IntervalKind];
      const error = Math.sqrt((committed * (1 - committed)) / DRAWS);
      if (Math.abs(share - committed) > 3.5 * error + 1 / DRAWS)
        far.push(`${kind}: ${share}, table ${committed}`);
    }
    expect(far).toEqual([]);
    expect(found.signFlip).toBeLessThanOrEqual(0.05 + 2 * Math.sqrt((0.05 * 0.95) / DRAWS));
    // Four storylines can never reach .05; six can.
    expect(found.signFlip > 0).toBe(clusters === 6);
  });

  it('labels what covers too seldom, and takes the lower of two simulated sizes', () => {
    expect(lowCoverage('macro_t', 4)).toBeNull();
    expect(lowCoverage('micro_bootstrap', 4)).toBe(COVERAGE.micro_bootstrap[0][1]);
    expect(lowCoverage('micro_bootstrap', 2)).toBe(COVERAGE.micro_bootstrap[0][1]);
    expect(lowCoverage('pass_rate_wilson', 40)).toBe(COVERAGE.pass_rate_wilson[3]![1]);
    expect(lowCoverage('pass_rate_wilson', 15)).toBe(COVERAGE.pass_rate_wilson[3]![1]);
    expect(lowCoverage('micro_t', 8)).toBe(COVERAGE.micro_t[2]![1]);
    expect(lowCoverage('micro_t', 6)).toBeNull();
    for (const rows of Object.values(COVERAGE)) expect(rows.map(([count]) => count)).toEqual([4, 6, 10, 20]);
    expect(TRUSTED_COVERAGE).toBe(0.93);
  });
});

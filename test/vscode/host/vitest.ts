import { expect, it } from 'vitest';
import type { HostTest } from './report.ts';

/** Throws what failed in the extension host. A test that was skipped there is a failure as well. */
export function assertPassed({ title, state, error }: HostTest): void {
  if (state === 'failed') throw new Error(error ?? `${title}: failed`);
  if (state === 'pending') throw new Error(`${title}: was skipped in the extension host`);
}

/** Makes every test that ran in the extension host a test of its own here, so that each is counted and named. */
export function reportHostTests(tests: readonly HostTest[]): void {
  it('ran at least one test in the extension host', () => {
    expect(tests.length).toBeGreaterThan(0);
  });
  for (const test of tests) it(`${test.title} (${Math.round(test.duration)} ms)`, () => assertPassed(test));
}

import { describe, expect, it } from 'vitest';
import { compileOk, cardOf, CARDS, evalsetOf, WORLD } from '../compile/fixture.ts';
import { normalQuantile } from '../statistics/index.ts';
import { clockOffset, estimateCase, estimateShared, expectedWait } from './estimate.ts';

const { evalBundles, world } = compileOk(evalsetOf({ cards: CARDS, world: WORLD }));
const stepsOf = (id: string) => evalBundles.flatMap(({ steps }) => steps.filter((one) => one.case_id === id));

describe('the expected time of an answer', () => {
  it('is the mean of a log-normal of median 16 s and p90 175 s, cut at the longest wait', () => {
    // By its quantiles, without the formula of the code.
    const quantile = (p: number): number =>
      16 * Math.exp((Math.log(175 / 16) / normalQuantile(0.9)) * normalQuantile(p));
    for (const most of [12, 180, 600]) {
      let sum = 0;
      for (let i = 0; i < 400; i++) sum += Math.min(most, quantile((i + 0.5) / 400));
      expect(Math.abs(sum / 400 - expectedWait(most)) / expectedWait(most)).toBeLessThan(0.01);
    }
  });

  it('grows with the longest wait and never reaches it', () => {
    expect(expectedWait(180)).toBeLessThan(expectedWait(300));
    expect(expectedWait(12)).toBeLessThan(12);
  });
});

describe('the expected time of a case', () => {
  it('is its waits, conditional lines too, and the closing quiet time', () => {
    expect(estimateCase(stepsOf('B1'))).toBeCloseTo(expectedWait(180) + 90, 0);
    expect(estimateCase(stepsOf('A1'))).toBeCloseTo(2 * expectedWait(300) + 90, 0);
    // Two turns and a conditional line: all three wait as long as a case with such a line does.
    expect(estimateCase(stepsOf('A2'))).toBeCloseTo(3 * expectedWait(600) + 90, 0);
  });

  it('does not hold the minute of a clock case, which is told apart', () => {
    const clock = cardOf('K1', { clock_batch: true, clock_at: '{{D|YYYY-MM-DD}}T09:10:00+08:00' });
    const script = compileOk(evalsetOf({ cards: [clock], world: WORLD }));
    const steps = script.evalBundles[0]!.steps;
    expect(estimateCase(steps)).toBe(estimateCase(stepsOf('B1')));
    expect(clockOffset(steps, script.world.render.kickoff_local, 60)).toBe(540);
    expect(clockOffset(steps, script.world.render.kickoff_local, 9999)).toBe(0);
    expect(clockOffset(stepsOf('B1'), world.render.kickoff_local, 0)).toBe(0);
  });
});

it('what comes before the first case is its pauses and the question that tries the agent', () => {
  expect(estimateShared({ ...world, phases: { preset: [], cast: [] } })).toBe(0);
  expect(
    estimateShared({
      ...world,
      phases: {
        preset: [
          { id: 'm', op: 'msg', group: 'ops', actor: 'bo', text: 'x', wait_ms: 1500 },
          { id: 'w', op: 'wait', seconds: 300 },
        ],
        cast: [
          { id: 'c', op: 'canary', group: 'ops', actor: 'bo', mention: 'helm', window_sec: 120, text: 'x' },
        ],
      },
    }),
  ).toBeCloseTo(301.5 + expectedWait(120), 1);
});

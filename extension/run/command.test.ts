import { describe, expect, it } from 'vitest';
import { taskDefinition, wishOf } from '../tasks/definition.ts';
import { argumentsOf } from './command.ts';

const ALWAYS = ['--progress=json', '--stop-on-stdin-end', '--language=en'];
const told = (task: unknown): string[] => argumentsOf(wishOf(taskDefinition.parse(task), '/w'), 'en');

describe('arguments of the command', () => {
  it('of a task that runs a batch with faults and a budget', () => {
    expect(
      told({
        type: 'sundowner',
        action: 'run',
        evalset: 'e',
        cases: ['--help'],
        faults: '-x',
        limits: { tokens: 2000000, cost: 1.5 },
      }),
    ).toEqual([
      'run',
      '--case=--help',
      '--faults=-x',
      '--limit=tokens=2000000',
      '--limit=cost=1.5',
      ...ALWAYS,
      '--',
      '/w/e',
    ]);
  });

  it('of a task that goes on with a higher limit', () => {
    expect(told({ type: 'sundowner', action: 'resume', batch: 'b', limits: { minutes: 90 } })).toEqual([
      'run',
      '--resume=/w/runs/b',
      '--limit=minutes=90',
      ...ALWAYS,
    ]);
  });

  it('of a task without either', () => {
    expect(told({ type: 'sundowner', action: 'run', evalset: '.' })).toEqual(['run', ...ALWAYS, '--', '/w']);
  });
});

import { describe, expect, it } from 'vitest';
import type { EvalStep, JournalEntry, MessageEvidence } from '../../schemas/index.ts';
import { BatchPaths } from '../batch/paths.ts';
import { WorldState } from '../director/state.ts';
import { loadCaseSoFar } from './load.ts';

const GATE = 'e-ops-001-C1-gate';
const steps: EvalStep[] = [
  { id: GATE, op: 'gate', kind: 'no_bot_speech', group: 'ops', min_quiet_sec: 1, case_id: 'C1' },
];
const at = (minute: number): string => `2026-09-07T01:0${minute}:00.000Z`;

/** The journal of a case that was played as often as there are outcomes. */
function journal(outcomes: readonly string[]): JournalEntry[] {
  return outcomes.flatMap((outcome, i): JournalEntry[] => {
    const attempt = i + 1;
    const base = { ts: at(attempt), attempt } as const;
    const path = `evidence/C1/${attempt}.json`;
    return [
      { ...base, step: 'eval.case:C1', status: 'intent' },
      { ...base, step: `eval.${GATE}`, status: 'success', evidence: path, outcome: 'quiet' },
      { ...base, step: 'eval.case:C1', status: 'success', outcome, from: at(attempt) },
    ];
  });
}

const load = (outcomes: readonly string[]) =>
  loadCaseSoFar(
    {
      paths: new BatchPaths('/batch'),
      state: new WorldState(journal(outcomes)),
      caseId: 'C1',
      group: 'ops',
      steps,
      agentName: '小舵',
      events: [],
    },
    {
      messages: (path): Promise<MessageEvidence> =>
        Promise.resolve({
          case_id: 'C1',
          step: path,
          window: { from: at(1), to: at(9) },
          scope: [],
          messages: [],
        }),
      asset: () => Promise.resolve(undefined),
    },
  );

describe('of several playings of a case', () => {
  it.each<[string, readonly string[], number | undefined, string, string | null]>([
    ['the only one', ['played'], undefined, 'evidence/C1/1.json', null],
    ['the first that was not cut short', ['interrupted', 'played', 'played'], 2, 'evidence/C1/2.json', null],
    [
      'the last, when all were cut short',
      ['interrupted', 'interrupted'],
      2,
      'evidence/C1/2.json',
      'every playing was cut short by a restart of the run',
    ],
  ])('%s counts', async (_name, outcomes, attempt, file, env) => {
    const found = await load(outcomes);
    expect(found?.evidence.attempt).toBe(attempt);
    expect(found?.evidence.scope).toEqual([file]);
    expect(found?.evidence.env).toBe(env);
  });

  it('none was begun', async () => {
    expect(await load([])).toBeNull();
  });
});

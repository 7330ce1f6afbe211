import { expect, it } from 'vitest';
import { sharingLine } from './line-ends.ts';
import type { PointMark } from './marks.ts';

const batch = {
  ...{ dir: '/runs/a', name: 'a', readonly: false, evalset: '', day0: '', agent: '', mode: '' },
  created_at: '',
};

function mark(id: string, from: number, to = from): PointMark {
  return {
    caseId: 'H01',
    range: { start: { line: from, character: 0 }, end: { line: to, character: 9 } },
    point: { id, text: '', state: 'met', label: '', reason: '', quotes: [] },
    verdict: { case_id: 'H01', batch, state: 'PASS', text: '', judged_at: null, points: [] },
    ...{ stale: false, changed: false },
  };
}

it.each<[string, PointMark[], string[]]>([
  ['lines of their own', [mark('CP1', 3), mark('CP2', 4)], []],
  ['all in one string', [mark('CP1', 3), mark('CP2', 3), mark('DED1', 3)], ['CP1', 'CP2', 'DED1']],
  ['two of three', [mark('CP1', 3), mark('CP2', 4), mark('CP3', 4)], ['CP2', 'CP3']],
  [
    'a point of two lines ends where the next one stands',
    [mark('CP1', 3, 4), mark('CP2', 4)],
    ['CP1', 'CP2'],
  ],
  ['a point of two lines begins where the last one stands', [mark('CP1', 3), mark('CP2', 3, 4)], []],
])('%s', (_, marks, ids) => expect([...sharingLine(marks)].map(({ point }) => point.id)).toEqual(ids));

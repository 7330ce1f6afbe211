import { expect, it } from 'vitest';
import type { CaseReview } from '../../../schemas/review.ts';
import { freshView, viewFor } from './view.ts';

function review(batch: string, caseId: string, points: readonly string[]): CaseReview {
  const about = { name: '', readonly: false, evalset: '', day0: '', agent: '', mode: '', created_at: '' };
  return {
    batch: { dir: batch, ...about },
    case_id: caseId,
    ...{ title: '', storyline: '', group: '', group_name: '', state: 'FAIL', sentence: [], sum: '' },
    ...{ score: 0, required_met: 0, required_total: 1, judges: [], judged_at: null, attempt: 1, flags: [] },
    points: points.map((id) => ({
      ...{ id, kind: 'required', result: false, delivery_gate: false, tags: [], text: '', rendered: '' },
      ...{ state: 'unmet', label: '', judgements: [], human: [] },
    })),
    ...{ counts: { thread: 0, tables: 0, documents: 0, events: 0 }, history: [], problems: [], revision: '' },
    ...{ labels: { rev: 0, damaged: false }, human: 0 },
  };
}

const seen = {
  ...freshView,
  batch: 'a',
  dir: 'a',
  case_id: 'H01',
  point: 'CP3',
  tab: 'events' as const,
  scroll: { events: 7 },
};

it.each<[string, CaseReview, string | null, string, object]>([
  ['the same batch', review('a', 'H01', ['CP1', 'CP3']), 'CP3', 'events', { events: 7 }],
  ['the same case in a batch that has begun', review('b', 'H01', []), 'CP3', 'events', {}],
  ['the same case in another batch', review('b', 'H01', ['CP1', 'CP3']), 'CP3', 'events', {}],
  ['a point that is no more', review('b', 'H01', ['CP1']), null, 'events', {}],
  ['another case', review('a', 'H02', ['CP1', 'CP3']), null, 'thread', {}],
])('keeps what was chosen: %s', (_, next, point, tab, scroll) => {
  const view = viewFor(seen, { batch: next.batch.dir, review: next });
  expect([view.point, view.tab, view.scroll]).toEqual([point, tab, scroll]);
});

it('keeps what was asked for, be it the newest or nothing yet, and never a folder without a name', () => {
  const nowhere = viewFor(freshView, { batch: null, review: review('', 'H01', []) });
  expect([nowhere.batch, nowhere.dir]).toEqual([null, '']);
  const newest = viewFor(nowhere, { batch: null, review: review('b', 'H01', ['CP1']) });
  expect([newest.batch, newest.dir]).toEqual([null, 'b']);
  const newer = viewFor(
    { ...newest, scroll: { thread: 4 } },
    { batch: null, review: review('c', 'H01', []) },
  );
  expect([newer.batch, newer.scroll]).toEqual([null, {}]);
});

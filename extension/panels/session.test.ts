import { expect, it } from 'vitest';
import type { CaseReview, EvidencePage } from '../../schemas/review.ts';
import type { FromReview, ToReview } from '../../webviews/shared/protocol.ts';
import type { LabelAnswer } from '../reader/protocol.ts';
import { ReviewSession, type Loaded, type Shown } from './session.ts';

function review(dir: string, caseId: string): CaseReview {
  const about = { name: '', readonly: false, evalset: '', day0: '', agent: '', mode: '', created_at: '' };
  return {
    batch: { dir, ...about },
    case_id: caseId,
    ...{ title: '', storyline: '', group: '', group_name: '', state: 'FAIL', sentence: [], sum: '' },
    ...{ score: 0, required_met: 0, required_total: 1, judges: [], judged_at: null, attempt: 1, flags: [] },
    points: ['CP1', 'CP2'].map((id) => ({
      ...{ id, kind: 'required', result: false, delivery_gate: false, tags: [], text: '', rendered: '' },
      ...{ state: 'unmet', label: '', judgements: [], human: [] },
    })),
    ...{ counts: { thread: 0, tables: 0, documents: 0, events: 0 }, history: [], problems: [], revision: '' },
    ...{ labels: { rev: 0, damaged: false }, human: 0 },
  };
}

const loaded = (dir: string, caseId: string): Loaded => ({
  ...{ review: review(dir, caseId), source: null, stale: null, position: null },
  may: { run: false, judge: false, stop: false, label: true },
  reviewer: 'Lin Zhuo',
});
const shown = (caseId: string, more: Partial<Shown> = {}): Shown => ({
  ...{ batch: '/runs/a', caseId, point: null },
  ...more,
});
const pageOf = (batch: string, case_id: string): Extract<FromReview, { type: 'evidence.page' }> => ({
  ...{ v: 1, type: 'evidence.page', of: { batch, case_id }, kind: 'thread', from: 0, count: 100 },
});

/** Something that is asked for and answered when the test says so. */
function asked<K, T>() {
  const open: { what: K; answer: (value: T) => void; fail: (error: Error) => void }[] = [];
  return {
    open,
    ask: (what: K): Promise<T> =>
      new Promise((answer, fail) => {
        open.push({ what, answer, fail });
      }),
  };
}

function start(first: Shown) {
  const reads = asked<Shown, Loaded>();
  const pages = asked<unknown, EvidencePage>();
  const actions = asked<unknown, undefined>();
  const labels = asked<unknown, LabelAnswer>();
  const posted: ToReview[] = [];
  const notices: string[] = [];
  const session = new ReviewSession(first, {
    visible: () => true,
    post: (message) => void posted.push(message),
    read: reads.ask,
    page: pages.ask,
    text: () => Promise.resolve('text'),
    act: actions.ask,
    label: labels.ask,
    sentence: (_, error) => String(error),
    notice: (what) => void notices.push(what),
  });
  const told = () =>
    posted.map((m) =>
      m.type === 'case' ? `case ${m.review.case_id}` : m.type === 'select' ? `select ${m.point}` : m.type,
    );
  return { session, reads, pages, actions, labels, posted, notices, told };
}

/** Until everything that hangs on answers given has happened. */
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function showing(first: Shown) {
  const world = start(first);
  const ready = world.session.take({ v: 1, type: 'ready' });
  world.reads.open[0]?.answer(loaded(first.batch ?? '/runs/newest', first.caseId));
  await ready;
  return world;
}

const page: EvidencePage = { kind: 'thread', from: 0, total: 0, items: [], revision: '' };

it('drops a page, and its error, that comes when another case is shown', async () => {
  const { session, pages, told } = await showing(shown('H01'));
  void session.take(pageOf('/runs/a', 'H01'));
  void session.take(pageOf('/runs/a', 'H01'));
  session.show(shown('H02'));
  pages.open[0]?.answer(page);
  pages.open[1]?.fail(new Error('gone'));
  await settled();
  expect(told()).toEqual(['case H01']);
});

it.each([
  ['another case', pageOf('/runs/a', 'H02')],
  ['another batch', pageOf('/runs/b', 'H01')],
  ['no batch', pageOf('', 'H01')],
])('asks the reader for nothing of %s', async (_, message) => {
  const { session, pages } = await showing(shown('H01'));
  await session.take(message);
  expect(pages.open).toEqual([]);
});

it('answers for the batch that is really shown, where the newest was asked for', async () => {
  const { session, pages, posted } = await showing(shown('H01', { batch: null }));
  expect(posted[0]).toMatchObject({ type: 'case', batch: null });
  const answer = session.take(pageOf('/runs/newest', 'H01'));
  pages.open[0]?.answer(page);
  await answer;
  expect(posted[1]).toMatchObject({ type: 'evidence', of: { batch: '/runs/newest', case_id: 'H01' } });
});

it('shows the last of several cases with the point that was asked for in it', async () => {
  const { session, reads, told } = await showing(shown('H01'));
  session.show(shown('H02', { point: 'CP1' }));
  session.show(shown('H03', { point: 'CP2' }));
  reads.open[2]?.answer(loaded('/runs/a', 'H03'));
  reads.open[1]?.answer(loaded('/runs/a', 'H02'));
  await settled();
  expect(told()).toEqual(['case H01', 'case H03', 'select CP2']);
  expect(session.point).toBe('CP2');
  void session.load();
  reads.open[3]?.answer(loaded('/runs/a', 'H03'));
  await settled();
  expect(told()).toHaveLength(3);
});

it('sends a case again that it comes back to: what the panel asked of it meanwhile was dropped', async () => {
  const { session, reads, told } = await showing(shown('H01'));
  session.show(shown('H02'));
  session.show(shown('H01'));
  reads.open[2]?.answer(loaded('/runs/a', 'H01'));
  await settled();
  expect(told()).toEqual(['case H01', 'case H01']);
});

it('puts what cannot be read in the place of the case, and the case back when it can', async () => {
  const { session, pages, reads, told } = await showing(shown('H01'));
  const answer = session.take(pageOf('/runs/a', 'H01'));
  pages.open[0]?.fail(new Error('half written'));
  await answer;
  void session.load();
  reads.open[1]?.answer(loaded('/runs/a', 'H01'));
  await settled();
  expect(told()).toEqual(['case H01', 'trouble', 'case H01']);
});

it('leaves the verdict where it is when an action fails', async () => {
  const { session, actions, notices, told } = await showing(shown('H01'));
  const done = session.take({ v: 1, type: 'open', path: 'gone.json' });
  actions.open[0]?.fail(new Error('no such file'));
  await done;
  expect([told(), notices]).toEqual([['case H01'], ['open']]);
});

it('tells a panel that is closed nothing', async () => {
  const { session, actions, pages, reads, notices, told } = await showing(shown('H01'));
  void session.take(pageOf('/runs/a', 'H01'));
  void session.take(pageOf('/runs/a', 'H01'));
  void session.take({ v: 1, type: 'open', path: 'gone.json' });
  void session.load();
  session.dispose();
  pages.open[0]?.answer(page);
  pages.open[1]?.fail(new Error('gone'));
  actions.open[0]?.fail(new Error('gone'));
  reads.open[1]?.fail(new Error('gone'));
  session.select('CP1');
  await settled();
  expect([told(), notices]).toEqual([['case H01'], []]);
});

it('remembers the point that the panel or the cursor chose, until another case comes', async () => {
  const { session } = await showing(shown('H01', { point: 'CP1' }));
  expect(session.point).toBe('CP1');
  await session.take({ v: 1, type: 'select', point: 'CP2' });
  expect(session.point).toBe('CP2');
  session.select('CP1');
  expect(session.point).toBe('CP1');
  session.show(shown('H01', { batch: '/runs/b' }));
  expect(session.point).toBe('CP1');
  session.show(shown('H02'));
  expect(session.point).toBeNull();
});

it('never takes a name that is empty for a folder', async () => {
  const { session, reads } = start(shown('H01', { batch: '' }));
  void session.take({ v: 1, type: 'ready' });
  await settled();
  expect(reads.open[0]?.what.batch).toBeNull();
});

const give = (rev: number): Extract<FromReview, { type: 'human.set' }> => ({
  ...{ v: 1, type: 'human.set', of: { batch: '/runs/a', case_id: 'H01' }, rev, point: 'CP1' },
  ...{ word: 'met', reason: '', selection: null, seen: true },
});

it('tells that a label stands, and reads the case anew', async () => {
  const { session, reads, labels, posted, told } = await showing(shown('H01'));
  const taken = session.take(give(0));
  labels.open[0]?.answer({ rev: 1, refused: null });
  await settled();
  reads.open[1]?.answer(loaded('/runs/a', 'H01'));
  await taken;
  expect(told()).toEqual(['case H01', 'human.saved']);
  expect(posted.at(-1)).toMatchObject({ rev: 1, of: { case_id: 'H01' } });
});

it.each([
  ['refused', { rev: 4, refused: 'stale', newer: { word: 'unmet', who: 'Mo', reason: '' } } as const, 4],
  ['failed', new Error('gone'), 0],
])('a label that was %s says why', async (_, outcome, rev) => {
  const { session, reads, labels, posted } = await showing(shown('H01'));
  const taken = session.take(give(0));
  if (outcome instanceof Error) labels.open[0]?.fail(outcome);
  else labels.open[0]?.answer(outcome);
  await settled();
  reads.open[1]?.answer(loaded('/runs/a', 'H01'));
  await taken;
  const told = posted.find((message) => message.type === 'refused');
  expect(told).toMatchObject({ rev, why: outcome instanceof Error ? 'Error: gone' : 'stale' });
});

it('a label for a case that is not shown any more is not written', async () => {
  const { session, labels } = await showing(shown('H01'));
  session.show(shown('H02'));
  await session.take(give(0));
  expect(labels.open).toEqual([]);
});

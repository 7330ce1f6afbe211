import { expect, it } from 'vitest';
import { MadeBatch, messageOf } from '../batch.fixture.ts';
import { page, problemsOf, review } from '../review.fixture.ts';

/** A case whose closing evidence says less than a model asks for. */
function played(evidence: Readonly<Record<string, unknown>>): MadeBatch {
  const batch = new MadeBatch(['C1']);
  batch.play('C1', ['好的']);
  const messages = [
    batch.question(),
    messageOf({ text: '好的' }),
    messageOf({ message_id: 'om_2', chat: 'dock', text: '已转告', ts: '2031-01-01T00:00:00Z' }),
  ];
  batch.write(batch.evidencePath('C1', 'gate'), {
    case_id: 'C1',
    step: 'e-C1-gate',
    scope: [],
    messages,
    ...evidence,
  });
  return batch;
}

it.each([
  ['no window', {}],
  ['half a window', { window: { from: '2026-09-06T01:00:00.000Z' } }],
  ['a window that is none', { window: { from: 'morning', to: 7 } }],
])('%s: nothing is called outside it, and no time is made up', async (_name, evidence) => {
  const { items } = await page(played(evidence), 'C1');
  const labels = items.flatMap((item) => (item.type === 'message' ? [item.label] : []));
  expect(labels).toEqual(['query, turn 1', '', '']);
  expect(JSON.stringify(items)).not.toMatch(/1970/);
});

it('with a window, what lies outside it is called so', async () => {
  const window = { from: '2026-09-06T01:00:00.000Z', to: '2026-09-06T01:05:00.000Z' };
  const { items } = await page(played({ window }), 'C1');
  expect(items.flatMap((item) => (item.type === 'message' ? [item.label] : [])).at(-1)).toBe(
    'outside the window',
  );
});

it('a message without a time has none', async () => {
  const batch = played({ messages: [{ message_id: 'om_q', chat: 'ops', text: '好的' }] });
  const [, message] = (await page(batch, 'C1')).items;
  expect(message).toMatchObject({ type: 'message', when: '', label: 'query, turn 1' });
});

it('of a second judge’s verdict only who gave it is told', async () => {
  const batch = played({});
  batch.judge('C1', [{ id: 'CP1', met: 'met', evidence: [] }]);
  const verdict = { checkpoints: [], judge: { mode: 'model', model: 'first', judged_at: null } };
  batch.write(batch.paths.verdict('C1'), {
    ...verdict,
    cross_check: { judge: { mode: 'model', model: 'second' } },
  });
  const one = await review(batch, 'C1');
  expect(one.judges).toEqual(['first', 'second']);
  expect(problemsOf(one)).toContain('does not have the shape');
});

import { expect, it } from 'vitest';
import { NPC, POST, PRE, W1, at, base, evidence, message, templateOf } from '../evidence.fixture.ts';
import { questionData } from './data.ts';

it('says of each message whether it counts: the agent’s own, in the window, and not taken back', () => {
  const ev = evidence(
    [
      message('一', { message_id: 'own' }),
      message('二', { message_id: 'npc', author: NPC }),
      message('三', { message_id: 'gone', deleted: true }),
      message('四', { message_id: 'late', where: 'toplevel', ts: at('10:30:01.000') }),
    ],
    base([]),
  );
  const data = questionData(templateOf([{ id: 'CP1' }]), [], ev, 1) as {
    evidence: { path: string; messages?: { message_id: string; counts: boolean }[] }[];
  };
  const counts = data.evidence.flatMap(({ messages = [] }) =>
    messages.map(({ message_id: id, counts: yes }) => [id, yes]),
  );
  expect(Object.fromEntries(counts)).toEqual({ own: true, npc: false, gone: false, late: false });
  // Every file of the scope is there, whatever the order.
  expect(data.evidence.map(({ path }) => path).sort()).toEqual([POST, PRE, W1].sort());
});

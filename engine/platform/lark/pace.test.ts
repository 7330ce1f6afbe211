import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { Pace, paced } from './pace.ts';
import type { LarkCall, LarkSend } from './sdk.ts';
import type { LarkSettings } from './settings.ts';

/** Time that passes only while somebody waits. */
class Time {
  t = 0;
  now(): number {
    return this.t;
  }
  async wait(ms: number, signal?: AbortSignal): Promise<void> {
    await Promise.resolve();
    signal?.throwIfAborted();
    this.t += ms;
  }
}

it('never lets more than 5 messages a second into a group, and keeps their order, whoever gives up', async () => {
  const message = fc.record({ chat: fc.constantFrom('a', 'b'), stopped: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 40 }), async (messages) => {
      const time = new Time();
      const pace = new Pace(time);
      const sent: { chat: string; at: number; n: number }[] = [];
      await Promise.allSettled(
        messages.map(async ({ chat, stopped }, n) => {
          await pace.take(chat, 200, stopped ? AbortSignal.abort() : undefined);
          sent.push({ chat, at: time.t, n });
        }),
      );
      expect(sent).toHaveLength(messages.filter((m) => !m.stopped).length);
      for (const chat of ['a', 'b']) {
        const here = sent.filter((m) => m.chat === chat);
        for (const [i, one] of here.entries()) {
          expect(here.filter((m) => m.at > one.at - 1000 && m.at <= one.at).length).toBeLessThanOrEqual(5);
          const before = here[i - 1];
          if (before !== undefined) expect(one.n).toBeGreaterThan(before.n);
        }
      }
    }),
    { numRuns: 60 },
  );
});

it('paces messages by group and calls by the app whose token they carry', async () => {
  const time = new Time();
  const at: Record<string, number> = {};
  const send: LarkSend = (call) => {
    at[call.op] = time.t;
    return Promise.resolve({ code: 0, msg: '', data: {} });
  };
  const settings = {
    operator: { app_id: 'cli_o' },
    actors: { ann: { union_id: 'on_a' }, bot: { app_id: 'cli_b' } },
    group_interval_ms: 250,
    app_interval_ms: 20,
  } as unknown as LarkSettings;
  const go = paced(send, settings, new Pace(time));
  const call = (op: string, more: Partial<LarkCall>): LarkCall => ({ op, method: 'GET', path: '/', ...more });
  await go(call('one', { as: 'ann', chat: 'c' }));
  await go(call('two', { as: 'bot', chat: 'c' }));
  await go(call('read', {}));
  expect(at).toEqual({ one: 0, two: 250, read: 250 });
  await go(call('again', { as: 'ann' }));
  expect(at['again']).toBe(270);
});

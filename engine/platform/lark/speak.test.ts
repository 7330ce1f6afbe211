import { expect, it } from 'vitest';
import { PlatformError } from '../port.ts';
import type { LarkCall, LarkSend } from './sdk.ts';
import type { LarkSettings, UserToken } from './settings.ts';
import { speaking } from './speak.ts';

const call: LarkCall = { op: 'im.message.create', method: 'POST', path: '/im/v1/messages' };
const ok = { code: 0, msg: '', data: {} };

function scene(refuse: readonly string[], code = 99991677) {
  const sent: string[] = [];
  const via =
    (who: string): LarkSend =>
    (c) => {
      sent.push(`${who} ${c.userToken ?? '-'}`);
      return c.userToken !== undefined && refuse.includes(c.userToken)
        ? Promise.reject(new PlatformError(c.op, 400, code, 'refused'))
        : Promise.resolve(ok);
    };
  const renewed: string[] = [];
  const token: UserToken = {
    current: () => Promise.resolve('t1'),
    renew: (refused) => {
      renewed.push(refused);
      return Promise.resolve('t2');
    },
  };
  const settings = {
    actors: {
      ann: { union_id: 'on_a', access_token: 'fixed' },
      bob: { union_id: 'on_b', access_token: token },
      bot: { app_id: 'cli_b', app_secret: 's' },
    },
  } as unknown as LarkSettings;
  const send = speaking(settings, via('operator'), (app) => Promise.resolve(via(app.app_id)));
  return { send, sent, renewed };
}

it('sends each call as the one that it names', async () => {
  const { send, sent } = scene([]);
  for (const as of [undefined, 'ann', 'bob', 'bot']) await send({ ...call, as });
  expect(sent).toEqual(['operator -', 'operator fixed', 'operator t1', 'cli_b -']);
  await expect(send({ ...call, as: 'nobody' })).rejects.toThrow('actor "nobody" has no account');
});

it.each([99991677, 99991668])('repeats a call once with another token after code %i', async (code) => {
  const { send, sent, renewed } = scene(['t1'], code);
  expect(await send({ ...call, as: 'bob' })).toBe(ok);
  expect([sent, renewed]).toEqual([['operator t1', 'operator t2'], ['t1']]);
});

it('tells the second refusal as it is, and renews for no other cause', async () => {
  const twice = scene(['t1', 't2']);
  await expect(twice.send({ ...call, as: 'bob' })).rejects.toMatchObject({ code: 99991677 });
  expect(twice.sent).toHaveLength(2);
  const other = scene(['t1'], 230002);
  await expect(other.send({ ...call, as: 'bob' })).rejects.toMatchObject({ code: 230002 });
  expect(other.renewed).toEqual([]);
});

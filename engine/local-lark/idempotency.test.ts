import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { cast, onPlatform, text } from './testing/scene.ts';
import { MACHINE_CLOCK } from './core/clock.ts';

const IM = '/open-apis/im/v1';
const RECORDS = '/open-apis/bitable/v1/apps/:app_token/tables/:table_id/records';

it('a message uuid holds for an hour, for one sender and one target', async () => {
  let now = Date.UTC(2026, 0, 5);
  await onPlatform({ clock: { ...MACHINE_CLOCK, now: () => now } }, async (platform) => {
    const { owner, ann, chatId } = await cast(platform);
    const send = (who: typeof owner) =>
      who.get(`POST ${IM}/messages`, 'message_id', {
        query: { receive_id_type: 'chat_id' },
        body: { receive_id: chatId, ...text('x'), uuid: 'one' },
      });
    const first = await send(ann);
    expect(await send(ann)).toBe(first);
    expect(await send(owner)).not.toBe(first);
    const reply = () =>
      ann.get(`POST ${IM}/messages/:message_id/reply`, 'message_id', {
        params: { message_id: first },
        body: { ...text('r'), uuid: 'one' },
      });
    const answered = await reply();
    expect(answered).not.toBe(first);
    expect(await reply()).toBe(answered);
    now += 3600_001;
    expect(await send(ann)).not.toBe(first);
    expect(platform.operations().filter((o) => o.op.startsWith('im.message'))).toHaveLength(4);
  });
});

it('a chat uuid and a client_token of records', async () =>
  onPlatform({}, async (platform) => {
    const { owner } = await cast(platform);
    const chat = () =>
      owner.get(`POST ${IM}/chats`, 'chat_id', { query: { uuid: 'c' }, body: { name: 'Again' } });
    expect(await chat()).toBe(await chat());
    const app_token = await owner.get('POST /open-apis/bitable/v1/apps', 'app.app_token', {
      body: { name: 'B' },
    });
    const table_id = await owner.get('GET /open-apis/bitable/v1/apps/:app_token/tables', 'items.0.table_id', {
      params: { app_token },
    });
    const params = { app_token, table_id };
    const client_token = randomUUID();
    const create = (name: string) =>
      owner.call(`POST ${RECORDS}/batch_create`, {
        params,
        query: { client_token },
        body: { records: [{ fields: { 文本: name } }] },
      });
    const first = await create('a');
    expect((await create('a')).body.data).toEqual(first.body.data);
    expect((await create('b')).body.code).toBe(1255006);
    expect((await owner.call(`POST ${RECORDS}/search`, { params, body: {} })).body.data).toMatchObject({
      total: 1,
    });
  }));

it('a refused batch writes nothing', async () =>
  onPlatform({}, async (platform) => {
    const { owner } = await cast(platform);
    const app_token = await owner.get('POST /open-apis/bitable/v1/apps', 'app.app_token', {
      body: { name: 'B' },
    });
    const table_id = await owner.get('GET /open-apis/bitable/v1/apps/:app_token/tables', 'items.0.table_id', {
      params: { app_token },
    });
    const params = { app_token, table_id };
    const before = platform.operations().length;
    const refused = await owner.call(`POST ${RECORDS}/batch_create`, {
      params,
      body: { records: [{ fields: { 文本: 'a' } }, { fields: { 文本: 7 } }] },
    });
    expect(refused.body.code).toBe(1254060);
    expect((await owner.call(`POST ${RECORDS}/search`, { params, body: {} })).body.data).toMatchObject({
      total: 0,
      items: [],
    });
    expect(platform.operations()).toHaveLength(before);
  }));

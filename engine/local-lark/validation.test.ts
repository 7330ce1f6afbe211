import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { describeWithCorpus } from '../../test/corpus.ts';
import { startLocalLark } from './index.ts';
import { documentedErrors, larkSamples } from './testing/samples.ts';
import { addSample, differences, emptyShape } from './testing/shapes.ts';
import { cast, onPlatform, text } from './testing/scene.ts';
import type { Caller, Reply, Request } from './testing/caller.ts';

const IM = '/open-apis/im/v1';
const TABLE = '/open-apis/bitable/v1/apps/:app_token/tables/:table_id';

it('unknown path and wrong method are 404 in plain text, whatever the token', async () =>
  onPlatform({}, async ({ domain }) => {
    for (const [method, path] of [
      ['GET', '/open-apis/nonexistent/v1/foo'],
      ['PATCH', '/open-apis/im/v1/chats'],
    ] as const) {
      const answer = await fetch(domain + path, { method, headers: { authorization: 'Bearer bad' } });
      expect([answer.status, await answer.text()]).toEqual([404, '404 page not found']);
      expect(answer.headers.get('content-type')).toContain('text/plain');
    }
  }));

it('checks path, token, parameters, in this order', async () =>
  onPlatform({}, async (platform) => {
    const { owner } = await cast(platform);
    const bad = { query: { receive_id_type: 'nonsense' }, body: {} };
    const codeFor = async (token: string): Promise<string> => {
      const { status, body } = await owner.as(token).call(`POST ${IM}/messages`, bad);
      return `${status} ${body.code}`;
    };
    expect(await codeFor('')).toBe('400 99991661');
    expect(await codeFor('t-wrong')).toBe('400 99991663');
    expect(await codeFor('eyJwrong')).toBe('400 99991668');
    expect(await codeFor('u-wrong')).toBe('400 99991668');
    expect(await codeFor('x')).toBe('400 99991671');
    expect(await codeFor(owner.token)).toBe('400 99992402');
  }));

it('names every field that is wrong', async () =>
  onPlatform({}, async (platform) => {
    const { owner } = await cast(platform);
    const violations = async (route: string, request: Request) =>
      (await owner.call(route, request)).body.error?.field_violations;
    expect(await violations(`POST ${IM}/messages`, { body: { receive_id: 'x', ...text('x') } })).toEqual([
      { field: 'receive_id_type', description: 'receive_id_type is required' },
    ]);
    expect(
      await violations('GET /open-apis/docx/v1/documents/:document_id', { params: { document_id: 'short' } }),
    ).toEqual([{ field: 'document_id', value: 'short', description: 'the min len is 27' }]);
    expect(
      await violations(`GET ${IM}/messages`, {
        query: { container_id_type: 'chat', container_id: 'x', page_size: '51' },
      }),
    ).toEqual([{ field: 'page_size', value: '51', description: 'the max value is 50' }]);
    expect(
      await violations('POST /open-apis/drive/v1/permissions/:token/members/batch_create', {
        params: { token: 'x' },
        query: { type: 'docx' },
        body: { members: [{ member_type: 'openid', member_id: 'x', perm: 'rule' }] },
      }),
    ).toEqual([{ field: 'members[*].perm', value: 'rule', description: 'options: [view,edit,full_access]' }]);
    const wrongType = await owner.call(`POST ${IM}/messages`, {
      query: { receive_id_type: 'chat_id' },
      body: { receive_id: 7, ...text('x') },
    });
    expect([wrongType.status, wrongType.body.code]).toEqual([400, 9499]);
  }));

it('ids: an open_id of another app, an unknown one, a chat id in its place', async () =>
  onPlatform({}, async (platform) => {
    const { owner, bot, chatId, annId } = await cast(platform);
    const openIdFor = (who: Caller) =>
      who.get('GET /open-apis/contact/v3/users/:user_id', 'user.open_id', {
        params: { user_id: annId },
        query: { user_id_type: 'union_id' },
      });
    const send = async (receive_id: string, receive_id_type = 'open_id') =>
      (
        await owner.call(`POST ${IM}/messages`, {
          query: { receive_id_type },
          body: { receive_id, ...text('x') },
        })
      ).body.code;
    const [own, foreign] = [await openIdFor(owner), await openIdFor(bot)];
    expect(own).not.toBe(foreign);
    expect(await send(own)).toBe(0);
    expect(await send(foreign)).toBe(99992361);
    expect(await send(chatId)).toBe(99992361);
    expect(await send(`ou_${'0'.repeat(32)}`)).toBe(99992351);
    expect(await send('ann@example.com', 'email')).toBe(0);
    expect(await send('oc_unknown', 'chat_id')).toBe(230034);
  }));

it('token endpoints and discovery fail with `data: {}`', async () =>
  onPlatform({}, async (platform) => {
    const app = platform.createApp('a', { name: 'A' });
    const post = async (path: string, body: unknown) =>
      (await fetch(platform.domain + path, { method: 'POST', body: JSON.stringify(body) })).json();
    const token = '/open-apis/auth/v3/tenant_access_token/internal';
    expect(await post(token, { app_id: 'cli_none', app_secret: 'x' })).toEqual({
      code: 10003,
      msg: 'invalid param',
      data: {},
    });
    expect(await post(token, { app_id: app.app_id, app_secret: 'x' })).toEqual({
      code: 10014,
      msg: 'app secret invalid',
      data: {},
    });
    expect(await post('/callback/ws/endpoint', { AppID: app.app_id, AppSecret: 'x' })).toMatchObject({
      code: 514,
      data: {},
    });
  }));

it('what only an app may do is refused to a person', async () =>
  onPlatform({}, async (platform) => {
    const { ann } = await cast(platform);
    for (const route of [
      `POST ${IM}/chats`,
      'POST /open-apis/contact/v3/users/batch_get_id',
      'GET /open-apis/bot/v3/info',
    ])
      expect((await ann.call(route, route.startsWith('GET') ? {} : { body: {} })).body).toMatchObject({
        code: 99991668,
        msg: 'user access token not support',
      });
  }));

it('a busy port and a refused upgrade say what is wrong', async () =>
  onPlatform({}, async ({ port }) => {
    await expect(startLocalLark({ port })).rejects.toThrow(`port ${port} on 127.0.0.1 is in use`);
    const refused = await new Promise<string>((resolve) => {
      const socket = connect(port, '127.0.0.1');
      socket.write(
        'GET /ws/v2?ticket=no HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
      );
      socket.on('data', (data) => resolve(data.toString()));
    });
    expect(refused).toContain('HTTP/1.1 403');
    expect(refused).toContain('Handshake-Status: 514');
  }));

it('the admin calls need the admin token', async () =>
  onPlatform({}, async (platform) => {
    const post = (token: string) =>
      fetch(`${platform.domain}/local/v1/users`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ key: 'k', profile: { name: 'K' } }),
      });
    expect((await post('wrong')).status).toBe(401);
    expect(await (await post(platform.adminToken)).json()).toEqual(platform.createUser('k', { name: 'K' }));
  }));

describeWithCorpus('errors against the collected payloads', (dir) => {
  const samples = larkSamples(dir);
  const documented = documentedErrors(samples);

  it('have the documented HTTP status and msg, and no key that no real error has', async () =>
    onPlatform({}, async (platform) => {
      const replies = await refusals(platform);
      const shape = emptyShape();
      for (const s of samples)
        if (s.kind === 'error' && typeof s.body === 'object' && s.body !== null && !('error_table' in s.body))
          addSample(shape, s.body);
      addSample(shape, { error: { field_violations: [{ field: '', value: '', description: '' }] } });
      const known = new Set<number>();
      for (const { status, body } of replies) {
        expect(differences(body, shape)).toEqual([]);
        const entries = documented.filter((d) => d.code === body.code);
        if (entries.length === 0) continue;
        known.add(body.code);
        const statuses = entries.map((d) => d.http_status).filter((s) => s !== undefined);
        // permission on search comes with 200 by the note, 403 by the table
        if (statuses.length > 0 && body.code !== 1254302)
          expect([body.code, statuses]).toEqual([body.code, expect.arrayContaining([status])]);
        const start = body.msg.split(', ext=')[0] ?? '';
        expect([
          body.code,
          entries.some((d) => d.msg.startsWith(start.slice(0, 30)) || /%v|具体/.test(d.msg)),
        ]).toEqual([body.code, true]);
      }
      expect([...known].sort()).toMatchInlineSnapshot(`
        [
          1254018,
          1254037,
          1254040,
          1254041,
          1254043,
          1254045,
          1254060,
          1254064,
          1254302,
          1770002,
          230001,
          230002,
          230011,
          230025,
          231003,
          232004,
          232006,
          232011,
          232020,
          99991661,
          99991663,
          99991668,
          99992402,
        ]
      `);
    }));
});

async function refusals(platform: Parameters<typeof cast>[0]): Promise<Reply[]> {
  const { owner, ann, eve, chatId } = await cast(platform);
  const app_token = await owner.get('POST /open-apis/bitable/v1/apps', 'app.app_token', {
    body: { name: 'B' },
  });
  const table_id = await owner.get('GET /open-apis/bitable/v1/apps/:app_token/tables', 'items.0.table_id', {
    params: { app_token },
  });
  const params = { app_token, table_id };
  const message = await ann.get(`POST ${IM}/messages`, 'message_id', {
    query: { receive_id_type: 'chat_id' },
    body: { receive_id: chatId, ...text('x') },
  });
  await ann.call(`DELETE ${IM}/messages/:message_id`, { params: { message_id: message } });
  const search = (condition: Record<string, unknown>) =>
    owner.call(`POST ${TABLE}/records/search`, {
      params,
      body: { filter: { conjunction: 'and', conditions: [condition] } },
    });
  const write = (fields: Record<string, unknown>, query = {}) =>
    owner.call(`POST ${TABLE}/records`, { params, query, body: { fields } });
  const unknownDoc = { document_id: 'x'.repeat(27) };
  return [
    await owner.as('').call(`GET ${IM}/chats`),
    await owner.as('t-x').call(`GET ${IM}/chats`),
    await owner.as('eyJx').call(`GET ${IM}/chats`),
    await owner.call(`POST ${IM}/messages`, { body: {} }),
    await eve.call(`GET ${IM}/messages`, { query: { container_id_type: 'chat', container_id: chatId } }),
    await eve.call(`GET ${IM}/chats/:chat_id/members`, { params: { chat_id: chatId } }),
    await owner.call(`GET ${IM}/chats/:chat_id/members`, { params: { chat_id: 'oc_x' } }),
    await owner.call(`POST ${IM}/chats`, { body: { name: 'x', chat_type: 'public' } }),
    await owner.call(`POST ${IM}/chats`, { body: { bot_id_list: ['cli_x'] } }),
    await owner.call(`POST ${IM}/messages/:message_id/reply`, {
      params: { message_id: message },
      body: text('x'),
    }),
    await owner.call(`POST ${IM}/messages/:message_id/reactions`, {
      params: { message_id: message },
      body: { reaction_type: { emoji_type: 'OK' } },
    }),
    await owner.call(`GET ${IM}/messages/:message_id`, { params: { message_id: 'om_x' } }),
    await owner.call(`POST ${IM}/messages`, {
      query: { receive_id_type: 'chat_id' },
      body: { receive_id: chatId, msg_type: 'text', content: 'plain' },
    }),
    await owner.call(`POST ${IM}/messages`, {
      query: { receive_id_type: 'chat_id' },
      body: { receive_id: chatId, ...text('x'.repeat(160_000)) },
    }),
    await owner.call('GET /open-apis/docx/v1/documents/:document_id', { params: unknownDoc }),
    await owner.call('GET /open-apis/bitable/v1/apps/:app_token', { params: { app_token: 'none' } }),
    await owner.call(`GET ${TABLE}/records`, { params: { app_token, table_id: 'none' } }),
    await owner.call(`GET ${TABLE}/records/:record_id`, { params: { ...params, record_id: 'none' } }),
    await eve.call(`GET ${TABLE}/records`, { params }),
    await write({ nowhere: 1 }),
    await write({ 文本: 1 }),
    await write({ 日期: 'today' }),
    await write({ 文本: 'x' }, { client_token: 'no uuid' }),
    await search({ field_name: '日期', operator: 'isGreaterEqual', value: ['ExactDate', '1'] }),
  ];
}

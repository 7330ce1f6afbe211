import { expect, it } from 'vitest';
import type { LocalLark } from './index.ts';
import { Caller, tenantToken } from './testing/caller.ts';
import { onPlatform } from './testing/scene.ts';

const V2 = 'POST /open-apis/authen/v2/oauth/token';
const INFO = 'GET /open-apis/authen/v1/user_info';

/** A clock that stands still until it is moved. */
function stillClock() {
  const state = { at: Date.parse('2026-09-06T09:00:00+08:00') };
  return {
    state,
    clock: {
      now: () => state.at,
      after: () => () => undefined,
      enter: () => () => undefined,
      idle: <T>(awaited: Promise<T>) => awaited,
    },
  };
}

async function withGrant(
  scope: string | undefined,
  test: (scene: {
    platform: LocalLark;
    state: { at: number };
    app: { app_id: string; app_secret: string };
    tokens: ReturnType<LocalLark['grantUser']>;
    refresh: (token: string | undefined, extra?: Record<string, unknown>) => ReturnType<Caller['call']>;
    as: (token: string) => Caller;
  }) => Promise<void>,
): Promise<void> {
  const { state, clock } = stillClock();
  await onPlatform({ clock }, async (platform) => {
    const app = platform.createApp('app', { name: 'App' });
    platform.createUser('ann', { name: 'Ann' });
    const as = (token: string) => new Caller(platform, token);
    await test({
      platform,
      state,
      app,
      tokens: platform.grantUser('ann', app.app_id, scope),
      as,
      refresh: (refresh_token, extra = {}) =>
        as('none').call(V2, {
          body: {
            grant_type: 'refresh_token',
            client_id: app.app_id,
            client_secret: app.app_secret,
            refresh_token,
            ...extra,
          },
        }),
    });
  });
}

it('an access token lives 7200 s by the clock, the refresh token seven days, and is good once', async () => {
  await withGrant(undefined, async ({ state, tokens, refresh, as }) => {
    expect(tokens).toMatchObject({
      expires_in: 7200,
      refresh_token_expires_in: 604800,
      token_type: 'Bearer',
    });
    state.at += 7199_000;
    const info = await as(tokens.access_token).call(INFO);
    expect(info.body.data['name']).toBe('Ann');
    const renewed = await refresh(tokens.refresh_token);
    expect(renewed.body).toMatchObject({ code: 0, expires_in: 7200 });
    expect(renewed.body).not.toHaveProperty('msg');
    // the older access token stays good until its own end
    expect((await as(tokens.access_token).call(INFO)).body.code).toBe(0);
    state.at += 1000;
    expect(await as(tokens.access_token).call(INFO)).toMatchObject({ status: 401, body: { code: 99991677 } });
    expect((await as(String(renewed.body['access_token'])).call(INFO)).body.code).toBe(0);
    expect(await refresh(tokens.refresh_token)).toMatchObject({
      status: 400,
      body: { code: 20073, error: 'invalid_grant' },
    });
    state.at += 604_800_000;
    expect((await refresh(String(renewed.body['refresh_token']))).body.code).toBe(20037);
  });
});

it('refuses with the documented numbers', async () => {
  await withGrant(undefined, async ({ platform, app, tokens, refresh }) => {
    const other = platform.createApp('other', { name: 'Other' });
    const code = async (token: string | undefined, extra?: Record<string, unknown>) =>
      (await refresh(token, extra)).body.code;
    expect(await code('eyJnothing')).toBe(20026);
    expect(await code(undefined)).toBe(20001);
    expect(await code(tokens.refresh_token, { client_secret: 'wrong' })).toBe(20002);
    expect(await code(tokens.refresh_token, { client_id: 'cli_0000000000000000' })).toBe(20048);
    expect(await code(tokens.refresh_token, { grant_type: 'password' })).toBe(20036);
    expect(
      await code(tokens.refresh_token, { client_id: other.app_id, client_secret: other.app_secret }),
    ).toBe(20024);
    expect(await code(undefined, { grant_type: 'authorization_code', code: 'gone' })).toBe(20003);
    platform.revokeUser('ann', app.app_id);
    expect(await code(tokens.refresh_token)).toBe(20064);
  });
});

it('without offline_access there is nothing to refresh; a scope that was not given is refused', async () => {
  await withGrant('im:message:readonly', async ({ tokens, as }) => {
    expect(tokens).not.toHaveProperty('refresh_token');
    const reply = await as(tokens.access_token).call('POST /open-apis/docx/v1/documents', { body: {} });
    expect(reply).toMatchObject({ status: 400, body: { code: 99991679 } });
    expect(reply.body.error).toMatchObject({
      permission_violations: [{ type: 'action_privilege_required', subject: 'docx:document' }],
    });
    expect((await as(tokens.access_token).call(INFO)).body.code).toBe(0);
  });
});

it('a strict app may do what its scopes name and no more', async () => {
  await onPlatform({}, async (platform) => {
    const app = platform.createApp('s', { name: 'S', scopes: ['im:chat'], strict: true });
    const bot = new Caller(platform, await tenantToken(platform, app));
    expect((await bot.call('POST /open-apis/im/v1/chats', { body: { name: 'Ops' } })).body.code).toBe(0);
    expect((await bot.call('POST /open-apis/docx/v1/documents', { body: {} })).body).toMatchObject({
      code: 99991672,
      msg: expect.stringContaining(`/app/${app.app_id}/auth?q=docx:document`) as string,
    });
  });
});

it('sees people with the eyes of the app that the token was given to', async () => {
  await withGrant(undefined, async ({ platform, app, tokens, as }) => {
    const ann = platform.createUser('ann', { name: 'Ann' });
    const info = await as(tokens.access_token).call(INFO);
    expect(info.body.data['open_id']).toBe(platform.openId(app.app_id, ann.union_id));
    const other = platform.createApp('other', { name: 'Other' });
    const foreign = platform.openId(other.app_id, other.app_id);
    const sent = await as(tokens.access_token).call('POST /open-apis/im/v1/messages', {
      query: { receive_id_type: 'open_id' },
      body: { receive_id: foreign, msg_type: 'text', content: '{"text":"x"}' },
    });
    expect(sent.body.code).toBe(99992361);
  });
});

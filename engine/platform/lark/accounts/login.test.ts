import { describe, afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { logInByDevice } from './login.ts';
import { OAuth } from './oauth.ts';
import { LoginService, refusal, RotatingLogin, type Answer } from './testing.ts';

describe('logging in', () => {
  let service: LoginService;
  beforeAll(async () => {
    service = await LoginService.start();
  });
  afterAll(() => service.close());
  beforeEach(() => {
    service.asked.length = 0;
  });

  const device = {
    device_code: 'dev-1',
    user_code: 'ABCD-EFGH',
    verification_uri: 'https://accounts.example/device',
    expires_in: 60,
    interval: 5,
  };

  /** Logs in while the platform answers the polls so, one after the other; the last answer stays. */
  async function logIn(polls: readonly Answer[]) {
    let poll = 0;
    service.answers(({ path }) => {
      if (path === '/oauth/v1/device_authorization') return { body: device };
      if (path === '/open-apis/authen/v1/user_info')
        return { body: { code: 0, data: { union_id: 'on_1', name: 'Ann' } } };
      return polls[Math.min(poll++, polls.length - 1)]!;
    });
    const waits: number[] = [];
    const shown: string[] = [];
    const result = await logInByDevice({
      oauth: new OAuth({
        domain: service.url,
        accounts: service.url,
        app: { app_id: 'cli_1', app_secret: 'secret' },
        timeout_ms: 5000,
      }),
      scopes: ['offline_access', 'im:message'],
      show: (login) => shown.push(login.user_code),
      wait: (ms) => {
        waits.push(ms);
        return Promise.resolve();
      },
    }).catch((error: unknown) => error);
    return { result, waits, shown };
  }

  const granted: Answer = { body: new RotatingLogin(7200).grant() };
  const pending = refusal(0, 'authorization_pending');

  it('asks until the person has agreed, and more slowly when told to', async () => {
    const { result, waits, shown } = await logIn([pending, refusal(0, 'slow_down'), granted]);
    expect(result).toMatchObject({
      profile: { union_id: 'on_1', name: 'Ann' },
      grant: { access_token: 'u-access-1' },
    });
    expect(waits).toEqual([5000, 5000, 10_000]);
    expect(shown).toEqual(['ABCD-EFGH']);
    expect(service.asked[0]).toEqual({
      path: '/oauth/v1/device_authorization',
      authorization: `Basic ${Buffer.from('cli_1:secret').toString('base64')}`,
      body: { client_id: 'cli_1', scope: 'offline_access im:message' },
    });
    expect(service.asked[1]?.body).toEqual({
      grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
      device_code: 'dev-1',
      client_id: 'cli_1',
      client_secret: 'secret',
    });
    expect(service.asked.at(-1)).toMatchObject({ authorization: 'Bearer u-access-1' });
  });

  it.each([
    ['is refused', [refusal(0, 'access_denied')], /refused in the browser/, 1],
    ['has run out', [pending, refusal(0, 'expired_token')], /nobody agreed within 60 s/, 2],
    ['is never answered', [pending], /nobody agreed within 60 s/, 12],
    ['is no login of this app', [refusal(20002, 'invalid_client')], /refused with 20002/, 1],
  ])('ends when it %s', async (_what, polls, message, asked) => {
    const { result, waits } = await logIn(polls);
    expect(String(result)).toMatch(message);
    expect(waits).toHaveLength(asked);
  });
});

import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { isLease, takeLease, type Lease } from './lease.ts';
import { OAuth } from './oauth.ts';
import { LoginFile, loginOf, type Login } from './store.ts';
import { LoginService, refusal, RotatingLogin, type Asked } from './testing.ts';
import { AccountToken } from './token.ts';

const SECRET = 'the-secret-of-the-app';
describe('the token of an account', () => {
  let service: LoginService;
  beforeAll(async () => {
    service = await LoginService.start();
  });
  afterAll(() => service.close());

  interface Scene {
    readonly file: LoginFile;
    readonly lease: Lease;
    readonly login: RotatingLogin;
    now: number;
    open(): Promise<AccountToken>;
  }
  let s: Scene;
  beforeEach(async () => {
    const dir = mkdtempSync(path.join(os.tmpdir(), 'login-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
    const lease = await takeLease(dir, 'a test');
    if (!isLease(lease)) throw new Error('held');
    const file = new LoginFile(dir);
    const login = new RotatingLogin(7200);
    service.asked.length = 0;
    service.answers((asked) => login.answer(asked));
    s = {
      file,
      lease,
      login,
      now: 1_000_000,
      open: () =>
        AccountToken.open({
          file,
          lease,
          oauth: new OAuth({
            domain: service.url,
            accounts: service.url,
            app: { app_id: 'cli_1', app_secret: SECRET },
            timeout_ms: 5000,
          }),
          who: 'actor "ann" (on_1)',
          way: 'log in again',
          now: () => s.now,
        }),
    };
    await file.write(await firstLogin());
  });

  async function firstLogin(): Promise<Login> {
    const grant = s.login.grant() as Parameters<typeof loginOf>[0];
    return Promise.resolve(
      loginOf(grant, { union_id: 'on_1', name: 'Ann', app_id: 'cli_1', domain: service.url }, s.now),
    );
  }

  describe('a login', () => {
    it('is renewed ahead of its end, by one of all callers, and stands on the disk before anybody has it', async () => {
      const token = await s.open();
      expect(await token.current()).toBe('u-access-1');
      s.now += 7_000_000;
      let onDisk: Login | null = null;
      const all = await Promise.all(
        Array.from({ length: 10 }, async () => {
          const one = await token.current();
          onDisk ??= await s.file.read();
          return one;
        }),
      );
      expect(new Set(all)).toEqual(new Set(['u-access-2']));
      expect(service.asked).toHaveLength(1);
      expect(service.asked[0]?.body).toEqual({
        grant_type: 'refresh_token',
        refresh_token: 'r-refresh-1',
        client_id: 'cli_1',
        client_secret: SECRET,
      });
      expect(onDisk).toMatchObject({ access_token: 'u-access-2', refresh_token: 'r-refresh-2' });
      expect(onDisk).not.toHaveProperty('renewing');
    });

    it('goes on from renewal to renewal', async () => {
      const token = await s.open();
      for (let n = 2; n < 6; n++) {
        s.now += 7_000_000;
        expect(await token.current()).toBe(`u-access-${n}`);
      }
      expect(await (await s.open()).current()).toBe('u-access-5');
    });

    it('is renewed when the platform refuses it, once for all who were refused', async () => {
      const token = await s.open();
      const refused = await token.current();
      const all = await Promise.all([1, 2, 3].map(() => token.renew(refused)));
      expect(all).toEqual(['u-access-2', 'u-access-2', 'u-access-2']);
      expect(await token.renew(refused)).toBe('u-access-2');
      expect(service.asked).toHaveLength(1);
    });

    it('leaves a renewal that was begun to the others when one caller gives up', async () => {
      const token = await s.open();
      s.now += 7_000_000;
      const stop = new AbortController();
      const given = token.current(stop.signal);
      const other = token.current();
      stop.abort();
      await expect(given).rejects.toThrow(/abort/);
      expect(await other).toBe('u-access-2');
    });

    it('asks once more when the answer was lost before the platform had done anything', async () => {
      let dropped = false;
      service.answers((asked) => {
        if (dropped) return s.login.answer(asked);
        dropped = true;
        return 'drop';
      });
      s.now += 7_000_000;
      expect(await (await s.open()).current()).toBe('u-access-2');
    });

    it('has a refresh token used no more once the lease is lost', async () => {
      const token = await s.open();
      await s.lease.release();
      const other = await takeLease(path.dirname(s.file.file), 'another');
      expect(isLease(other)).toBe(true);
      s.now += 7_000_000;
      await expect(token.current()).rejects.toThrow(/taken by another run/);
      expect(service.asked).toEqual([]);
    });

    it.each([20026, 20037, 20064, 20073])(
      'has ended with code %i, and says how to begin again',
      async (code) => {
        service.answers(() => refusal(code, 'invalid_grant'));
        s.now += 7_000_000;
        const failed = (await s.open()).current();
        await expect(failed).rejects.toThrow(
          `the login of actor "ann" (on_1) has ended (code ${code}); log in again`,
        );
        await expect(failed).rejects.toMatchObject({ status: 401 });
      },
    );

    it('tells when it was a killed run that used it up', async () => {
      s.now += 7_000_000;
      // The platform has answered, and the answer is not on the disk.
      service.answers((asked: Asked) => {
        s.login.answer(asked);
        return 'drop';
      });
      await expect((await s.open()).current()).rejects.toThrow();
      service.answers((asked) => s.login.answer(asked));
      await expect((await s.open()).current()).rejects.toThrow(
        /ended when a run was killed while it renewed it/,
      );
    });

    it('is used to its end when it cannot be renewed', async () => {
      await s.file.write({ ...(await firstLogin()), refresh_token: '' });
      const token = await s.open();
      s.now += 7_199_000;
      expect(await token.current()).toBe('u-access-1');
      s.now += 2000;
      await expect(token.current()).rejects.toThrow(/can no longer be renewed/);
    });

    it.skipIf(process.platform === 'win32')('is for nobody else to read', async () => {
      expect(statSync(s.file.file).mode & 0o777).toBe(0o600);
      chmodSync(s.file.file, 0o644);
      await expect(s.open()).rejects.toThrow(/other users of this machine can read this login/);
    });

    it('puts neither secret nor token into an error', async () => {
      const token = await s.open();
      s.now += 7_000_000;
      for (const answer of [
        { status: 500, body: {} },
        { body: { code: 0 } },
        refusal(20050, 'server_error'),
      ]) {
        service.answers(() => answer);
        const error: unknown = await token.current().catch((e: unknown) => e);
        const text = String(error) + JSON.stringify(error) + String((error as Error).stack);
        for (const secret of [SECRET, 'r-refresh', 'u-access']) expect(text).not.toContain(secret);
      }
    });
  });
});

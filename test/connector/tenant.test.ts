import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { PlatformDefinition } from '../../schemas/index.ts';
import { startLocalLark, type AppIdentity, type LocalLark } from '../../engine/local-lark/index.ts';
import { connectLark } from '../../engine/platform/lark/platform.ts';
import { findPlatform, type NamedPlatform } from '../../engine/platform/lark/tenant/definition.ts';
import { openTenant, type Tenant, type TenantOptions } from '../../engine/platform/lark/tenant/tenant.ts';

describe('a tenant', () => {
  let lark: LocalLark;
  let apps: { operator: AppIdentity; nora: AppIdentity; agent: AppIdentity };
  let ann: { union_id: string; access_token: string };
  beforeAll(async () => {
    lark = await startLocalLark();
    apps = {
      operator: lark.createApp('operator', { name: 'Operator' }),
      nora: lark.createApp('nora', { name: 'Nora' }),
      agent: lark.createApp('agent', { name: 'Agent' }),
    };
    ann = lark.createUser('ann', { name: 'Ann' });
  });
  afterAll(() => lark.close());

  let home: string;
  beforeEach(() => {
    home = mkdtempSync(path.join(os.tmpdir(), 'home-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  });

  const secrets = (): Record<string, string> =>
    Object.fromEntries(Object.values(apps).map((app) => [`LARK_APP_SECRET_${app.app_id}`, app.app_secret]));

  function settings(more: Partial<PlatformDefinition> = {}): NamedPlatform {
    const definition: PlatformDefinition = {
      domain: lark.domain,
      operator: { app_id: apps.operator.app_id },
      actors: {
        nora: {
          app_id: apps.nora.app_id,
          // One open_id is different for each app: in the operator's view the mention would be lost.
          sees: { bot: lark.openId(apps.nora.app_id, apps.agent.app_id) },
        },
      },
      agents: {
        bot: { app_id: apps.agent.app_id, open_id: lark.openId(apps.operator.app_id, apps.agent.app_id) },
      },
      ...more,
    };
    return { name: 'test', definition, at: 'evalset.yaml, platforms.test', file: null };
  }

  function open(named: NamedPlatform, more: Partial<TenantOptions> = {}, actors = ['nora']): Promise<Tenant> {
    const world = {
      actors: Object.fromEntries(actors.map((key) => [key, { display_name: key }])),
      team_agents: [{ key: 'bot', name: 'Bot' }],
    } as unknown as Parameters<typeof openTenant>[1];
    return openTenant(named, world, {
      env: { SUNDOWNER_HOME: home, ...secrets() },
      now: () => Date.now(),
      wait: () => Promise.resolve(),
      holder: 'batch one',
      waitMs: 0,
      ...more,
    });
  }

  it('lets a bot speak as an actor: in its groups, by its own token, known by its app id', async () => {
    const tenant = await open(settings({ group_interval_ms: 200 }));
    try {
      const platform = await connectLark(tenant.settings, '+08:00');
      const group = await platform.createGroup({
        name: 'Quay',
        description: '',
        private: true,
        members: ['nora'],
        key: 'g1',
      });
      expect(group.members_readback).toEqual(['nora']);
      await platform.joinAgent({ agent: 'bot', chat_id: group.chat_id });
      const sent = await platform.send({
        chat_id: group.chat_id,
        actor: 'nora',
        text: 'is the berth free?',
        mention: 'bot',
        key: 'm1',
      });
      expect(sent).toMatchObject({ author: { kind: 'npc', key: 'nora' }, sender_id: apps.nora.app_id });
      const [read] = (
        await platform.readGroup({ chat_id: group.chat_id, from: new Date(0).toISOString() })
      ).filter((m) => m.message_id === sent.message_id);
      expect(read).toMatchObject({ author: { kind: 'npc', key: 'nora' }, text: '@Agent is the berth free?' });
      expect(read?.mentions).toEqual([{ who: { kind: 'agent', key: 'bot' }, name: 'Agent' }]);
      const doc = await platform.createDocument({ title: 'Plan', markdown: 'one' });
      await platform.share({ asset: doc, to: { kind: 'actor', actor: 'nora' }, perm: 'view' });
    } finally {
      await tenant.close();
    }
  });

  it('holds its accounts: another run is refused by the name of the holder until the first has ended', async () => {
    const first = await open(settings());
    await expect(open(settings(), { holder: 'batch two' })).rejects.toThrow(
      /account of (actor "nora"|agent "bot") \(cli_\w+\) is in use by batch one/,
    );
    await first.close();
    await (await open(settings(), { holder: 'batch two' })).close();
  });

  describe('settings that cannot be run on', () => {
    it.each([
      [
        'an actor without an account',
        () => open(settings(), {}, ['nora', 'guyan']),
        /no account for actors\.guyan/,
      ],
      [
        'two with one account',
        () => open(settings({ actors: { nora: { app_id: apps.agent.app_id } } })),
        /agents\.bot and actors\.nora have the same account/,
      ],
      ['no secret', () => open(settings(), { env: { SUNDOWNER_HOME: home } }), /no secret of the operator/],
      [
        'a person who has not logged in',
        () => open(settings({ actors: { ann: { union_id: ann.union_id } } }), {}, ['ann']),
        /actor "ann" \(on_\w+\) has not logged in; run `sundowner account login ann --platform test`/,
      ],
    ])('says so: %s', async (_what, opening, message) => {
      await expect(opening()).rejects.toThrow(message);
      // Nothing stays taken.
      await (await open(settings())).close();
    });

    it.skipIf(process.platform === 'win32')('reads secrets of a file that nobody else can read', async () => {
      const file = path.join(home, 'secrets.json');
      const all = Object.fromEntries(Object.values(apps).map((app) => [app.app_id, app.app_secret]));
      writeFileSync(file, JSON.stringify(all), { mode: 0o600 });
      const env = { SUNDOWNER_HOME: home };
      await (await open(settings(), { env })).close();
      chmodSync(file, 0o644);
      await expect(open(settings(), { env })).rejects.toThrow(
        /other users of this machine can read these secrets/,
      );
    });
  });

  describe('finding a platform', () => {
    const places = () => ({ platforms: {}, evalsetFile: '/e/evalset.yaml', home });
    const write = (text: string): string => {
      const file = path.join(home, 'platforms', 'port.yaml');
      mkdirSync(path.dirname(file), { recursive: true });
      writeFileSync(file, text);
      return file;
    };
    const good = (): string => JSON.stringify(settings().definition, null, 2);

    it('takes the evalset’s first, then the person’s own, then a file', async () => {
      const file = write(good());
      const own = { ...settings().definition, domain: 'https://open.feishu.cn' };
      expect(await findPlatform('port', { ...places(), platforms: { port: own } })).toMatchObject({
        name: 'port',
        definition: { domain: 'https://open.feishu.cn' },
        file: null,
      });
      expect(await findPlatform('port', places())).toMatchObject({ name: 'port', at: file, file: null });
      expect(await findPlatform(file, places())).toMatchObject({ name: 'port', file });
    });

    it.each([
      [
        'a secret in it',
        (t: string) => t.replace('"operator": {', '"operator": {\n"app_secret": "x",'),
        /port\.yaml:3: operator: .*app_secret/,
      ],
      [
        'http to another machine',
        (t: string) => t.replace(/http:[^"]*/, 'http://example.com'),
        /port\.yaml:2: domain: expected https/,
      ],
      ['broken YAML', () => 'domain: [', /port\.yaml:1: /],
      ['nothing in it', () => '', /port\.yaml:1: /],
    ])('names file and line of %s', async (_what, change, message) => {
      write(change(good()));
      await expect(findPlatform('port', places())).rejects.toThrow(message);
    });

    it('says where it looked', async () => {
      await expect(findPlatform('nowhere', places())).rejects.toThrow(
        /no platform "nowhere": neither \/e\/evalset\.yaml .* nor .*nowhere\.yaml has it/,
      );
    });
  });
});

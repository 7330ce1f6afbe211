import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { parse } from 'yaml';
import { copyCompany, removeDir, ROOT, runCli, tempDir, type CliResult } from './company.ts';

// A tenant is played by `sundowner lark`, a process of its own that the run knows by settings alone.
const dir = tempDir();
const evalset = copyCompany({ into: path.join(dir, 'harbor') });
const home = path.join(dir, 'home');

const about = z.object({
  domain: z.string(),
  admin_token: z.string(),
  apps: z.array(z.object({ name: z.string(), app_id: z.string(), app_secret: z.string() })),
  users: z.array(z.object({ name: z.string(), union_id: z.string(), access_token: z.string() })),
});
type About = z.infer<typeof about>;
const world = z
  .looseObject({ actors: z.record(z.string(), z.looseObject({ display_name: z.string() })) })
  .parse(parse(readFileSync(path.join(evalset, 'world/harbor.world.yaml'), 'utf8')));
const ACTORS = Object.entries(world.actors);

describe('a batch on a tenant', () => {
  let lark: ChildProcess;
  let tenant: About;
  /** What may stand in no file of a batch, and in nothing that is printed. */
  let secrets: string[];
  let env: Record<string, string>;

  beforeAll(async () => {
    const names = ACTORS.flatMap(([, { display_name: name }]) => ['--user', name]);
    lark = spawn(
      process.execPath,
      [
        path.join(ROOT, 'bin/sundowner.mjs'),
        ...['lark', '--json', '--stop-on-stdin-end', '--app', 'operator', '--app', '小舵 #1', ...names],
      ],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    let text = '';
    for await (const line of createInterface({ input: lark.stdout! })) {
      text += line;
      if (line === '}') break;
    }
    tenant = about.parse(JSON.parse(text));
    const [operator, bot] = tenant.apps;
    const { open_id } = await admin('open_id', { app_id: operator!.app_id, of: bot!.app_id });
    const actors: Record<string, unknown> = {};
    for (const [i, [key]] of ACTORS.entries()) {
      const { union_id, access_token } = tenant.users[i]!;
      actors[key] = { union_id };
      logIn(operator!.app_id, union_id, access_token);
    }
    const settings = {
      domain: tenant.domain,
      operator: { app_id: operator!.app_id, secret_env: 'TENANT_OPERATOR' },
      actors,
      agents: { xiaoduo: { app_id: bot!.app_id, open_id } },
      group_interval_ms: 200,
      app_interval_ms: 0,
    };
    mkdirSync(path.join(home, 'platforms'), { recursive: true });
    writeFileSync(path.join(home, 'platforms/harbor.yaml'), JSON.stringify(settings));
    env = {
      SUNDOWNER_HOME: home,
      TENANT_OPERATOR: operator!.app_secret,
      [`LARK_APP_SECRET_${bot!.app_id}`]: bot!.app_secret,
    };
    secrets = [...tenant.apps.map((app) => app.app_secret), ...tenant.users.map((user) => user.access_token)];
  }, 120_000);

  afterAll(async () => {
    if (lark.exitCode === null) {
      lark.stdin?.end();
      await once(lark, 'exit');
    }
    removeDir(dir);
  });

  async function admin(what: string, body: unknown): Promise<{ open_id: string }> {
    const answer = await fetch(`${tenant.domain}/local/v1/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${tenant.admin_token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return z.object({ open_id: z.string() }).parse(await answer.json());
  }

  /** Contents of a group's messages, as the platform tells its operator. */
  async function textsIn(chat: string): Promise<string[]> {
    const { app_id, app_secret } = tenant.apps[0]!;
    const login = await fetch(`${tenant.domain}/open-apis/auth/v3/tenant_access_token/internal`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ app_id, app_secret }),
    });
    const { tenant_access_token: token } = z
      .object({ tenant_access_token: z.string() })
      .parse(await login.json());
    const listed = await fetch(
      `${tenant.domain}/open-apis/im/v1/messages?container_id_type=chat&container_id=${chat}&page_size=50`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    const message = z.object({ body: z.object({ content: z.string() }) });
    const { data } = z.object({ data: z.object({ items: z.array(message) }) }).parse(await listed.json());
    return data.items.map(({ body }) => body.content);
  }

  /** A login as `sundowner account login` leaves it, with a token that holds longer than the test. */
  function logIn(app_id: string, union_id: string, access_token: string): void {
    const folder = path.join(
      home,
      'accounts',
      new URL(tenant.domain).host.replace(':', '_'),
      app_id,
      union_id,
    );
    mkdirSync(folder, { recursive: true });
    const now = Date.now();
    const login = {
      ...{ union_id, app_id, access_token, name: '', domain: tenant.domain, scope: '' },
      ...{ access_until: now + 7_200_000, refresh_token: '', refresh_until: 0 },
      obtained_at: new Date(now).toISOString(),
    };
    writeFileSync(path.join(folder, 'login.json'), JSON.stringify(login), { mode: 0o600 });
  }

  const report = z.object({
    verdicts: z.array(
      z.object({
        case_id: z.string(),
        status: z.string(),
        score: z.number().nullable(),
        points: z.array(z.looseObject({ id: z.string() })).optional(),
      }),
    ),
  });
  const verdictsOf = ({ stdout }: CliResult) =>
    report
      .parse(JSON.parse(stdout))
      .verdicts.map(({ case_id, status, score }) => [case_id, status, score])
      .sort();

  function everyFile(folder: string): string[] {
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
  }

  describe('a batch on a tenant', () => {
    it('ends with the verdicts of the embedded platform, and leaves no secret behind', async () => {
      const batch = path.join(dir, 'on-tenant');
      const [there, here] = await Promise.all([
        runCli(['run', evalset, '--json', '--platform', 'harbor', '--batch', batch], { env }),
        runCli(['run', evalset, '--json', '--batch', path.join(dir, 'embedded')]),
      ]);
      expect(there.code, there.stderr).toBe(0);
      expect(here.code, here.stderr).toBe(0);
      expect(verdictsOf(there)).toEqual(verdictsOf(here));

      const manifest: unknown = JSON.parse(readFileSync(path.join(batch, 'manifest.json'), 'utf8'));
      expect(manifest).toMatchObject({
        platform: { kind: 'lark', name: 'harbor', domain: tenant.domain, operator: tenant.apps[0]!.app_id },
      });
      const files = everyFile(batch);
      for (const file of files) {
        const text = readFileSync(file, 'utf8');
        for (const secret of secrets) expect(text.includes(secret), file).toBe(false);
      }
      for (const secret of secrets) expect(there.stdout + there.stderr).not.toContain(secret);
      // Nobody recorded operations there: the evidence says so, and no record is made up.
      expect(files).not.toContain(path.join(batch, 'events.jsonl'));
      const evidence = files.filter((file) =>
        /evidence\/H\d\d\/e-.*\.json$/.test(file.replaceAll('\\', '/')),
      );
      expect(evidence.length).toBeGreaterThan(0);
      for (const file of evidence)
        expect(JSON.parse(readFileSync(file, 'utf8')), file).toHaveProperty('unrecorded', true);
    }, 300_000);

    it('does not begin with an agent that somebody else should run and nobody does', async () => {
      const canary = `phases:
  preset:
    - { id: p-group, op: group.create, key: qc }
  cast:
    - { id: c-bot, op: agent.bot, agent: xiaoduo }
    - { id: c-join, op: agent.join_all, agent: xiaoduo, groups: [qc] }
    - { id: c-canary, op: canary, group: qc, actor: guyan, mention: xiaoduo, window_sec: 0.5, text: '在吗？' }
`;
      const company = copyCompany({
        into: path.join(dir, 'elsewhere'),
        edit: (file, text) =>
          file === 'evalset.yaml'
            ? text.replace('default_agent', '  elsewhere: { driver: member }\ndefault_agent')
            : file.endsWith('.world.yaml')
              ? `${text}\n${canary}`
              : text,
      });
      const batch = path.join(dir, 'nobody');
      const start = ['run', company, '--agent', 'elsewhere', '--case', 'H05', '--platform', 'harbor'];
      const { code, stderr } = await runCli([...start, '--batch', batch], { env });
      expect(code, stderr).toBe(2);
      expect(stderr).toMatch(
        /agent "xiaoduo" is run elsewhere and has not answered .* \(c-canary\) within 0\.5 s/,
      );
      expect(everyFile(batch).some((file) => file.includes('verdict'))).toBe(false);
      // The platform delivers a question once: going on asks another one.
      const again = await runCli(['run', '--resume', batch], { env });
      expect(again.code, again.stderr).toBe(2);
      const journal = readFileSync(path.join(batch, 'journal.jsonl'), 'utf8');
      expect(journal.match(/"status":"failed"/g)).toHaveLength(2);
      const [, chat] = /"chat_id":"(oc_\w+)"/.exec(journal) ?? [];
      expect((await textsIn(chat!)).filter((text) => text.includes('在吗？'))).toHaveLength(2);
    }, 120_000);
  });
});

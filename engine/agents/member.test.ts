import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { endLeftover, startMember, type MemberProcess } from './member.ts';
import { Supervisor } from './supervisor.ts';
import { tempDir } from '../temp-dir.fixture.ts';

const LARK = { app_id: 'cli_0', app_secret: 'secret', domain: 'http://127.0.0.1:1' };

function start(script: string, env: Record<string, string> = {}): { member: MemberProcess; dir: string } {
  const dir = tempDir();
  const member = startMember({ command: [process.execPath, '-e', script], env, passEnv: [] }, LARK, {
    logFile: path.join(dir, 'agent.log'),
    pidFile: path.join(dir, 'agent.pid'),
  });
  return { member, dir };
}

describe('an agent process', () => {
  it('runs in an empty folder of its own with a cleaned environment', async () => {
    process.env['SUNDOWNER_TEST_SECRET'] = 'do not pass';
    const { member, dir } = start(
      'process.stdout.write(JSON.stringify({env: process.env, files: require("fs").readdirSync(".")}), () => process.exit(3))',
      { EXTRA: 'yes' },
    );
    expect(await member.whenEnded()).toBe('exited with code 3');
    const seen = JSON.parse(readFileSync(path.join(dir, 'agent.log'), 'utf8')) as {
      env: Record<string, string>;
      files: string[];
    };
    expect(seen.files).toEqual([]);
    expect(seen.env['SUNDOWNER_TEST_SECRET']).toBeUndefined();
    expect(seen.env).toMatchObject({ LARK_APP_ID: 'cli_0', LARK_DOMAIN: 'http://127.0.0.1:1', EXTRA: 'yes' });
    expect(existsSync(path.join(dir, 'agent.pid'))).toBe(false);
  });

  it('says why a program could not be started', async () => {
    const dir = tempDir();
    const member = startMember({ command: [path.join(dir, 'nothing')], env: {}, passEnv: [] }, LARK, {
      logFile: path.join(dir, 'agent.log'),
      pidFile: path.join(dir, 'agent.pid'),
    });
    expect(await member.whenEnded()).toMatch(/could not be started: .*ENOENT/);
  });

  it.skipIf(!existsSync('/dev/full'))('goes on when its log cannot be written', async () => {
    const member = startMember(
      // More than a pipe holds: it would wait for ever if nobody read it.
      {
        command: [process.execPath, '-e', 'console.log("x".repeat(1e6)); console.error("y")'],
        env: {},
        passEnv: [],
      },
      LARK,
      { logFile: '/dev/full', pidFile: path.join(tempDir(), 'agent.pid') },
    );
    expect(await member.whenEnded()).toBe('exited with code 0');
  });

  it('is stopped even when it ignores the request, and a leftover is ended by its record alone', async () => {
    const { member } = start('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)');
    await member.stop();
    expect(member.ended).toMatch(/SIGKILL|SIGTERM/);
    const left = start('setInterval(() => {}, 1000)');
    expect(endLeftover(path.join(left.dir, 'agent.pid'))).toBe(true);
    expect(await left.member.whenEnded()).toBe('was ended by SIGKILL');
    expect(endLeftover(path.join(left.dir, 'agent.pid'))).toBe(false);
  });

  it('is started again as often as it may be; when it is gone for good, who waits for that is told', async () => {
    const ends: boolean[] = [];
    const supervisor = new Supervisor(() => start('process.exit(1)').member, 1, {
      onEnded: (_why, again) => ends.push(again),
    });
    supervisor.start();
    await supervisor.whenDown();
    expect(supervisor.down).toBe('exited with code 1');
    expect(ends).toEqual([true, false]);
    await supervisor.whenDown();
  });
});

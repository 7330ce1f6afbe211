import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../temp-dir.fixture.ts';
import { endLeftover, startMember, type MemberProcess } from '../member.ts';
import { findBubblewrap } from './bwrap.ts';
import { openSandbox, type SandboxRequest } from './index.ts';
import { planMounts } from './plan.ts';

/** A machine with much to do takes its time to start a process. */
const PATIENT = { timeout: 25_000 };
const LARK = { app_id: 'cli_0', app_secret: 'secret', domain: 'http://127.0.0.1:1' };
const PATH = process.env['PATH'] ?? '/usr/bin:/bin';

/** A company of two folders: an evalset with an agent's scripts in it, and a bot outside. */
function place(): {
  dir: string;
  evalset: string;
  request: (command: readonly string[], read?: string[]) => SandboxRequest;
} {
  const dir = tempDir();
  const evalset = path.join(dir, 'evalset');
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(dir, file)), { recursive: true });
    writeFileSync(path.join(dir, file), text);
  };
  write('evalset/evalset.yaml', 'name: hidden');
  write('evalset/cases/A1.case.yaml', 'checkpoints_raw: hidden');
  write(
    'evalset/agent/bot.mjs',
    'import fs from "node:fs"; console.log(fs.readdirSync(new URL(".", import.meta.url)).join())',
  );
  write('evalset/agent/helper.mjs', 'export {}');
  write('evalset/notes/answers.md', 'hidden');
  write(
    'bot/src/main.mjs',
    'import { word } from "./word.mjs"; import { has } from "has"; console.log(word, has)',
  );
  write('bot/src/word.mjs', 'export const word = "word"');
  write('bot/package.json', '{"name":"bot"}');
  write('store/has/package.json', '{"name":"has","type":"module","exports":"./index.js"}');
  write('store/has/index.js', 'export const has = "has"');
  symlinkSync(path.join(dir, 'store'), path.join(dir, 'bot/node_modules'));
  const request = (command: readonly string[], read: string[] = []): SandboxRequest => ({
    command: [process.execPath, ...command],
    electron: false,
    read,
    hide: [evalset],
    env: { PATH },
  });
  return { dir, evalset, request };
}

const shown = (request: SandboxRequest): string[] =>
  planMounts(request).flatMap((mount) => (mount.kind === 'show' ? [mount.path] : []));

describe('what an agent is shown', () => {
  it('is a script alone where it lies in an evalset, and its folder where nothing hidden lies in it', () => {
    const { dir, evalset, request } = place();
    const inEvalset = shown(request([path.join(evalset, 'agent/bot.mjs')]));
    expect(inEvalset).toContain(path.join(evalset, 'agent/bot.mjs'));
    expect(inEvalset).not.toContain(path.join(evalset, 'agent'));
    expect(inEvalset.filter((file) => evalset.startsWith(file))).toEqual([]);
    const outside = shown(request([path.join(dir, 'bot/src/main.mjs')]));
    expect(outside).toEqual(
      expect.arrayContaining(['bot/src', 'bot/package.json', 'store'].map((file) => path.join(dir, file))),
    );
    writeFileSync(path.join(dir, 'bot/src/cases.json'), '[]');
    expect(shown(request([path.join(dir, 'bot/src/main.mjs')]))).not.toContain(path.join(dir, 'bot/src'));
  });

  it.each(['evalset/evalset.yaml', 'evalset/cases', 'evalset/cases/A1.case.yaml', 'evalset'])(
    'is never %s, though the command names it',
    (file) => {
      const { dir, request } = place();
      expect(shown(request([path.join(dir, file)]))).not.toContain(path.join(dir, file));
    },
  );

  it.each(['evalset', 'evalset/cases', '.', 'evalset/cases/A1.case.yaml', 'nowhere'])(
    'refuses to show %s, though the definition asks for it',
    (file) => {
      const { dir, request } = place();
      expect(() => planMounts(request([], [path.join(dir, file)]))).toThrow(/^sandbox\.read: /);
    },
  );

  it('covers what is hidden inside what is shown, and shows the files that are named in it all the same', () => {
    const { evalset } = place();
    const script = path.join(evalset, 'agent/bot.mjs');
    const kinds = planMounts({
      command: [process.execPath, script],
      electron: false,
      read: [],
      // As if the evalset lay in a folder of the system.
      hide: ['/usr/share', evalset],
      env: { PATH },
    }).map((mount) => `${mount.kind} ${mount.path}`);
    expect(kinds.indexOf('cover /usr/share')).toBeGreaterThan(kinds.indexOf('show /usr'));
    expect(kinds.indexOf(`show ${script}`)).toBeGreaterThan(kinds.indexOf('cover /usr/share'));
  });
});

const shell: SandboxRequest = { command: ['/bin/sh'], electron: false, read: [], hide: [], env: { PATH } };
const works = findBubblewrap() !== undefined && (await openSandbox(shell)).sandbox !== undefined;

async function start(
  request: SandboxRequest,
): Promise<{ member: MemberProcess; pidFile: string; said: () => string }> {
  const opened = await openSandbox(request);
  if (opened.sandbox === undefined) throw new Error(opened.why);
  const dir = tempDir();
  const files = { logFile: path.join(dir, 'agent.log'), pidFile: path.join(dir, 'agent.pid') };
  const member = startMember({ command: request.command, env: {}, passEnv: [] }, LARK, files, opened.sandbox);
  return { member, pidFile: files.pidFile, said: () => readFileSync(files.logFile, 'utf8') };
}

const run = (script: string): readonly string[] => ['-e', script];

describe.skipIf(!works)('an agent in a sandbox (skipped where bubblewrap does not work)', () => {
  it('runs with its packages and the files beside it', async () => {
    const { dir, request } = place();
    const { member, said } = await start(request([path.join(dir, 'bot/src/main.mjs')]));
    expect(await member.whenEnded(), said()).toBe('exited with code 0');
    expect(said()).toBe('word has\n');
  });

  it('sees of the evalset nothing but its script, and what it asked for', async () => {
    const { evalset, request } = place();
    const script = path.join(evalset, 'agent/bot.mjs');
    const alone = await start(request([script]));
    expect(await alone.member.whenEnded(), alone.said()).toBe('exited with code 0');
    expect(alone.said()).toBe('bot.mjs\n');
    const asked = await start(request([script], [path.join(evalset, 'agent')]));
    await asked.member.whenEnded();
    expect(asked.said()).toBe('bot.mjs,helper.mjs\n');
  });

  it('has an empty home, no process beside its own, no word of ours', async () => {
    const { evalset, request } = place();
    process.env['SUNDOWNER_TEST_SECRET'] = 'do not pass';
    const { member, said } = await start(
      request(
        run(`const fs = require('fs');
          const read = (file) => { try { return fs.readFileSync(file, 'utf8') } catch { return '' } };
          const pids = fs.readdirSync('/proc').filter((name) => /^\\d+$/.test(name));
          console.log(JSON.stringify({
            home: process.env.HOME, files: fs.readdirSync('.'), tmp: fs.readdirSync('/tmp'), pids: pids.length,
            all: pids.map((pid) => read('/proc/' + pid + '/environ') + read('/proc/' + pid + '/cmdline')).join(),
          }));`),
      ),
    );
    expect(await member.whenEnded(), said()).toBe('exited with code 0');
    const seen = JSON.parse(said()) as Record<'home' | 'all', string> & { files: []; tmp: []; pids: number };
    expect(seen).toMatchObject({ home: '/home/agent', files: [], tmp: [] });
    expect(seen.pids).toBeLessThan(5);
    expect(seen.all).toContain('LARK_APP_SECRET');
    expect(seen.all).not.toContain('do not pass');
    expect(seen.all).not.toContain(evalset);
  });

  it('ends in its own order when it is asked to, by force when it does not listen', async () => {
    const { request } = place();
    const ready = 'console.log("ready"); setInterval(() => {}, 1000);';
    const orderly = await start(
      request(run(`process.on("SIGTERM", () => { console.log("bye"); process.exit(7) }); ${ready}`)),
    );
    await expect.poll(() => orderly.said(), PATIENT).toContain('ready');
    await orderly.member.stop();
    expect(orderly.member.ended).toBe('exited with code 7');
    expect(orderly.said()).toContain('bye');
    const deaf = await start(request(run(`process.on("SIGTERM", () => {}); ${ready}`)));
    await expect.poll(() => deaf.said(), PATIENT).toContain('ready');
    await deaf.member.stop();
    expect(deaf.member.ended).toBe('was ended by SIGKILL');
    const plain = await start(request(run(ready)));
    await expect.poll(() => plain.said(), PATIENT).toContain('ready');
    await plain.member.stop();
    expect(plain.member.ended).toBe('was ended by SIGTERM');
  });

  it('takes with it what it started, and a leftover is ended by its record', async () => {
    const { request } = place();
    const { member, pidFile, said } = await start(
      request(
        run(
          'require("child_process").spawn("/bin/sleep", ["987654"], { detached: true, stdio: "ignore" }).unref(); console.log("ready"); setInterval(() => {}, 1000)',
        ),
      ),
    );
    await expect.poll(() => said(), PATIENT).toContain('ready');
    expect(await sleeping()).toBe(1);
    expect(existsSync(pidFile)).toBe(true);
    expect(endLeftover(pidFile)).toBe(true);
    expect(await member.whenEnded()).toBe('was ended by SIGKILL');
    await expect.poll(sleeping, PATIENT).toBe(0);
  });
});

/** Processes of the test above, as this machine sees them. */
async function sleeping(): Promise<number> {
  const { readdir, readFile } = await import('node:fs/promises');
  const lines = await Promise.all(
    (await readdir('/proc'))
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.startsWith('/bin/sleep\x00987654')).length;
}

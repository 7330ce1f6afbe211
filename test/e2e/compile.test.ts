import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { copyCompany, runCli, tempDirOfTest, type CliResult } from './company.ts';

// Every step is a process of its own: on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

const DAY = '2028-02-28';

/** A copy of the company, with files added or replaced. */
function companyWith(files: Readonly<Record<string, (text: string) => string>>): string {
  const root = copyCompany({ into: path.join(tempDirOfTest(), 'harbor') });
  for (const [name, change] of Object.entries(files)) {
    const file = path.join(root, name);
    writeFileSync(file, change(existsSync(file) ? readFileSync(file, 'utf8') : ''));
  }
  return root;
}

const compile = (root: string, ...args: string[]): Promise<CliResult> =>
  runCli(['compile', root, '--day0', DAY, ...args], { cwd: path.dirname(root) });

interface Compiled {
  readonly batch: string;
  readonly evalset: { readonly hash: string; readonly case_total: number };
  readonly script: { readonly hash: string; readonly corrections?: { readonly count: number } };
  readonly world: { readonly hash: string };
  readonly groups: readonly {
    readonly group: string;
    readonly selected: number;
    readonly est_minutes: number;
  }[];
  readonly excluded: readonly { readonly case_id: string; readonly why: string }[];
}
const json = (result: CliResult): Compiled => {
  expect(result.code, result.stderr).toBe(0);
  return JSON.parse(result.stdout) as Compiled;
};

describe('sundowner compile', () => {
  it('tells groups with their minutes, the three hashes and what it wrote', async () => {
    const root = companyWith({});
    const text = await compile(root, '--out', 'plain');
    expect(text.code, text.stderr).toBe(0);
    expect(text.stdout).toMatch(/^12 cases, \d+ case steps, script [0-9a-f]{12}: verified\n/);
    expect(text.stdout).toMatch(/^ {2}core: \d+ cases, \d+ steps, at most [\d.]+ min$/m);
    expect(text.stdout).toMatch(
      /^day0 2028-02-28, from 2028-02-28T\S+; evalset [0-9a-f]{12}, script [0-9a-f]{12}, world [0-9a-f]{12}$/m,
    );
    const told = json(
      await compile(root, '--out', 'json', '--json', '--exec-at', '2028-02-29T08:00:00+08:00'),
    );
    expect(told.groups.reduce((sum, one) => sum + one.selected, 0)).toBe(12);
    const world = readFileSync(path.join(told.batch, 'script/world-preset.bound.json'), 'utf8');
    expect(world).toContain('"kickoff_local": "2028-02-29T08:00:00+08:00"');
  });

  it('makes the corrections of corrections.yaml, freezes it, and keeps the hash of the evalset', async () => {
    const list = (turn: string) =>
      `corrections:\n  - case: H01\n    reason: 只问一次\n    op: drop_mention\n    turn: ${turn}\n`;
    const plain = json(await compile(companyWith({}), '--json', '--out', 'a'));
    const root = companyWith({ 'corrections.yaml': () => list('1') });
    const corrected = json(await compile(root, '--json', '--out', 'a'));
    expect(corrected.evalset.hash).toBe(plain.evalset.hash);
    expect(corrected.world.hash).toBe(plain.world.hash);
    expect(corrected.script.hash).not.toBe(plain.script.hash);
    expect(corrected.script.corrections).toMatchObject({ count: 1 });
    const frozen = readFileSync(path.join(corrected.batch, 'evalset/corrections.yaml'), 'utf8');
    // What was written, and a comment behind it that marks hidden text.
    expect(frozen.startsWith(list('1'))).toBe(true);
    expect(frozen.slice(list('1').length)).toMatch(/^# \S+ canary \w+\n$/);
    const wrong = await compile(companyWith({ 'corrections.yaml': () => list('9') }));
    expect(wrong.code).toBe(1);
    expect(wrong.stderr).toMatch(/corrections\.yaml:5:11: error: Case "H01" has no turn 9; it has 1/);
  });

  it('compiles a direct message like any other case', async () => {
    const root = companyWith({ 'cases/H01.case.yaml': (text) => `${text}\ndm: true\n` });
    const told = json(await compile(root, '--case', 'H01', '--json', '--out', 'dm'));
    expect(told.evalset.case_total).toBe(1);
    const bundles = readFileSync(path.join(told.batch, 'script/exec-ops.json'), 'utf8');
    expect(bundles).toContain('"kind": "dm_reply_seen"');
  });

  it('needs no agent; before a run one has to be named', async () => {
    const root = companyWith({
      'evalset.yaml': (text) => text.replace(/^agents:[^]*$/m, ''),
    });
    const told = json(await compile(root, '--json', '--out', 'no-agent'));
    const preflight = await runCli(['preflight', told.batch]);
    expect(preflight.code).toBe(1);
    expect(preflight.stdout + preflight.stderr).toMatch(/agent "none" has no command/);
  });

  it('names file and line of what cannot be compiled on that day', async () => {
    const root = companyWith({
      'world/harbor.world.yaml': (text) =>
        text.replace(/^( *kickoff_local:).*$/m, "$1 '{{D|YYYY-MM-DD}} 9 am'"),
    });
    const result = await compile(root);
    expect(result.code).toBe(1);
    expect(result.stderr).toMatch(/harbor\.world\.yaml:\d+:\d+: error: "2028-02-28 9 am" is no instant/);
  });

  it('preflight sees a script whose bytes were changed', async () => {
    const { batch } = json(await compile(companyWith({}), '--json', '--out', 'tampered'));
    const file = path.join(batch, 'script/exec-core.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('等', '候'));
    const preflight = await runCli(['preflight', batch]);
    expect(preflight.code).toBe(1);
    expect(preflight.stdout + preflight.stderr).toMatch(/The files of the script have the hash/);
    rmSync(batch, { recursive: true });
  });
});

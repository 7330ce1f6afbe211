import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { batchManifest, comparison, repeatedRuns, summary } from '../../schemas/index.ts';
import { copyCompany, removeDir, ROOT, runCli, tempDir, tempDirOfTest } from './company.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 240_000 });

const base = tempDir();
const company = path.join(base, 'harbor');
const runs = path.join(base, 'runs');
const GROUP = ['--group', 'core', '--day0', '2026-09-07'];
const PRINTED = path.join(base, 'printed.json');

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));

/** What `run --runs 2 --json` said of both runs. */
const together = (): unknown => {
  const printed = readJson(PRINTED);
  expect(printed).toMatchObject({ runs: [{ summary: {} }, { summary: {} }] });
  return (printed as { repeated: unknown }).repeated;
};

beforeAll(async () => {
  copyCompany({ into: company, quiet: 0.2, wait: 3 });
  const two = await runCli(
    ['run', company, ...GROUP, '--batch', 'x', '--runs', '2', '--json', '--progress=none'],
    {
      cwd: base,
    },
  );
  expect(two.code, two.stdout + two.stderr).toBe(0);
  writeFileSync(PRINTED, two.stdout);
  const silent = ['--', process.execPath, path.join(ROOT, 'test/agents/echo.mjs')];
  const other = await runCli(['run', company, ...GROUP, '--batch', 'echo', '--progress=none', ...silent], {
    cwd: base,
  });
  expect(other.code, other.stdout + other.stderr).toBe(0);
});
afterAll(() => removeDir(base));

describe('several runs', () => {
  it('are whole batches that know of each other, with what holds from run to run', () => {
    const manifests = ['x', 'x-2'].map((name) =>
      batchManifest.parse(readJson(path.join(runs, name, 'manifest.json'))),
    );
    expect(manifests.map((one) => [one.runs_of?.run, one.runs_of?.of])).toEqual([
      [1, 2],
      [2, 2],
    ]);
    expect(manifests[0]?.runs_of?.id).toBe(manifests[1]?.runs_of?.id);
    expect(manifests[0]?.identity).toEqual(manifests[1]?.identity);
    const repeated = repeatedRuns.parse(together());
    expect(repeated).toMatchObject({ cases_planned: 2, attempts: { scored: 2, of: 4 } });
    expect(repeated.cases.map((one) => [one.case_id, one.passed, one.scored, one.flaky])).toEqual([
      ['H10', 2, 2, false],
      ['H12', 0, 0, false],
    ]);
  });

  it('are put together again from one of them', async () => {
    const again = await runCli(['compare', '--repeats', 'x', '--json'], { cwd: base });
    expect(again.code, again.stderr).toBe(0);
    expect(JSON.parse(again.stdout)).toEqual(together());
    const text = await runCli(['compare', '--repeats', 'x', 'x-2', '--language', 'zh-cn'], { cwd: base });
    expect(text.stdout).toContain('4 次作答中 2 次计分');
    const mixed = await runCli(['compare', '--repeats', 'x', 'echo'], { cwd: base });
    expect([mixed.code, mixed.stderr]).toEqual([2, expect.stringContaining('they are no repeats')]);
  });
});

describe('statistics of a batch', () => {
  it('stand in the summary and are printed, in both languages', async () => {
    const found = summary.parse(readJson(path.join(runs, 'x/results/summary.json')));
    expect(found.counts).toEqual({
      PASS: 1,
      FAIL: 0,
      PENDING: 1,
      FAIL_ENV: 0,
      RERUN: 0,
      NOT_RUN: 0,
      total: 2,
    });
    expect(found.statistics).toMatchObject({
      scored: 1,
      planned: 2,
      micro: { value: 1, untestable: 'one_cluster' },
    });
    const shown = await runCli(['show', 'x'], { cwd: base });
    expect(shown.stdout).toContain('1 of 2 cases count · PASS 1 · FAIL 0 · PENDING 1');
    expect(shown.stdout).toContain('no interval: fewer than two storylines');
    const scored = await runCli(['score', 'x', '--language', 'zh-cn'], { cwd: base });
    expect(scored.stdout).toContain('2 题中 1 题计分');
    expect(scored.stdout).toContain('无区间：故事线不足两条');
  });
});

describe('compare', () => {
  it('says which cases changed, what else differs, and what cannot be tested', async () => {
    const found = await runCli(['compare', 'x', 'echo', '--json'], { cwd: base });
    expect(found.code, found.stderr).toBe(0);
    const told = comparison.parse(JSON.parse(found.stdout));
    expect(told).toMatchObject({
      same_evalset: true,
      common: 2,
      sign_flip: { untestable: 'too_few_clusters' },
    });
    expect(told.differs.map(({ what }) => what)).toEqual(expect.arrayContaining(['agent', 'model']));
    expect(told.differs.map(({ what }) => what)).not.toContain('script');
    expect(told.changed[0]).toMatchObject({
      case_id: 'H10',
      a: { status: 'PASS', score: 1 },
      b: { status: 'FAIL' },
    });
    const text = await runCli(['compare', 'x', 'echo'], { cwd: base });
    expect(text.stdout).toMatch(/H10 .*PASS 1 +FAIL/);
    expect(text.stdout).toContain('≠ Agent:');
    expect(text.stdout).not.toMatch(/NaN|undefined/);
  });

  it('refuses what cannot be compared, with the way out', async () => {
    // As `run --case` leaves it.
    const one = path.join(tempDirOfTest(), 'one');
    cpSync(path.join(runs, 'x'), one, { recursive: true });
    const manifest = batchManifest.parse(readJson(path.join(one, 'manifest.json')));
    writeFileSync(path.join(one, 'manifest.json'), JSON.stringify({ ...manifest, mode: 'single' }));
    const cases: [string[], string][] = [
      [['x', one, '--across-versions'], 'mode single'],
      [['x', 'x-2', 'echo'], 'give --repeats'],
      [['--repeats', 'echo'], 'give two batches or more'],
    ];
    for (const [args, said] of cases) {
      const refused = await runCli(['compare', ...args], { cwd: base });
      expect([refused.code, refused.stderr], args.join(' ')).toEqual([2, expect.stringContaining(said)]);
      expect(refused.stderr).not.toMatch(/^\s+at /m);
    }
  });

  it('reads a folder of which only the results are left', async () => {
    const dir = path.join(tempDirOfTest(), 'left');
    cpSync(path.join(runs, 'x'), dir, { recursive: true });
    for (const name of ['manifest.json', 'journal.jsonl', 'evalset', 'script', 'evidence', 'platform'])
      rmSync(path.join(dir, name), { recursive: true });
    const found = await runCli(['compare', dir, path.join(runs, 'echo'), '--json'], { cwd: base });
    expect(found.code, found.stderr).toBe(0);
    const told = comparison.parse(JSON.parse(found.stdout));
    expect(told).toMatchObject({ same_evalset: true, common: 2 });
    expect(told.changed.map(({ case_id: id }) => id)).toContain('H10');
  });
});

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { DOCUMENT } from '../../engine/import/c1/document.fixture.ts';
import { runCli, SAMPLES, tempDirOfTest } from './company.ts';

// Every step is a process of its own: on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

const HARBOR = path.join(SAMPLES, 'harbor');

it('converts an evalset into the exported form, which checks clean, and never writes over anything unasked', async () => {
  const out = path.join(tempDirOfTest(), 'json');
  const done = await runCli(['convert', HARBOR, '--to', 'json', '--out', out, '--json']);
  expect(done).toMatchObject({ code: 0 });
  expect(JSON.parse(done.stdout)).toMatchObject({ hash: expect.stringMatching(/^[0-9a-f]{64}$/) as string });
  expect((await runCli(['check', out])).stdout).toBe('no findings\n');

  const cases = path.join(out, 'evalset', 'cases.json');
  writeFileSync(cases, 'mine');
  const refused = await runCli(['convert', HARBOR, '--to', 'json', '--out', out]);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toMatch(/already there; nothing was written/);
  expect(readFileSync(cases, 'utf8')).toBe('mine');
  expect(await runCli(['convert', HARBOR, '--to', 'json', '--out', out, '--force'])).toMatchObject({
    code: 0,
  });
  expect(readFileSync(cases, 'utf8')).not.toBe('mine');
});

it('converts one file beside itself, into a folder, or to a name', async () => {
  const dir = tempDirOfTest();
  const card = path.join(dir, 'H01.case.yaml');
  writeFileSync(card, readFileSync(path.join(HARBOR, 'cases', 'H01.case.yaml'), 'utf8'));
  expect(await runCli(['convert', card, '--to', 'json'])).toMatchObject({ code: 0 });
  const json = path.join(dir, 'H01.case.json');
  expect(JSON.parse(readFileSync(json, 'utf8'))).toMatchObject({ case_id: 'H01' });
  expect(
    await runCli(['convert', json, '--to', 'yaml', '--out', path.join(dir, 'new', 'x.case.yaml')]),
  ).toMatchObject({
    code: 0,
  });
  expect((await runCli(['check', path.join(dir, 'new')])).stdout).toBe('no findings\n');
  const again = await runCli(['convert', json, '--to', 'json']);
  expect([again.code, again.stderr]).toEqual([2, expect.stringMatching(/JSON already/)]);
  const latin = path.join(dir, 'gb.case.yaml');
  writeFileSync(latin, Buffer.from([0x61, 0x3a, 0x20, 0xc6, 0xfb, 0x0a]));
  const bytes = await runCli(['convert', latin, '--to', 'json']);
  expect([bytes.code, bytes.stderr]).toEqual([
    2,
    expect.stringMatching(/gb\.case\.yaml:1: The file is written in GB18030 \(GBK\), not in UTF-8/),
  ]);
});

it('imports a document, which then checks and is refused by run with a clear word', async () => {
  const dir = tempDirOfTest();
  const file = path.join(dir, 'b1.md');
  const out = path.join(dir, 'evalset');
  writeFileSync(file, DOCUMENT.replace('总分：-1-1', '总分：0-1'));
  const done = await runCli(['import', 'c1', file, '--out', out]);
  expect(done).toMatchObject({ code: 0, stderr: '' });
  expect(done.stdout).toMatch(/b1\.md:61: the total is said to run from 0 to 1/);
  expect(done.stdout).toMatch(/cases: 2, skill stubs: 1, contradictions: 1\n/);
  expect(existsSync(path.join(out, 'import-report.md'))).toBe(true);
  const run = await runCli(['run', out]);
  expect([run.code, run.stderr]).toEqual([2, expect.stringMatching(/cases on skills.*cannot run/)]);
  expect(await runCli(['import', 'c1', file, '--out', out])).toMatchObject({ code: 2 });

  writeFileSync(file, DOCUMENT.replace('- Fail：没问\n', ''));
  mkdirSync(path.join(dir, 'second'));
  const lost = await runCli(['import', 'c1', file, '--out', path.join(dir, 'second')]);
  expect(lost.code).toBe(1);
  expect(lost.stderr).toMatch(/b1\.md:26: the standards have no "fail"/);
});

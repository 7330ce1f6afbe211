import { execFile } from 'node:child_process';
import { readFileSync, readdirSync } from 'node:fs';
import { cp, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { check, diskFiles, overlayFiles, type Finding } from '../../engine/evalset/index.ts';
import { describeWithCorpus } from '../corpus.ts';
import { edit } from './edit.ts';
import { MISTAKES, type Mistake } from './mistakes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const HARBOR = path.join(ROOT, 'samples/harbor');

/** The company with a mistake: the files that are other than on the disk, and where the finding is expected. */
function edited(mistake: Mistake): { path: string; range: Finding['range']; texts: Map<string, string> } {
  const { file, find, replacement, place, also = [], given = {} } = mistake;
  const texts = new Map(Object.entries(given).map(([name, text]) => [path.join(HARBOR, name), text]));
  const textOf = (at: string): string => texts.get(at) ?? readFileSync(at, 'utf8');
  for (const one of also) {
    const at = path.join(HARBOR, one.file);
    texts.set(at, edit(textOf(at), one.find, `${one.replacement}⟦⟧`).text);
  }
  const at = path.join(HARBOR, file);
  const { text, range } = edit(textOf(at), find, place === undefined ? replacement : `${replacement}⟦⟧`);
  texts.set(at, text);
  if (place === undefined) return { path: at, range, texts };
  return { path: at, range: edit(text, place.replace(/[⟦⟧]/g, ''), place).range, texts };
}

function checkMistake(mistake: Mistake): Promise<Finding[]> {
  return check([HARBOR], overlayFiles(edited(mistake).texts, diskFiles()));
}

/** Runs a script of the repository in a process of its own. */
function node(...args: string[]): Promise<{ exit: number; stdout: string; stderr: string }> {
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: ROOT, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      const exit = error === null ? 0 : error.code;
      if (typeof exit === 'number') resolve({ exit, stdout, stderr });
      else reject(new Error(`${args.join(' ')} did not end by itself`, { cause: error }));
    });
  });
}

async function command(target: string): Promise<{ exit: number; findings: Finding[] }> {
  const { exit, stdout, stderr } = await node('bin/sundowner.mjs', 'check', target, '--format', 'json');
  expect(stderr).toBe('');
  return { exit, findings: (JSON.parse(stdout) as { findings: Finding[] }).findings };
}

const temporary: string[] = [];

afterEach(async () => {
  for (const dir of temporary.splice(0)) await rm(dir, { recursive: true, force: true });
});

async function copyOfHarbor(): Promise<string> {
  const dir = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sundowner-mistakes-')));
  temporary.push(dir);
  const copy = path.join(dir, 'harbor');
  await cp(HARBOR, copy, { recursive: true });
  return copy;
}

describe('the sample company', () => {
  it('has no finding of any severity', async () => {
    expect(await check([HARBOR], diskFiles())).toEqual([]);
  });

  it('has none through the command', { timeout: 120_000 }, async () => {
    expect(await command(HARBOR)).toEqual({ exit: 0, findings: [] });
  });
});

describe('one mistake gives one finding', () => {
  it('there are 45 kinds of them at least, each with a name of its own', () => {
    expect(new Set(MISTAKES.map(({ name }) => name)).size).toBe(MISTAKES.length);
    expect(MISTAKES.length).toBeGreaterThanOrEqual(45);
  });

  it.each(MISTAKES)('$name', async (mistake) => {
    const { code, severity = 'error' } = mistake;
    const { path: file, range } = edited(mistake);
    const findings = await checkMistake(mistake);
    expect(findings).toEqual([expect.objectContaining({ file, code, severity, range })]);
    for (const part of mistake.says) expect(findings[0]!.message).toContain(part);
  });

  // A case whose id was overwritten is missing from the registers, so what names it by its old id dangles too.
  it('an overwritten case id: the duplicate, and what still names the lost id', async () => {
    const mistake: Mistake = {
      name: 'duplicate case id',
      file: 'cases/H07.case.yaml',
      find: 'case_id: H07',
      replacement: 'case_id: ⟦H06⟧',
      code: 'duplicate-id',
      says: [],
    };
    const { path: file, range } = edited(mistake);
    const findings = await checkMistake(mistake);
    const own = findings.filter((item) => item.file === file);
    expect(own).toEqual([expect.objectContaining({ code: 'duplicate-id', severity: 'error', range })]);
    expect(own[0]!.message).toContain('already stands in H06.case.yaml:1. Each needs an id of its own.');
    const others = findings.filter((item) => item.file !== file);
    expect(others.map((item) => [path.basename(item.file), item.code, item.severity])).toEqual([
      ['cases.checks.yaml', 'check-without-point', 'error'],
      ['cases.meta.json', 'dangling-case', 'warning'],
    ]);
  });
});

describe('the command', () => {
  const two = MISTAKES.filter(({ name }) => name === 'eaten prompt' || name === 'broken placeholder');

  it.each(two)('reports what the function reports: $name', { timeout: 120_000 }, async (mistake) => {
    const copy = await copyOfHarbor();
    for (const [file, text] of edited(mistake).texts)
      await writeFile(path.join(copy, path.relative(HARBOR, file)), text);
    // What a quick fix needs, and the sentence for other languages, is not for programs.
    const expected = (await checkMistake(mistake)).map(({ data: _data, told: _told, ...item }) => ({
      ...item,
      file: path.join(copy, path.relative(HARBOR, item.file)),
    }));
    expect(await command(copy)).toEqual({ exit: 1, findings: expected });
  });

  it('checks a thousand cases', { timeout: 120_000 }, async () => {
    const { exit, stdout } = await node('test/perf/check.mjs', '1000');
    expect(exit).toBe(0);
    expect(stdout).toMatch(/^1000 cases, 0 findings, exit 0: \d+\.\d+ s$/m);
  });
});

describeWithCorpus('files of the corpus through the command', (dir) => {
  const folder = path.join(dir, 'sundowner');

  it.each(readdirSync(folder))('%s', { timeout: 120_000 }, async (name) => {
    const { exit, findings } = await command(path.join(folder, name));
    expect(findings.filter((item) => item.severity === 'error')).toEqual([]);
    expect(exit).toBe(0);
  });
});

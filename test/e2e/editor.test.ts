import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readJournal } from '../../engine/batch/journal.ts';
import { progressLine, type ProgressLine } from '../../schemas/index.ts';
import { copyCompany, removeDir, ROOT, runCli, SHORT_LIVED, tempDir, tempDirOfTest } from './company.ts';

// What the editor needs of the command: it is a parent that reads lines, and can only close a pipe.
vi.setConfig({ testTimeout: 120_000 });

const base = tempDir();
const company = path.join(base, 'harbor');
beforeAll(() => void copyCompany({ into: company, quiet: 0.3, wait: 4 }));
afterAll(() => removeDir(base));

/** Every line parses: nothing else may stand on stderr. */
const linesOf = (stderr: string): ProgressLine[] =>
  stderr
    .split('\n')
    .slice(0, -1)
    .map((line) => progressLine.parse(JSON.parse(line)));

const ofKind = <E extends ProgressLine['event']>(lines: readonly ProgressLine[], event: E) =>
  lines.filter((line): line is Extract<ProgressLine, { event: E }> => line.event === event);

interface Run {
  readonly child: ChildProcessWithoutNullStreams;
  readonly lines: ProgressLine[];
  /** Resolves with the first line that is looked for; rejects when the command ends before. */
  until(wanted: (line: ProgressLine) => boolean): Promise<ProgressLine>;
  readonly ended: Promise<number | null>;
}

function start(args: readonly string[], cwd: string, command = path.join(ROOT, 'bin/sundowner.mjs')): Run {
  const child = spawn(process.execPath, [...SHORT_LIVED, command, ...args], { cwd, stdio: 'pipe' });
  child.stdout.resume();
  const lines: ProgressLine[] = [];
  const waiting = new Set<() => void>();
  createInterface({ input: child.stderr }).on('line', (line) => {
    lines.push(progressLine.parse(JSON.parse(line)));
    for (const look of waiting) look();
  });
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const until: Run['until'] = (wanted) =>
    new Promise((resolve, reject) => {
      const look = (): void => {
        const found = lines.find(wanted);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
      void ended.then(() =>
        reject(new Error(`ended before it came to the point: ${JSON.stringify(lines.at(-1))}`)),
      );
    });
  return { child, lines, until, ended };
}

describe('progress as JSON lines', () => {
  it('tells batch, phases, cases and verdicts, and the end last', async () => {
    const cwd = tempDirOfTest();
    const args = ['run', company, '--case', 'H01', '--case', 'H10', '--batch', 'b', '--progress', 'json'];
    const { code, stderr } = await runCli(args, { cwd });
    expect(code, stderr).toBe(0);
    const lines = linesOf(stderr);
    const dir = path.join(cwd, 'runs/b');
    expect(ofKind(lines, 'batch')).toEqual([{ event: 'batch', dir }]);
    expect(lines.at(-1)).toEqual({ event: 'end', exit: 0, dir });
    const phases = [...new Set(ofKind(lines, 'phase').map((l) => l.phase))];
    expect(phases).toEqual(['compile', 'world', 'cast', 'eval', 'judge', 'score']);
    for (const phase of phases) {
      const last = ofKind(lines, 'phase').findLast((l) => l.phase === phase)!;
      expect(last.done, phase).toBe(last.total);
    }
    const ofH01 = ofKind(lines, 'case').filter((l) => l.case_id === 'H01');
    expect(ofH01.map((l) => [l.state, l.turn ?? null, l.wait ?? null])).toEqual([
      ['started', null, null],
      ['sent', 1, null],
      ['waiting', 1, 'reply'],
      ['sent', 2, null],
      ['waiting', 2, 'reply'],
      ['waiting', 2, 'quiet'],
      ['done', null, null],
    ]);
    expect(ofH01[2]).toMatchObject({ group: 'ops', agent: '小舵 #1', note: 'waiting for 小舵 #1, turn 1' });
    // Each verdict is told once, while the batch runs, and it is the one that the folder has in the end.
    const verdicts = ofKind(lines, 'verdict');
    expect(verdicts.map((v) => v.case_id).sort()).toEqual(['H01', 'H10']);
    const judging = lines.findIndex((l) => l.event === 'phase' && l.phase === 'judge');
    for (const verdict of verdicts) {
      expect(lines.indexOf(verdict)).toBeLessThan(judging);
      const file = JSON.parse(
        readFileSync(path.join(dir, `results/verdict-${verdict.case_id}.json`), 'utf8'),
      ) as object;
      expect(file).toMatchObject({ status: verdict.status, score: verdict.score, required_met: verdict.met });
    }
    expect(readdirSync(path.join(dir, 'results')).filter((name) => name.includes('kept'))).toEqual([]);
    expect(readdirSync(path.join(dir, 'evidence/H01')).filter((name) => name.includes('kept'))).toEqual([]);
  });

  it('refuses an evalset with errors by its findings', async () => {
    const cwd = tempDirOfTest();
    const broken = copyCompany({
      into: path.join(cwd, 'harbor'),
      edit: (file, text) =>
        file === 'cases/H07.case.yaml' ? text.replace(/^group_key:.*$/m, 'group_key: nowhere') : text,
    });
    const { code, stderr } = await runCli(['run', broken, '--progress', 'json'], { cwd });
    expect(code).toBe(1);
    const lines = linesOf(stderr);
    const [refused] = ofKind(lines, 'refused');
    const checked = await runCli(['check', broken, '--format', 'json'], { cwd });
    const { findings } = JSON.parse(checked.stdout) as { findings: { severity: string }[] };
    expect(refused?.findings).toEqual(findings.filter((f) => f.severity === 'error'));
    expect(lines.at(-1)).toEqual({ event: 'end', exit: 1, dir: null });
    expect(existsSync(path.join(cwd, 'runs'))).toBe(false);
  });

  it.each<[string, string[], number, string, RegExp]>([
    ['an unknown option', ['run', company, '--colour', '--progress=json'], 2, 'usage', /--colour/],
    ['a bad value', ['run', company, '--runs', '0', '--progress=json'], 2, 'usage', /whole number/],
    ['an unknown case', ['run', company, '--case', 'H99', '--progress=json'], 2, 'usage', /no case H99/],
    ['no batch', ['judge', 'none', '--progress=json'], 2, 'usage', /no such batch/],
    [
      'an agent that does not start',
      ['run', company, '--case', 'H10', '--progress=json', '--', path.join(base, 'no-such-program')],
      2,
      'usage',
      /could not be started/,
    ],
  ])('tells %s as an error with its code', async (_name, args, exit, code, said) => {
    const result = await runCli(args, { cwd: tempDirOfTest() });
    expect(result.code, result.stderr).toBe(exit);
    const lines = linesOf(result.stderr);
    const [error] = ofKind(lines, 'error');
    expect(error).toMatchObject({ code });
    expect(error?.message).toMatch(said);
    expect(lines.at(-1)).toMatchObject({ event: 'end', exit });
  });

  it('is nothing but errors with none', async () => {
    const cwd = tempDirOfTest();
    const quiet = await runCli(['run', company, '--case', 'H10', '--progress', 'none'], { cwd });
    expect([quiet.code, quiet.stderr]).toEqual([0, '']);
  });
});

describe('a parent that closes the pipe', () => {
  it('stops the run in good order: scored cases keep their verdicts, and the batch is finished by resuming', async () => {
    const cwd = tempDirOfTest();
    const args = ['run', company, '--group', 'ops', '--batch', 'b', '--progress=json', '--stop-on-stdin-end'];
    const run = start(args, cwd);
    const first = await run.until((line) => line.event === 'verdict');
    await run.until((line) => line.event === 'case' && line.state === 'waiting' && line.done > 0);
    run.child.stdin.end();
    expect(await run.ended).toBe(130);
    expect(run.lines.at(-1)).toMatchObject({ event: 'end', exit: 130, dir: path.join(cwd, 'runs/b') });
    expect(ofKind(run.lines, 'error')).toEqual([]);
    const results = path.join(cwd, 'runs/b/results');
    const id = first.event === 'verdict' ? first.case_id : '';
    const before = readFileSync(path.join(results, `verdict-${id}.json`), 'utf8');
    expect(existsSync(path.join(results, 'summary.json'))).toBe(false);
    expect(existsSync(path.join(cwd, 'runs/b/batch.lock'))).toBe(false);
    expect(existsSync(path.join(cwd, 'runs/b/platform/agent.pid'))).toBe(false);

    const resumed = await runCli(['run', '--resume', 'b', '--progress=json'], { cwd });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(readFileSync(path.join(results, `verdict-${id}.json`), 'utf8')).toBe(before);
    expect(existsSync(path.join(results, 'summary.json'))).toBe(true);
  });

  it('that dies with all its pipes stops the run as well', async () => {
    const cwd = tempDirOfTest();
    const args = ['run', company, '--case', 'H01', '--batch', 'b', '--progress=json', '--stop-on-stdin-end'];
    const run = start(args, cwd);
    await run.until((line) => line.event === 'case' && line.state === 'waiting');
    for (const stream of [run.child.stdin, run.child.stdout, run.child.stderr]) stream.destroy();
    expect(await run.ended).toBe(130);
    expect(existsSync(path.join(cwd, 'runs/b/batch.lock'))).toBe(false);
    expect((await runCli(['run', '--resume', 'b'], { cwd })).code).toBe(0);
  });
});

describe('the world of a single case', () => {
  it('goes when the case has ended; what was found stays', async () => {
    const cwd = tempDirOfTest();
    const run = await runCli(['run', company, '--case', 'H10', '--batch', 'b', '--json'], { cwd });
    expect(run.code, run.stderr).toBe(0);
    const dir = path.join(cwd, 'runs/b');
    expect(existsSync(path.join(dir, 'platform/local-lark.jsonl'))).toBe(false);
    for (const kept of ['events.jsonl', 'results/verdict-H10.json', 'results/summary.json'])
      expect(statSync(path.join(dir, kept)).size, kept).toBeGreaterThan(0);
    const { entries, chained } = readJournal(path.join(dir, 'journal.jsonl'));
    expect(chained).toBe(true);
    expect(entries.at(-1)).toMatchObject({ op: 'world.drop', status: 'success' });
    for (const args of [['world'], ['eval'], ['show', '--world'], ['lark', '--from']]) {
      const refused = await runCli([...args, dir], { cwd });
      expect(refused.code, args.join(' ')).toBe(2);
      expect(refused.stderr).toMatch(/world of this batch was removed.*--keep-world/);
    }
    // The batch is finished: resuming and judging again change nothing.
    const verdict = readFileSync(path.join(dir, 'results/verdict-H10.json'), 'utf8');
    for (const args of [
      ['run', '--resume', 'b'],
      ['judge', dir, '--case', 'H10'],
      ['score', dir, '--case', 'H10'],
    ])
      expect((await runCli(args, { cwd })).code, args.join(' ')).toBe(0);
    expect(readFileSync(path.join(dir, 'results/verdict-H10.json'), 'utf8')).toBe(verdict);
  });

  it('stays with --keep-world, is shown, and is served again without a change of the batch', async () => {
    const cwd = tempDirOfTest();
    const run = await runCli(['run', company, '--case', 'H10', '--batch', 'b', '--keep-world'], { cwd });
    expect(run.code, run.stderr).toBe(0);
    const state = path.join(cwd, 'runs/b/platform/local-lark.jsonl');
    const before = readFileSync(state);
    expect((await runCli(['run', '--resume', 'b'], { cwd })).code).toBe(0);
    const shown = await runCli(['show', 'b', '--world'], { cwd });
    expect(shown.code, shown.stderr).toBe(0);
    expect(shown.stdout).toContain('## \\#船期协同群');
    expect(shown.stdout).toMatch(/^ {2}- .*小舵 #1\*\* 🤖: /m);
    expect(shown.stdout).toMatch(/^\| BX-317 \| 疫苗 \| 待复测 \|/m);
    const json = await runCli(['show', 'b', '--world', '--json'], { cwd });
    const world = JSON.parse(json.stdout) as { groups: unknown[]; documents: unknown[]; tables: unknown[] };
    expect([world.groups.length, world.documents.length, world.tables.length]).toEqual([4, 5, 2]);

    const child = spawn(
      process.execPath,
      [path.join(ROOT, 'bin/sundowner.mjs'), 'lark', '--from', 'b', '--json', '--stop-on-stdin-end'],
      { cwd, stdio: ['pipe', 'pipe', 'inherit'] },
    );
    const ended = once(child, 'exit');
    let text = '';
    for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      text += chunk as string;
      if (text.endsWith('\n}\n')) break;
    }
    const { domain, users } = JSON.parse(text) as { domain: string; users: { access_token: string }[] };
    const answer = await fetch(`${domain}/open-apis/im/v1/chats`, {
      headers: { authorization: `Bearer ${users[0]!.access_token}` },
    });
    expect(await answer.json()).toMatchObject({ code: 0 });
    child.stdin.end();
    expect(await ended).toEqual([0, null]);
    expect(readFileSync(state).equals(before)).toBe(true);
  });
});

describe('two windows on one folder', () => {
  it('get a batch each, though both start in the same second', async () => {
    const cwd = tempDirOfTest();
    const compiled = await Promise.all(
      Array.from({ length: 4 }, () => runCli(['compile', company, '--json'], { cwd })),
    );
    const dirs = compiled.map(({ stdout }) => (JSON.parse(stdout) as { batch: string }).batch);
    expect(new Set(dirs).size).toBe(4);
    for (const dir of dirs) expect(existsSync(path.join(dir, 'manifest.json'))).toBe(true);
    expect(readdirSync(path.join(cwd, 'runs'))).toHaveLength(4);
  });
});

describe('the command of the extension', () => {
  it('runs a copied sample with nothing but Node, from a path with spaces and Chinese', async () => {
    const home = path.join(tempDirOfTest(), '扩展 one', 'command');
    mkdirSync(home, { recursive: true });
    cpSync(path.join(ROOT, 'dist/extension/command'), home, {
      recursive: true,
      filter: (file) => !file.endsWith('.map'),
    });
    const sample = copyCompany({ into: path.join(path.dirname(home), '我的 case'), quiet: 0.3, wait: 4 });
    const args = ['run', '--case=H10', '--batch=b', '--progress=json', '--stop-on-stdin-end', '--', sample];
    const run = start(args, path.dirname(home), path.join(home, 'cli.mjs'));
    expect(await run.ended, JSON.stringify(run.lines.at(-2))).toBe(0);
    expect(ofKind(run.lines, 'verdict')).toMatchObject([{ case_id: 'H10', status: 'PASS', score: 1 }]);
    const manifest = readFileSync(path.join(path.dirname(home), 'runs/b/manifest.json'), 'utf8');
    expect(JSON.parse(manifest)).toMatchObject({
      agent: { command: ['${node}', '${sundowner}/sample-agent.mjs'] },
    });
    expect(manifest).not.toContain(home);
  });
});

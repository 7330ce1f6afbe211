import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { copyCompany, removeDir, ROOT, runCli, tempDir, tempDirOfTest, type CliResult } from './company.ts';

const DAY = '2026-09-07';
// Every step is a process of its own: on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

const base = tempDir();
const company = path.join(base, 'harbor');
/** A batch of group `core` (H10, H12) that was taken through every stage by the first test below. */
const played = path.join(base, 'played');

interface Point {
  id: string;
  met: string | null;
  reason: string;
  evidence: { path: string; quote?: string; message_id?: string }[];
  cannot_judge?: string;
}
interface JudgeFile {
  decisions: Point[];
  agent_messages: { message_id: string; text: string }[];
}
interface VerdictFile {
  case_id: string;
  status: string;
  score: number | null;
  checkpoints: Point[];
}

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const judgeFile = (batch: string, id: string): string => path.join(batch, `evidence/${id}/judge-${id}.json`);
const verdictOf = (batch: string, id: string): VerdictFile =>
  readJson(path.join(batch, `results/verdict-${id}.json`)) as VerdictFile;
const pointOf = (points: readonly Point[], id: string): Point => points.find((p) => p.id === id)!;
const readJudge = (file: string): JudgeFile => readJson(file) as JudgeFile;
const words = (result: CliResult): string => result.stdout + result.stderr;

function expectExit(result: CliResult, code: number): void {
  expect(result.code, words(result)).toBe(code);
  // A fault of the user's never shows a stack.
  if (code === 2) expect(result.stderr).not.toMatch(/^\s+at .*\.m?[jt]s:\d+/m);
}

function copyOfPlayed(): string {
  const dir = path.join(tempDirOfTest(), 'batch');
  cpSync(played, dir, { recursive: true });
  return dir;
}

/** Fills in points of a judge file as a person would. */
function fill(file: string, answers: Readonly<Record<string, Partial<Point>>>): void {
  const judge = readJudge(file);
  for (const [id, answer] of Object.entries(answers)) Object.assign(pointOf(judge.decisions, id), answer);
  writeFileSync(file, JSON.stringify(judge, null, 2));
}

/** A quote that the agent really wrote in the case. */
function realQuote(batch: string, id: string): Point['evidence'][number] {
  const message = readJudge(judgeFile(batch, id)).agent_messages.at(-1)!;
  const dir = path.join(batch, 'evidence', id);
  const name = readdirSync(dir).find(
    (n) => !n.startsWith('judge-') && readFileSync(path.join(dir, n), 'utf8').includes(message.message_id),
  )!;
  return {
    path: `evidence/${id}/${name}`,
    // A line that says something: words without content are refused as a quote.
    quote: message.text.split('\n').find((line) => line.includes('BX-'))!,
    message_id: message.message_id,
  };
}

/** A port that somebody listens on until `close`. */
async function busyPort(): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

beforeAll(() => void copyCompany({ into: company }));
afterAll(() => removeDir(base));

describe('the stages alone', () => {
  const steps: readonly (readonly [string, RegExp])[] = [
    ['preflight', /nothing stands in the way/],
    ['world', /world: done/],
    ['cast', /cast: done/],
    ['eval', /eval: done/],
    ['judge', /2 cases judged/],
    ['score', /H12/],
    ['report', /junit\.xml/],
    ['show', /H10/],
  ];

  it('lead from the evalset to the report', async () => {
    const compiled = await runCli(
      ['compile', company, '--day0', DAY, '--group', 'core', '--out', played, '--json'],
      {
        cwd: base,
      },
    );
    expectExit(compiled, 0);
    expect(JSON.parse(compiled.stdout)).toMatchObject({ batch: played });

    const early = await runCli(['eval', played], { cwd: base });
    expectExit(early, 2);
    expect(early.stderr).toContain(`run \`sundowner world ${played}\` first`);
    const unscored = await runCli(['show', played], { cwd: base });
    expectExit(unscored, 2);
    expect(unscored.stderr).toMatch(/not been scored; run `sundowner/);

    for (const [step, said] of steps) {
      const result = await runCli([step, played], { cwd: base });
      expectExit(result, 0);
      expect(result.stdout, step).toMatch(said);
    }
  });

  it('show one case with its quotes, and print JSON', async () => {
    const one = await runCli(['show', played, 'H10'], { cwd: base });
    expectExit(one, 0);
    expect(one.stdout).toContain('CP1');
    expect(one.stdout).toContain('e-core-001-H10');
    const all = await runCli(['show', played, '--json'], { cwd: base });
    expectExit(all, 0);
    const shown = JSON.parse(all.stdout) as { summary: { cases_run: number }; verdicts: VerdictFile[] };
    expect(shown.summary.cases_run).toBe(2);
    expect(shown.verdicts.map((v) => v.case_id).sort()).toEqual(['H10', 'H12']);
    const single = await runCli(['show', played, 'H12', '--json'], { cwd: base });
    expect(JSON.parse(single.stdout)).toEqual(verdictOf(played, 'H12'));
    const unknown = await runCli(['show', played, 'H99'], { cwd: base });
    expectExit(unknown, 2);
    expect(unknown.stderr).toContain('it has H10, H12');
  });

  it('write JUnit XML and CSV with every case', () => {
    const xml = readFileSync(path.join(played, 'results/junit.xml'), 'utf8');
    const open: string[] = [];
    for (const [, end, name, empty] of xml
      .replace(/^<\?xml[^>]*\?>/, '')
      .matchAll(/<(\/?)(\w+)(?:\s+\w+="[^"<]*")*\s*(\/?)>/g)) {
      if (end !== '') expect(open.pop()).toBe(name);
      else if (empty === '') open.push(name!);
    }
    expect(open).toEqual([]);
    expect([...xml.matchAll(/<testcase name="(\w+)"/g)].map((m) => m[1]).sort()).toEqual(['H10', 'H12']);
    const suites = [...xml.matchAll(/<testsuite [^>]*tests="(\d+)"/g)].map((m) => Number(m[1]));
    expect(suites.reduce((a, b) => a + b, 0)).toBe(2);
    const csv = readFileSync(path.join(played, 'results/cases.csv'), 'utf8').split('\r\n');
    expect(csv[0]).toBe(
      'case_id,storyline,group,status,score,required_met,required_total,deductions,veto,worst,best',
    );
    expect(csv.slice(1, -1).map((line) => line.split(',')[0])).toEqual(
      (readJson(path.join(played, 'manifest.json')) as { cases: string[] }).cases,
    );
  });

  it('do nothing twice: a finished batch that is resumed stays as it is', async () => {
    const dir = copyOfPlayed();
    const journal = readFileSync(path.join(dir, 'journal.jsonl'), 'utf8');
    const verdict = verdictOf(dir, 'H10');
    expectExit(await runCli(['eval', dir], { cwd: base }), 0);
    expect(readFileSync(path.join(dir, 'journal.jsonl'), 'utf8')).toBe(journal);
    expect(verdictOf(dir, 'H10')).toEqual(verdict);
  });
});

describe('judge files', () => {
  it.each([
    ['is missing', (file: string) => rmSync(file), /no judge file; run `sundowner judge`/],
    [
      'is broken JSON',
      (file: string) => writeFileSync(file, '{"decisions": [', 'utf8'),
      /not valid JSON .*mend it/,
    ],
  ])('one that %s leaves its case pending and the others scored', async (_name, spoil, said) => {
    const dir = copyOfPlayed();
    spoil(judgeFile(dir, 'H10'));
    fill(judgeFile(dir, 'H12'), { CP3: { met: 'met', reason: '克制', evidence: [realQuote(dir, 'H12')] } });
    const scored = await runCli(['score', dir], { cwd: base });
    expectExit(scored, 2);
    expect(scored.stderr).toContain(judgeFile(dir, 'H10'));
    expect(scored.stderr).toMatch(said);
    expect(verdictOf(dir, 'H10')).toMatchObject({ status: 'PENDING', score: null });
    expect(verdictOf(dir, 'H12').score).toEqual(expect.any(Number));
    // The way out that the message names.
    rmSync(judgeFile(dir, 'H10'), { force: true });
    expectExit(await runCli(['judge', dir], { cwd: base }), 0);
    expectExit(await runCli(['score', dir], { cwd: base }), 0);
    expect(verdictOf(dir, 'H10').score).toBe(verdictOf(played, 'H10').score);
  });

  it('of a person: a real quote is accepted, a forged one is not', async () => {
    const dir = copyOfPlayed();
    const quote = realQuote(dir, 'H12');
    for (const id of ['H10', 'H12']) rmSync(judgeFile(dir, id));
    const laid = await runCli(['judge', dir, '--judge', 'manual'], { cwd: base });
    expectExit(laid, 0);
    expect(laid.stdout).toContain('2 cases laid out for a person');
    expect(readJudge(judgeFile(dir, 'H12')).decisions.every((d) => d.met === null)).toBe(true);
    fill(judgeFile(dir, 'H12'), {
      CP1: { met: 'met', reason: '三条都在', evidence: [quote] },
      CP2: { met: 'met', reason: '编的', evidence: [{ ...quote, quote: '责任人都是程小满，没有别人。' }] },
    });
    expectExit(await runCli(['score', dir], { cwd: base }), 0);
    const verdict = verdictOf(dir, 'H12');
    expect(verdict).toMatchObject({ status: 'PENDING', score: null });
    expect(pointOf(verdict.checkpoints, 'CP1')).toMatchObject({ met: 'met', evidence: [quote] });
    const forged = pointOf(verdict.checkpoints, 'CP2');
    expect(forged).toMatchObject({ met: null, evidence: [] });
    expect(forged.cannot_judge).toMatch(/no quote carries it/);
    // Laying out again does not take a person's work away.
    const before = readFileSync(judgeFile(dir, 'H12'), 'utf8');
    expectExit(await runCli(['judge', dir, '--judge', 'manual'], { cwd: base }), 0);
    expect(readFileSync(judgeFile(dir, 'H12'), 'utf8')).toBe(before);
  });

  it('of the rule judge: a point that no check decides takes a person’s word and keeps it', async () => {
    const dir = copyOfPlayed();
    expect(verdictOf(dir, 'H12')).toMatchObject({ status: 'PENDING', score: null });
    const quote = realQuote(dir, 'H12');
    fill(judgeFile(dir, 'H12'), { CP3: { met: 'met', reason: '语气克制', evidence: [quote] } });
    expectExit(await runCli(['score', dir], { cwd: base }), 0);
    const scored = verdictOf(dir, 'H12');
    expect(scored.status).toMatch(/^(PASS|FAIL)$/);
    expect(scored.score).toEqual(expect.any(Number));
    expectExit(await runCli(['judge', dir], { cwd: base }), 0);
    expect(pointOf(readJudge(judgeFile(dir, 'H12')).decisions, 'CP3')).toMatchObject({
      met: 'met',
      reason: '语气克制',
      evidence: [quote],
    });
    expectExit(await runCli(['score', dir], { cwd: base }), 0);
    expect(verdictOf(dir, 'H12')).toEqual(scored);
  });
});

describe('folders that are no batch of ours', () => {
  it('a folder without a manifest is refused', async () => {
    const dir = path.join(tempDirOfTest(), 'foreign');
    mkdirSync(dir);
    writeFileSync(path.join(dir, 'journal.jsonl'), '');
    for (const args of [
      ['show', dir],
      ['score', dir],
      ['run', '--resume', dir],
    ]) {
      const result = await runCli(args, { cwd: base });
      expectExit(result, 2);
      expect(result.stderr).toMatch(/manifest\.json: no such file; give a batch folder/);
    }
    expect(readdirSync(dir)).toEqual(['journal.jsonl']);
  });

  it('a journal without the chain is shown but not continued', async () => {
    const dir = copyOfPlayed();
    const journal = path.join(dir, 'journal.jsonl');
    appendFileSync(
      journal,
      '{"ts":"2026-09-05T15:55:27.707Z","step":"eval.x","status":"success","op":"msg"}\n',
    );
    const bytes = readFileSync(journal);
    const resumed = await runCli(['run', '--resume', dir], { cwd: base });
    expectExit(resumed, 2);
    expect(resumed.stderr).toMatch(/journal\.jsonl:\d+: .*start a new batch/);
    expect(readFileSync(journal).equals(bytes)).toBe(true);
    expect(existsSync(path.join(dir, 'batch.lock'))).toBe(false);
    expectExit(await runCli(['show', dir], { cwd: base }), 0);
    expectExit(await runCli(['preflight', dir], { cwd: base }), 1);
  });
});

describe('check', () => {
  const broken = (): string =>
    copyCompany({
      into: path.join(tempDirOfTest(), 'harbor'),
      edit: (file, text) => {
        if (file === 'cases/H03.case.yaml') return `${text}\n  turns: [unclosed\n: : :\n`;
        return file === 'cases/H07.case.yaml' ? text.replace(/^group_key:.*$/m, 'group_key: nowhere') : text;
      },
    });

  it('finds nothing in the sample', async () => {
    const result = await runCli(['check', company], { cwd: base });
    expectExit(result, 0);
    expect(result.stdout).toBe('no findings\n');
  });

  it('writes no colour codes into a pipe, whatever the environment says of colours', async () => {
    for (const env of [{ CI: 'true' }, { FORCE_COLOR: '1' }, { TERM: 'xterm-256color' }]) {
      const result = await runCli(['check', broken()], { cwd: base, env });
      expectExit(result, 1);
      expect(result.stdout + result.stderr).not.toContain('\u001b[');
    }
  });

  it('names file and line, checks the other files, and nothing of it is run', async () => {
    const root = broken();
    const result = await runCli(['check', root], { cwd: root });
    expectExit(result, 1);
    expect(result.stdout).toMatch(/^cases\/H03\.case\.yaml:\d+:\d+: error: /m);
    expect(result.stdout).toMatch(/^cases\/H07\.case\.yaml:3:\d+: error: .*nowhere/m);
    const chinese = await runCli(['check', root, '--language', 'zh-cn'], { cwd: root });
    expect(chinese.stdout).toMatch(/^cases\/H07\.case\.yaml:3:\d+: error: .*没有“nowhere”/m);
    const run = await runCli(['run', root, '--batch', 'never'], { cwd: root });
    expectExit(run, 1);
    expect(run.stderr).toMatch(/H03\.case\.yaml:\d+:\d+/);
    expect(existsSync(path.join(root, 'runs'))).toBe(false);
  });

  it('lists the codes of findings', async () => {
    const text = await runCli(['check', '--list-rules', '--language', 'zh-cn'], { cwd: base });
    expectExit(text, 0);
    expect(text.stdout).toMatch(/^bare-weekday +info +星期/m);
    expect(text.stdout).toMatch(/^syntax +fixed +/m);
    const json = await runCli(['check', '--list-rules', '--format', 'json'], { cwd: base });
    const { rules } = JSON.parse(json.stdout) as { rules: { code: string }[] };
    expect(rules.find(({ code }) => code === 'dangling-actor')).toEqual({
      code: 'dangling-actor',
      severity: 'error',
      fixed: false,
      about: 'An actor is named that the world does not have.',
    });
  });

  it('prints findings as JSON and as SARIF', async () => {
    const root = broken();
    const json = await runCli(['check', root, '--format', 'json'], { cwd: base });
    expectExit(json, 1);
    const { findings } = JSON.parse(json.stdout) as { findings: { file: string; code: string }[] };
    const place = { line: expect.any(Number) as number, character: expect.any(Number) as number };
    for (const finding of findings) {
      expect(finding).toMatchObject({
        code: expect.any(String) as string,
        message: expect.any(String) as string,
        pointer: expect.any(String) as string,
        severity: expect.stringMatching(/^(error|warning|info)$/) as string,
        range: { start: place, end: place },
      });
      expect(existsSync(finding.file)).toBe(true);
    }
    expect(new Set(findings.map((f) => path.basename(f.file)))).toContain('H03.case.yaml');

    const log = await runCli(['check', root, '--format', 'sarif'], { cwd: base });
    expectExit(log, 1);
    interface Region {
      startLine: number;
      startColumn: number;
    }
    const { version, runs } = JSON.parse(log.stdout) as {
      version: string;
      runs: {
        tool: { driver: { name: string; rules: { id: string }[] } };
        results: { ruleId: string; locations: { physicalLocation: { region: Region } }[] }[];
      }[];
    };
    expect(version).toBe('2.1.0');
    expect(runs).toHaveLength(1);
    expect(runs[0]!.tool.driver.name).toBe('sundowner');
    expect(runs[0]!.results.map((r) => r.ruleId)).toEqual(findings.map((f) => f.code));
    const rules = runs[0]!.tool.driver.rules.map((r) => r.id);
    for (const result of runs[0]!.results) {
      expect(rules).toContain(result.ruleId);
      const { region } = result.locations[0]!.physicalLocation;
      expect(Math.min(region.startLine, region.startColumn)).toBeGreaterThanOrEqual(1);
    }
  });
});

describe('wrong use', () => {
  it.each<[string, string[], RegExp]>([
    ['case', ['run', company, '--case', 'H99'], /no case H99; the evalset has H01, .*H12/],
    ['group', ['run', company, '--group', 'moon'], /in group "moon"; its groups are .*core/],
    ['agent', ['run', company, '--agent', 'nobody'], /no agent "nobody" is defined; choose one of sample/],
    ['evalset', ['run', path.join(base, 'none')], /none: no such folder; give the folder/],
    ['path to check', ['check', path.join(base, 'none')], /none: no such file or folder/],
    ['batch', ['show', 'no-such-batch'], /no such batch, nor .*runs.*no-such-batch/],
    ['batch to resume', ['run', '--resume', 'no-such-batch'], /no such batch/],
    ['day', ['run', company, '--day0', '2026-02-30'], /--day0.*YYYY-MM-DD/],
    ['instant', ['compile', company, '--exec-at', '9 am'], /--exec-at.*offset/],
    ['judge', ['run', company, '--judge', 'oracle'], /no judge "oracle"; choose one of rule, manual/],
    ['port', ['lark', '--port', '70000'], /--port.*70000.*expected a port/],
    ['option', ['run', company, '--colour'], /unknown option/],
    ['command', ['dance'], /unknown command/],
    ['nothing to run', ['run'], /give the folder of an evalset/],
  ])('an unknown or bad %s exits 2 and says what would do', async (_name, args, said) => {
    const cwd = tempDirOfTest();
    const result = await runCli(args, { cwd });
    expectExit(result, 2);
    expect(result.stderr).toMatch(said);
    expect(readdirSync(cwd)).toEqual([]);
  });

  it('a batch that exists is not overwritten', async () => {
    const result = await runCli(['compile', company, '--out', played], { cwd: base });
    expectExit(result, 2);
    expect(result.stderr).toContain('this batch exists');
  });
});

describe('ports', () => {
  it('a busy one is named', async () => {
    const cwd = tempDirOfTest();
    const busy = await busyPort();
    try {
      for (const args of [
        ['lark', '--port', String(busy.port)],
        ['run', company, '--case', 'H10', '--batch', 'b', '--port', String(busy.port)],
      ]) {
        const result = await runCli(args, { cwd });
        expectExit(result, 2);
        expect(result.stderr).toMatch(new RegExp(`(error|blocks): .*${busy.port}`));
      }
      expect(existsSync(path.join(cwd, 'runs/b/batch.lock'))).toBe(false);
    } finally {
      await busy.close();
    }
  });

  it('the platform alone prints credentials, serves them, and ends on SIGINT', async () => {
    const child = spawn(
      process.execPath,
      [path.join(ROOT, 'bin/sundowner.mjs'), 'lark', '--app', 'bot', '--user', 'Ada', '--json'],
      { cwd: base, stdio: ['ignore', 'pipe', 'inherit'] },
    );
    try {
      let text = '';
      for await (const chunk of child.stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
        text += chunk as string;
        if (text.endsWith('\n}\n')) break;
      }
      const about = JSON.parse(text) as {
        domain: string;
        admin_token: string;
        apps: { name: string; app_id: string; app_secret: string }[];
        users: { name: string; union_id: string; access_token: string }[];
      };
      expect(about.apps.map((a) => a.name)).toEqual(['bot']);
      expect(about.users.map((u) => u.name)).toEqual(['Ada']);
      const { app_id, app_secret } = about.apps[0]!;
      const answer = await fetch(`${about.domain}/open-apis/auth/v3/tenant_access_token/internal`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ app_id, app_secret }),
      });
      expect(await answer.json()).toMatchObject({ code: 0 });
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      expect(await ended).toEqual([0, null]);
    } finally {
      child.kill('SIGKILL');
    }
  });
});

describe('compile', () => {
  it('is byte-identical from run to run outside manifests, but for the marks in hidden texts', async () => {
    const dir = tempDirOfTest();
    const read = (batch: string): Map<string, string> =>
      new Map(
        readdirSync(batch, { recursive: true, withFileTypes: true })
          .filter((e) => e.isFile() && e.name !== 'manifest.json' && !/canar(y\.txt|ies\.json)$/.test(e.name))
          .map((e) => path.join(e.parentPath, e.name))
          .map(
            (file) =>
              [
                path.relative(batch, file),
                readFileSync(file, 'latin1').replace(/^# \S+ canary \w+\n/gm, ''),
              ] as const,
          )
          .sort(([a], [b]) => (a < b ? -1 : 1)),
      );
    const args = (name: string): string[] => [
      'compile',
      company,
      '--day0',
      DAY,
      '--out',
      path.join(dir, name),
    ];
    for (const name of ['one', 'two']) expectExit(await runCli(args(name), { cwd: dir }), 0);
    const [one, two] = [read(path.join(dir, 'one')), read(path.join(dir, 'two'))];
    expect(one.size).toBeGreaterThan(20);
    expect(two).toEqual(one);
  });

  it('writes nothing on a dry run', async () => {
    const cwd = tempDirOfTest();
    const result = await runCli(['compile', company, '--day0', DAY, '--dry-run', '--json'], { cwd });
    expectExit(result, 0);
    expect(JSON.parse(result.stdout)).toMatchObject({ batch: null });
    expect(readdirSync(cwd)).toEqual([]);
  });
});

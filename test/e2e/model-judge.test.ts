import { cpSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { judgeFilled, summary, verdict, type JudgeFilled, type Verdict } from '../../schemas/index.ts';
import { answerOf, readQuestion, supportOf } from '../../engine/judge/model/testing/question.ts';
import { ModelServer, type Received, type Reply } from '../../engine/models/testing/model-server.ts';
import { copyCompany, removeDir, runCli, tempDir, tempDirOfTest, type CliResult } from './company.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const KEY = 'sk-of-nobody-42-4242';
const base = tempDir();
const company = path.join(base, 'harbor');
/** A batch of H10, whose first point a check decides and whose second one the models do. */
const played = path.join(base, 'played');

/** `strict` finds the point met by the agent's longest answer, `other` does not. Both support what is quoted. */
function answer({ user, body }: Received): Reply {
  const question = readQuestion(user);
  if (question.kind === 'support') return { text: supportOf('supports') };
  if (body['model'] === 'other-1') return { text: answerOf('unmet', [], '没有给出日期') };
  const [longest] = question.evidence
    .flatMap(({ path: file, messages = [] }) => messages.map((message) => ({ file, message })))
    .filter(({ message }) => message.counts)
    .sort((a, b) => b.message.text.length - a.message.text.length);
  const quote = {
    path: longest!.file,
    message_id: longest!.message.message_id,
    quote: longest!.message.text,
  };
  return { text: answerOf('met', [quote], '给出了日期') };
}

const cli = (args: readonly string[], key: string | null = KEY): Promise<CliResult> =>
  runCli(args, { cwd: base, env: { JUDGE_KEY: key ?? undefined } });

async function ok(args: readonly string[], key?: string | null): Promise<string> {
  const result = await cli(args, key);
  expect(result.code, result.stdout + result.stderr).toBe(0);
  expect(result.stdout + result.stderr).not.toContain(KEY);
  return result.stdout;
}

const textOf = (dir: string, file: string): string => readFileSync(path.join(dir, file), 'utf8');
const judgeOf = (dir: string, which = ''): JudgeFilled =>
  judgeFilled.parse(JSON.parse(textOf(dir, `evidence/H10/judge-H10${which}.json`)));
const verdictOf = (dir: string): Verdict =>
  verdict.parse(JSON.parse(textOf(dir, 'results/verdict-H10.json')));

const filesOf = (dir: string): string[] =>
  readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dir, path.join(entry.parentPath, entry.name)))
    .sort();

function copyOfPlayed(): string {
  const dir = path.join(tempDirOfTest(), 'batch');
  cpSync(played, dir, { recursive: true });
  return dir;
}

describe('judging by a model', () => {
  let server: ModelServer;
  let printed: string;

  beforeAll(async () => {
    server = await ModelServer.start(answer);
    const judge = (model: string): string =>
      `{ base_url: '${server.url}', model: ${model}, key_env: JUDGE_KEY, attempts: 2, retry_wait_sec: 0, price: { input: 3, output: 15 } }`;
    copyCompany({
      into: company,
      edit: (file, text) => {
        if (file === 'cases.checks.yaml')
          return text.replace(/(\n {2}H10:\n[^]*?)\n {4}CP2:[^]*?\n(?= {2}H11:)/, '$1\n');
        if (file !== 'evalset.yaml') return text;
        return `${text}judges:\n  strict: ${judge('strict-1')}\n  other: ${judge('other-1')}\ndefault_judge: strict\n`;
      },
    });
    printed = await ok(['run', company, '--case', 'H10', '--second', 'other', '--batch', played]);
  });
  afterAll(async () => {
    await server.close();
    removeDir(base);
  });

  it('judges what no check decides, the second judge blind to the first, and says what it took', () => {
    const [first, second] = [judgeOf(played), judgeOf(played, '.second')];
    expect(first.decisions.map((one) => [one.met, one.asked?.calls.length])).toEqual([
      ['met', undefined],
      ['met', 2],
    ]);
    expect(second.decisions.map((one) => one.met)).toEqual(['met', 'unmet']);
    expect(first.judge).toMatchObject({ mode: 'model', model: 'strict-1-2026' });
    // One question a point and judge, and one whether the quote carries it; live and closing judging pay once.
    expect(server.received).toHaveLength(3);
    expect(new Set(server.received.map((one) => one.authorization))).toEqual(new Set([`Bearer ${KEY}`]));
    for (const { user } of server.received.filter(({ body }) => body['model'] === 'other-1'))
      expect(user).not.toContain('给出了日期');
    expect(printed).toMatch(
      /first judge: strict\n +strict-1-2026 · 2 questions, 0 from file, 2 requests sent · 200 \+ 40 tokens · cost 0\.0012 USD/,
    );
    expect(printed).toMatch(/judges disagree: H10 CP2: met \/ unmet/);
  });

  it('puts the second word beside the first in verdict and summary', () => {
    const { score, cross_check: cross } = verdictOf(played);
    expect(score).toBe(1);
    expect(cross).toMatchObject({
      score: 0.5,
      status: 'FAIL',
      agree: false,
      disagreements: [{ id: 'CP2', first: 'met', second: 'unmet' }],
      // The point that the check decided says nothing of how the judges agree.
      points: [{ id: 'CP2', kind: 'required', first: 'met', second: 'unmet' }],
    });
    const { agreement, cross_check: cases } = summary.parse(
      JSON.parse(textOf(played, 'results/summary.json')),
    );
    expect(cases).toEqual({ cases: 1, agree: 0, disagree_cases: ['H10'] });
    expect(agreement).toMatchObject({
      first: 'strict-1-2026',
      clusters: 'ignored',
      all: { points: 1, undecided: 0 },
    });
  });

  it('leaves the key in no file of the batch', () => {
    const files = filesOf(played);
    expect(files.filter((file) => file.startsWith('judge-calls'))).toHaveLength(3);
    for (const file of files) expect(textOf(played, file), file).not.toContain(KEY);
  });

  it('replays without the server and without the key, and nothing changes', async () => {
    const dir = copyOfPlayed();
    const before = filesOf(dir).map((file) => [file, textOf(dir, file)]);
    server.script = () => ({ status: 500, raw: '' });
    const told = await ok(['judge', dir], null);
    await ok(['score', dir], null);
    server.script = answer;
    expect(server.received).toHaveLength(3);
    expect(told).toMatch(/2 questions, 2 from file, 0 requests sent/);
    const changed = filesOf(dir).filter(
      (file) => before.find(([name]) => name === file)?.[1] !== textOf(dir, file),
    );
    // Only the summary says when it was made.
    expect(changed).toEqual(['results/summary.json']);
  });

  it('asks anew when told to; what then fails has no word and no zero, and the old result is kept and compared', async () => {
    const dir = copyOfPlayed();
    server.script = (received) =>
      received.body['model'] === 'strict-1' ? { status: 500, raw: `bad ${KEY}` } : answer(received);
    const told = await ok(['judge', dir, '--fresh']);
    const scored = await ok(['score', dir]);
    server.script = answer;
    expect(told).toMatch(/points without a word: server-error 1/);
    expect(told).toMatch(/changed: H10 CP2: met → can’t judge/);
    expect(scored).toMatch(/changed: H10: PASS 1 → PENDING \(CP2 met → can’t judge\)/);
    const now = verdictOf(dir);
    expect(now).toMatchObject({
      score: null,
      status: 'PENDING',
      bounds: { worst: 0.5, best: 1 },
      undecided: ['CP2'],
    });
    expect(now.checkpoints[1]!.cannot_judge).toMatch(/HTTP 500/);
    for (const file of filesOf(dir)) expect(textOf(dir, file), file).not.toContain(KEY);
    expect(filesOf(dir)).toEqual(
      expect.arrayContaining(['evidence/H10/judge-H10.kept-1.json', 'results/verdict-H10.kept-1.json']),
    );
  });

  it('holds a limit in money before it asks', async () => {
    const dir = copyOfPlayed();
    const asked = server.received.length;
    const told = await ok(['judge', dir, '--fresh', '--max-cost', '0.0001']);
    expect(server.received).toHaveLength(asked);
    expect(told).toMatch(/over-budget 1/);
    expect(judgeOf(dir).decisions[1]!.cannot_judge).toMatch(/--max-cost is 0\.0001/);
  });

  it('lets further judges and the checks alone judge a stored batch; a model’s word is no person’s', async () => {
    const dir = copyOfPlayed();
    const told = await ok([
      'judge',
      dir,
      '--judge',
      'rule',
      '--second',
      'strict',
      '--second',
      'other',
      '--json',
    ]);
    expect(judgeOf(dir).decisions.map((one) => one.met)).toEqual(['met', null]);
    expect(judgeOf(dir, '.second').judge.model).toBe('strict-1-2026');
    expect(judgeOf(dir, '.other').judge.model).toBe('other-1-2026');
    // What a judge says does not depend on its place, nor on who else judges.
    expect(judgeOf(dir, '.second').decisions).toEqual(judgeOf(played).decisions);
    expect(judgeOf(dir, '.other').decisions).toEqual(judgeOf(played, '.second').decisions);
    expect(JSON.parse(told)).toMatchObject({
      judges: [{ name: 'rule', undecided: { open: 1 } }, { name: 'strict' }, { name: 'other' }],
      disagreements: [{ case_id: 'H10', id: 'CP2', first: null, second: 'met' }],
    });
  });

  it('is missed before a run where its key is not set', async () => {
    const result = await cli(['preflight', played], null);
    expect([result.code, result.stderr]).toEqual([
      1,
      expect.stringMatching(/blocks: Judge "strict": .*JUDGE_KEY is not set/),
    ]);
  });

  it.each<[string, string[], RegExp]>([
    [
      'one that nobody is',
      ['judge', played, '--judge', 'nobody'],
      /no judge "nobody"; choose one of rule, manual, strict, other/,
    ],
    ['the first again', ['judge', played, '--second', 'strict'], /named twice/],
    ['a bad amount', ['judge', played, '--max-cost', 'much'], /expected an amount/],
  ])('refuses %s', async (_name, args, said) => {
    const result = await cli(args);
    expect([result.code, result.stderr]).toEqual([2, expect.stringMatching(said)]);
  });
});

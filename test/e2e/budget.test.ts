import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readJournal } from '../../engine/batch/journal.ts';
import { answerOf, readQuestion, supportOf } from '../../engine/judge/model/testing/question.ts';
import { ModelServer, type Received, type Reply } from '../../engine/models/testing/model-server.ts';
import { batchManifest, summary, type BudgetInSummary, type Summary } from '../../schemas/index.ts';
import { copyCompany, removeDir, ROOT, runCli, tempDir, type CliResult } from './company.ts';
import { killedAt } from './kill/killed-run.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const base = tempDir();
afterAll(() => removeDir(base));

const batchOf = (name: string): string => path.join(base, 'runs', name);
const json = (batch: string, file: string): unknown =>
  JSON.parse(readFileSync(path.join(batchOf(batch), file), 'utf8'));
const summaryOf = (batch: string): Summary => summary.parse(json(batch, 'results/summary.json'));
const manifestOf = (batch: string) => batchManifest.parse(json(batch, 'manifest.json'));
const budgetOf = (batch: string): BudgetInSummary => summaryOf(batch).budget!;
const run = (...args: string[]): Promise<CliResult> => runCli(['run', ...args], { cwd: base });

/** Finds every point met by the agent's longest answer. */
function answer({ user }: Received): Reply {
  const question = readQuestion(user);
  if (question.kind === 'support') return { text: supportOf('supports') };
  const [longest] = question.evidence
    .flatMap(({ path: file, messages = [] }) => messages.map((message) => ({ file, message })))
    .filter(({ message }) => message.counts)
    .sort((a, b) => b.message.text.length - a.message.text.length);
  const { file, message } = longest!;
  return {
    text: answerOf('met', [{ path: file, message_id: message.message_id, quote: message.text }], '有'),
  };
}

/** Lines of a budget: tokens that a turn of the agent may take, and a question to the judge. */
const TURN = 100_000;
const QUESTION = 3 * 20_000 + 20_000 + 2000;

describe('a budget of agent and judge together', () => {
  let server: ModelServer;
  let stopped: CliResult;
  let first: { counts: Summary['counts']; budget: BudgetInSummary; manifest: ReturnType<typeof manifestOf> };
  let resumed: CliResult;

  beforeAll(async () => {
    server = await ModelServer.start(answer);
    const evalset = copyCompany({
      into: path.join(base, 'together'),
      edit: (file, text) => {
        // The model decides the second point of H10, checks the rest.
        if (file === 'cases.checks.yaml')
          return text.replace(/(\n {2}H10:\n[^]*?)\n {4}CP2:[^]*?\n(?= {2}H11:)/, '$1\n');
        if (file !== 'evalset.yaml') return text;
        return [
          text.replace('default_agent: sample\n', ''),
          `  rehearsed: { driver: rehearsal, most_per_turn: { tokens: ${TURN} } }`,
          `default_agent: rehearsed`,
          `budget: { tokens: ${8 * TURN + 2 * QUESTION} }`,
          `judges: { strict: { base_url: '${server.url}', model: strict-1, max_input_chars: 20000 } }`,
          `default_judge: strict`,
          '',
        ].join('\n');
      },
    });
    const cases = ['H01', 'H02', 'H05', 'H06', 'H09', 'H10', 'H11'].flatMap((id) => ['--case', id]);
    const start = [evalset, '--day0', '2026-12-01', ...cases];
    // Killed in the midst of cases that have their reserve, then gone on with.
    await killedAt(base, start, 'both', 150);
    stopped = await run('--resume', 'both');
    first = { counts: summaryOf('both').counts, budget: budgetOf('both'), manifest: manifestOf('both') };
    resumed = await run('--resume', 'both', '--limit', 'tokens=3M');
  });
  afterAll(() => server.close());

  it('begins no case that does not fit, and says so in summary, manifest, show and exit code', () => {
    expect(stopped.code, stopped.stderr).toBe(1);
    const left = first.budget.not_begun!;
    expect(left.length).toBeGreaterThan(0);
    expect(left[0]!.why).toMatch(
      /^the budget of the batch is 964000 tokens; \d+ tokens are used or reserved, and case H\d+ may take \d+ tokens$/,
    );
    expect(first.manifest.budget?.not_begun).toEqual(left);
    expect(first.counts).toMatchObject({ NOT_RUN: left.length, FAIL: 0, FAIL_ENV: 0, RERUN: 0, total: 7 });
    for (const { case_id: id } of left) expect(stopped.stdout).toContain(id);
    expect(stopped.stdout).toContain('Not begun for want of budget: ');
    expect(stopped.stderr).toContain(`${left.length} of 7 cases were not begun`);
  });

  it('is never exceeded, and knows after the kill what was used before', () => {
    const { limits, used, agent } = first.budget;
    expect(used.tokens).toBeLessThanOrEqual(limits.tokens!);
    const lines = readJournal(path.join(batchOf('both'), 'journal.jsonl')).entries;
    const raisedAt = lines.findIndex(({ op }) => op === 'budget.raise');
    const turns = new Set(
      lines
        .slice(0, raisedAt)
        .filter(({ op, phase, status }) => status === 'intent' && op === 'msg' && phase === 'eval')
        .map(({ step, ...entry }) => JSON.stringify([step, entry['attempt']])),
    );
    expect(agent).toMatchObject({ turns: turns.size, assumed_turns: turns.size, tokens: turns.size * TURN });
  });

  it('goes on when it is raised, and every case passes, as its transcript does', () => {
    expect(resumed.code, resumed.stderr).toBe(0);
    const { counts } = summaryOf('both');
    expect(counts).toMatchObject({ PASS: 7, NOT_RUN: 0, total: 7 });
    const { limits, raised, not_begun } = manifestOf('both').budget!;
    expect({ limits, times: raised?.length, not_begun }).toEqual({ limits: { tokens: 3_000_000 }, times: 1 });
    expect(budgetOf('both').not_begun).toBeUndefined();
  });

  it('counts what the judge took by its calls', () => {
    // A question on the one point that no check decides, and one whether its quote carries it; at 120 tokens each.
    expect(server.received).toHaveLength(2);
    expect(budgetOf('both').judges).toEqual({ tokens: 240, cost: null });
    expect(budgetOf('both').used.tokens).toBe(budgetOf('both').agent.tokens! + 240);
  });
});

describe('an agent that reports what it takes', () => {
  let result: CliResult;
  let evalset: string;

  beforeAll(async () => {
    const bot = JSON.stringify(['${node}', path.join(ROOT, 'test/agents/reporting.mjs'), '底价']);
    evalset = copyCompany({
      wait: 2,
      into: path.join(base, 'reports'),
      edit: (file, text) =>
        file === 'evalset.yaml'
          ? text.replace(
              'default_agent: sample\n',
              `  reporting:\n    driver: member\n    command: ${bot}\n    most_per_turn: { tokens: 1000, cost: 1, messages: 4 }\ndefault_agent: reporting\nbudget: { tokens: 5000, cost: 4.5, messages: 60 }\n`,
            )
          : text,
    });
    const cases = ['H01', 'H02', 'H03', 'H05', 'H09'].flatMap((id) => ['--case', id]);
    result = await run(evalset, ...cases, '--batch', 'reports');
  });

  it('gets back what it did not take, so that more cases fit than their reserves would', () => {
    const { not_begun, agent, used } = budgetOf('reports');
    expect(not_begun, result.stdout + result.stderr).toBeUndefined();
    expect(result.code).toBe(0);
    expect(agent.turns).toBeGreaterThan(5);
    const reported = agent.turns - agent.assumed_turns;
    expect(agent).toMatchObject({ tokens: reported * 42 + agent.assumed_turns * 1000 });
    expect(agent.cost).toBeCloseTo(reported * 0.003 + agent.assumed_turns, 9);
    expect(agent.assumed_turns).toBeGreaterThan(0);
    expect(used.messages).toBe(agent.messages);
  });

  it('leaves its reports in the batch folder, in the agent’s own sandbox or without one', () => {
    const lines = readFileSync(path.join(batchOf('reports'), 'platform/agent-usage.jsonl'), 'utf8')
      .trim()
      .split('\n');
    const { turns, assumed_turns: assumed } = budgetOf('reports').agent;
    expect(lines).toHaveLength(2 * (turns - assumed));
  });

  it('is refused where nobody says how much a turn takes, at its line', async () => {
    const file = path.join(evalset, 'evalset.yaml');
    const text = readFileSync(file, 'utf8');
    const place = text.slice(0, text.indexOf('    driver: member\n    command: ["')).split('\n').length;
    const bare = copyCompany({
      into: path.join(base, 'bare'),
      edit: (name) =>
        name === 'evalset.yaml'
          ? text.replace(/ {4}most_per_turn:.*\n/, '')
          : readFileSync(path.join(evalset, name), 'utf8'),
    });
    const { code, stderr } = await run(bare, '--batch', 'bare');
    expect(code).toBe(2);
    expect(stderr).toMatch(
      new RegExp(`bare/evalset\\.yaml:${place}:\\d+: blocks: The budget of the batch limits tokens`),
    );
  });
});

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { toldProblem } from '../preflight/index.ts';
import { sentencesOf } from '../evalset/index.ts';
import { tempDir } from '../temp-dir.fixture.ts';
import type { BatchLimits } from '../../schemas/index.ts';
import { preflightFolder } from './preflight-folder.ts';

const HARBOR = path.resolve(import.meta.dirname, '../../samples/harbor');
const places = { node: process.execPath, electron: false, sundowner: undefined };

/** What stands in the way of the sample with a budget: `severity code place`, and what is said. */
async function look(more: string, { agent = 'bot', limits = undefined as BatchLimits | undefined } = {}) {
  const root = path.join(tempDir(), 'harbor');
  cpSync(HARBOR, root, { recursive: true });
  const file = path.join(root, 'evalset.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/agents:\n[^]*/, more));
  // One point is left that no check decides.
  const checks = path.join(root, 'cases.checks.yaml');
  const text = readFileSync(checks, 'utf8');
  writeFileSync(checks, text.replace(/(\n {2}H10:\n[^]*?)\n {4}CP2:[^]*?\n(?= {2}H11:)/, '$1\n'));
  const now = (): Date => new Date('2026-12-01T00:00:00Z');
  const folder = { root, batchDir: path.join(root, '../runs/b'), day0: '2026-12-01', agent, limits, now };
  const { problems } = await preflightFolder(folder, { places, env: { PATH: process.env['PATH'] } });
  const lines = readFileSync(file, 'utf8').split('\n');
  return problems
    .filter(({ code }) => /budget|most|price/.test(code))
    .map((one) => ({
      head: `${one.severity} ${one.code} ${one.range === null ? 'nowhere' : lines[one.range.start.line]!.slice(one.range.start.character, one.range.end.character)}`,
      message: one.message,
      zh: toldProblem(one, sentencesOf('zh-cn')),
    }));
}

const bot = (most: string): string =>
  `agents:\n  bot:\n    driver: member\n    command: ['\${node}', '--version']\n${most}`;
const judge = (rest: string): string =>
  `judges:\n  strict: { base_url: 'http://127.0.0.1/v1', model: m${rest} }\ndefault_judge: strict\n`;
const MOST = '    most_per_turn: { tokens: 1000, cost: 0.5, messages: 3 }\n';

describe('a budget that cannot be held blocks, at the place where it is mended', () => {
  it.each<[string, string, RegExp, RegExp]>([
    [
      'an agent of which nobody says what a turn takes',
      `${bot('    most_per_turn: { cost: 1 }\n')}budget: { tokens: 1000000 }\n`,
      /^blocks agent-without-most \{ cost: 1 \}$/,
      /limits tokens.*"bot"/,
    ],
    [
      'an agent that is already running, as any other',
      `agents:\n  bot:\n    driver: member\n    most_per_turn: { tokens: 5 }\nbudget: { cost: 100 }\n`,
      /^blocks agent-without-most /,
      /limits cost.*"bot"/,
    ],
    [
      'a judge without a price',
      `${bot(MOST)}${judge('')}budget: { cost: 100 }\n`,
      /^blocks judge-without-price /,
      /judge "strict" has no price/,
    ],
    [
      'a judge in another currency',
      `${bot(MOST)}${judge(', price: { input: 1, output: 2, currency: EUR }')}budget: { cost: 100 }\n`,
      /^blocks budget-currency \{ input: 1/,
      /EUR, and the budget of the batch is in USD/,
    ],
    [
      'an agent in another currency',
      `${bot('    most_per_turn: { cost: 1, currency: CNY }\n')}budget: { cost: 100 }\n`,
      /^blocks budget-currency 1$/,
      /CNY, and the budget of the batch is in USD/,
    ],
  ])('%s', async (_what, more, head, message) => {
    const [one, ...others] = await look(more);
    expect(others).toEqual([]);
    expect(one?.head).toMatch(head);
    expect(one?.message).toMatch(message);
    expect(one?.zh).toMatch(/预算/);
    expect(one?.zh).not.toMatch(/budget of the batch/);
  });
});

describe('a budget that may not suffice is warned of, with figures', () => {
  it.each<[string, string, RegExp, RegExp]>([
    [
      'cases that together may take more',
      `${bot(MOST)}budget: { tokens: 9000 }\n`,
      /^warns budget-short 9000$/,
      /is 9000 tokens, and its 12 cases may take up to 18000 tokens \(agent 18000 tokens, judges 0 tokens\)/,
    ],
    [
      'a case that alone may take more, by its judge: a point without a check, and whether its quotes carry it',
      `${bot(MOST)}${judge(', max_input_chars: 100000, price: { input: 1, output: 1 }')}budget: { tokens: 100000 }\n`,
      /^warns budget-short 100000$/,
      /case H10 alone may take 645000 tokens \(agent 1000 tokens, judges 644000 tokens\), so that it is never begun/,
    ],
    [
      'messages of colleagues and of the agent',
      `${bot(MOST)}budget: { messages: 71 }\n`,
      /^warns budget-short 71$/,
      /is 71 messages, and its 12 cases may take up to 72 messages/,
    ],
    [
      'a time that one case may take by its gates',
      `${bot('')}budget: { minutes: 5 }\n`,
      /^warns budget-short 5$/,
      /is 5 minutes, and by its gates case H\d+ alone may take \d+, so that it is never begun/,
    ],
  ])('%s', async (_what, more, head, message) => {
    const [one, ...others] = await look(more);
    expect(others).toEqual([]);
    expect(one?.head).toMatch(head);
    expect(one?.message).toMatch(message);
    expect(one?.zh).toMatch(/批次预算是/);
  });

  it('and one that suffices is not', async () => {
    expect(
      await look(`${bot(MOST)}budget: { tokens: 18000, messages: 72, cost: 9, minutes: 600 }\n`),
    ).toEqual([]);
  });

  it('a limit that was given with the command is in the place of the evalset’s', async () => {
    const more = `${bot(MOST)}budget: { tokens: 18000 }\n`;
    expect(await look(more, { limits: { tokens: 17_999 } })).toHaveLength(1);
    const [cost] = await look(more, { limits: { cost: 1 } });
    expect(cost?.head).toBe('warns budget-short nowhere');
  });

  it('a rehearsal takes no tokens and no money, and messages only by what is declared', async () => {
    const bare = `${bot('')}budget: { tokens: 0, cost: 0 }\n`;
    expect(await look(bare, { agent: 'rehearsal' })).toEqual([]);
    const [messages] = await look(`${bot('')}budget: { messages: 50 }\n`, { agent: 'rehearsal' });
    expect(messages?.head).toMatch(/^blocks agent-without-most /);
  });
});

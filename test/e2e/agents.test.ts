import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { copyCompany, removeDir, ROOT, runCli, tempDir, type CliResult } from './company.ts';

const CASES = ['H01', 'H02', 'H03', 'H04', 'H05', 'H06', 'H07', 'H08', 'H09', 'H10', 'H11', 'H12'];
/** The cases that ask for a deed: word to another group, a question to a colleague, a change of a table. */
const DEEDS = ['H03', 'H04', 'H06', 'H11'];
const FLOOD = 60;

const report = z.object({
  verdicts: z.array(
    z.object({
      case_id: z.string(),
      status: z.string(),
      score: z.number().nullable(),
      no_agent_reply: z.object({ reason: z.string() }).nullable(),
    }),
  ),
});
const journalLine = z.looseObject({ step: z.string(), status: z.string() });
const quietGate = z.object({
  outcome: z.enum(['quiet', 'max_reached']),
  held_sec: z.number(),
  min_quiet_sec: z.number(),
});
const messages = z.object({
  messages: z.array(
    z.object({ message_id: z.string(), author: z.object({ kind: z.string() }), text: z.string() }),
  ),
});

type JournalLine = z.infer<typeof journalLine>;
type Verdicts = z.infer<typeof report>['verdicts'];
interface Played {
  readonly cli: CliResult;
  readonly batch: string;
  readonly verdicts: Verdicts;
  readonly journal: readonly JournalLine[];
}

const dir = tempDir();
const evalset = copyCompany({ wait: 2, into: path.join(dir, 'harbor') });
afterAll(() => removeDir(dir));

const bot = (name: string): string[] => [process.execPath, path.join(ROOT, 'test/agents', `${name}.mjs`)];

const start = (batch: string, command: readonly string[]): Promise<CliResult> =>
  runCli(['run', evalset, '--json', '--batch', batch, '--', ...command]);

async function play(name: string): Promise<Played> {
  const batch = path.join(dir, name);
  const cli = await start(batch, bot(name));
  expect(cli.code, cli.stderr).toBe(0);
  const journal = readFileSync(path.join(batch, 'journal.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => journalLine.parse(JSON.parse(line)));
  return { cli, batch, verdicts: report.parse(JSON.parse(cli.stdout)).verdicts, journal };
}

function expectQuietGates({ journal }: Played): void {
  const gates = journal
    .filter((line) => line['kind'] === 'no_bot_speech' && line.status === 'success')
    .map((line) => quietGate.parse(line));
  expect(gates).toHaveLength(CASES.length);
  for (const gate of gates) {
    if (gate.outcome === 'quiet') expect(gate.held_sec).toBeGreaterThanOrEqual(gate.min_quiet_sec);
  }
}

function expectAllFailed({ verdicts }: Played): void {
  const rows = verdicts.map(({ case_id, status, score }) => ({ case_id, status, score }));
  rows.sort((a, b) => a.case_id.localeCompare(b.case_id));
  expect(rows).toEqual(CASES.map((case_id) => ({ case_id, status: 'FAIL', score: 0 })));
}

const agentEnds = ({ journal }: Played): readonly JournalLine[] =>
  journal.filter((line) => line.step === 'agent.process');

describe('agents that are no use', () => {
  let silent: Played;
  let crash: Played;
  let placeholder: Played;
  beforeAll(async () => {
    [silent, crash, placeholder] = await Promise.all([play('silent'), play('crash'), play('placeholder')]);
  }, 120_000);

  it('fails every case of an agent that never answers', () => {
    expectAllFailed(silent);
    for (const verdict of silent.verdicts) expect(verdict.no_agent_reply?.reason).toMatch(/within 2 s/u);
    expect(agentEnds(silent)).toEqual([]);
    expectQuietGates(silent);
  });

  it('fails every case of an agent that ends whenever it is spoken to, and tells of each end', () => {
    expectAllFailed(crash);
    for (const verdict of crash.verdicts) expect(verdict.no_agent_reply?.reason).toBeTruthy();
    const ends = agentEnds(crash);
    expect(ends.length).toBeGreaterThan(1);
    for (const end of ends) expect(end).toMatchObject({ status: 'failed', why: 'exited with code 1' });
    const last = ends.at(-1)?.['restarted'];
    expect(ends.slice(0, -1).every((end) => end['restarted'] === true)).toBe(true);
    expect(typeof last).toBe('boolean');
    expectQuietGates(crash);
  });

  it('gives nothing for a promise to look', () => {
    for (const verdict of placeholder.verdicts) {
      expect(verdict.status, verdict.case_id).not.toBe('PASS');
      expect(verdict.no_agent_reply, verdict.case_id).toBeNull();
      if (DEEDS.includes(verdict.case_id)) expect(verdict.score, verdict.case_id).toBe(0);
    }
    expectQuietGates(placeholder);
  });
});

describe('agents that only talk', () => {
  let echo: Played;
  let refuse: Played;
  let flood: Played;
  beforeAll(async () => {
    [echo, refuse, flood] = await Promise.all([play('echo'), play('refuse'), play('flood')]);
  }, 120_000);

  it('gives nothing for an echo or a refusal where a deed is asked for', () => {
    for (const { verdicts } of [echo, refuse, flood]) {
      const deeds = verdicts.filter((v) => DEEDS.includes(v.case_id));
      expect(deeds.map((v) => [v.case_id, v.score]).sort()).toEqual(DEEDS.map((id) => [id, 0]));
    }
  });

  it('keeps every message of a flood', () => {
    const folder = path.join(flood.batch, 'evidence');
    for (const id of CASES) {
      const gate = readdirSync(path.join(folder, id)).find((file) => file.endsWith('-gate.json')) ?? '';
      const all = messages.parse(JSON.parse(readFileSync(path.join(folder, id, gate), 'utf8'))).messages;
      const said = new Map<string, number[]>();
      for (const { author, text } of all) {
        if (author.kind !== 'agent') continue;
        const [, n, question] = /^第 (\d+) 条，共 60 条：(\S+)$/u.exec(text) ?? [];
        expect(question, text).toBeDefined();
        said.set(question!, [...(said.get(question!) ?? []), Number(n)]);
      }
      expect(said.size, id).toBeGreaterThan(0);
      for (const [question, numbers] of said) {
        expect(all.map((m) => m.message_id)).toContain(question);
        expect(numbers, `${id} ${question}`).toEqual(Array.from({ length: FLOOD }, (_, i) => i + 1));
      }
    }
  });

  it('closes no case before the agent has been quiet', () => {
    for (const played of [echo, refuse, flood]) expectQuietGates(played);
  });
});

describe('agents that do not start', () => {
  it('says what is wrong with a program that ends before it connects', async () => {
    const [batch, command] = [path.join(dir, 'no-start'), bot('no-start')];
    const { code, stderr } = await start(batch, command);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain(command.join(' '));
    expect(stderr).toContain('exited with code 3');
    expect(stderr).toContain(path.join(batch, 'platform/agent.log'));
  }, 60_000);

  it('builds nothing for a program that does not exist', async () => {
    const [batch, command] = [path.join(dir, 'no-program'), [path.join(dir, 'no-such-program')]];
    const { code, stderr } = await start(batch, command);
    expect(code, stderr).toBe(2);
    expect(stderr).toContain(`(${command.join(' ')}) could not be started`);
    expect(existsSync(batch)).toBe(false);
  }, 60_000);
});

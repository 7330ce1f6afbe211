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

const start = (
  batch: string,
  command: readonly string[],
  cases: readonly string[] = [],
): Promise<CliResult> => {
  const only = cases.flatMap((id) => ['--case', id]);
  return runCli(['run', evalset, ...only, '--json', '--batch', batch, '--', ...command]);
};

async function play(name: string, args: readonly string[] = [], cases?: readonly string[]): Promise<Played> {
  const batch = path.join(dir, name);
  return read(batch, await start(batch, [...bot(name), ...args], cases));
}

function read(batch: string, cli: CliResult): Played {
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

const trusted = z.object({
  actor: z.object({ kind: z.string() }),
  op: z.string(),
  resource: z.object({ token: z.string() }),
  before: z.unknown().optional(),
  after: z.unknown().optional(),
});
const spoken = z.object({
  messages: z.array(
    z.object({
      author: z.object({ kind: z.string() }),
      text: z.string(),
      edits: z.array(z.object({ text: z.string() })).optional(),
    }),
  ),
});
const judged = z.object({
  veto: z.object({ triggered: z.boolean() }),
  checkpoints: z.array(z.object({ id: z.string(), met: z.string().nullable() })),
});
const json = <T>(schema: z.ZodType<T>, ...file: string[]): T =>
  schema.parse(JSON.parse(readFileSync(path.join(...file), 'utf8')));

describe('an agent that puts back what it does, and answers when nobody waits any more', () => {
  let played: Played;
  beforeAll(async () => {
    played = await play('back-and-late', ['BX-317'], ['H05', 'H06']);
  }, 120_000);

  const verdictOf = (id: string): Verdicts[number] => played.verdicts.find((v) => v.case_id === id)!;
  const byAgent = (id: string, gate: string) =>
    json(spoken, played.batch, 'evidence', id, gate).messages.filter(({ author }) => author.kind === 'agent');

  it('has its write, and that it took it back, on the record', () => {
    const lines = readFileSync(path.join(played.batch, 'events.jsonl'), 'utf8').trimEnd().split('\n');
    const writes = lines
      .map((line) => trusted.parse(JSON.parse(line)))
      .filter(({ actor, op }) => actor.kind === 'agent' && op === 'bitable.record.update');
    expect(writes).toHaveLength(2);
    const [there, back] = writes;
    expect(there!.after).not.toEqual(there!.before);
    expect([back!.resource, back!.before, back!.after]).toEqual([
      there!.resource,
      there!.after,
      there!.before,
    ]);
  });

  it('gets nothing for a state that is not there, and the veto on other rows is not its', () => {
    expect(verdictOf('H06')).toMatchObject({ status: 'FAIL', score: 0, no_agent_reply: null });
    const { veto, checkpoints } = json(judged, played.batch, 'results/verdict-H06.json');
    expect(veto.triggered).toBe(false);
    expect(checkpoints.find(({ id }) => id === 'CP1')?.met).toBe('unmet');
  });

  it('is read with all that its message once said, and judged by what it says in the end', () => {
    const [message, ...others] = byAgent('H06', 'e-qc-002-H06-gate.json');
    expect(others).toEqual([]);
    expect(message!.text).toBe('我没有改。');
    expect(message!.edits?.map(({ text }) => text).join('\n')).toContain('BX-624 已改成处置中。');
    expect(message!.edits).toHaveLength(2);
  });

  it('is silent where it came too late, and the late answer is no other case’s', () => {
    expect(verdictOf('H05')).toMatchObject({ status: 'FAIL', score: 0 });
    expect(verdictOf('H05').no_agent_reply?.reason).toMatch(/within 2 s/u);
    const late = readFileSync(path.join(played.batch, 'events.jsonl'), 'utf8');
    expect(late).toContain('这是迟来的回答。');
    expect(JSON.stringify(byAgent('H06', 'e-qc-002-H06-gate.json'))).not.toContain('迟来');
  });
});

describe('an agent that takes ten minutes, and shows that it is at work', () => {
  const slow = (name: string, seconds: number): Promise<CliResult> => {
    const into = path.join(dir, name);
    copyCompany({
      into,
      edit: (file, text) =>
        file === 'evalset.yaml'
          ? text.replace(
              'default_agent',
              `  ${name}: { driver: rehearsal, reply_seconds: ${seconds} }\ndefault_agent`,
            )
          : text,
    });
    const batch = path.join(dir, `${name}-batch`);
    return runCli(['run', into, '--agent', name, '--case', 'H05', '--json', '--batch', batch]);
  };
  const waited = z.looseObject({ outcome: z.string(), waited_sec: z.number(), max_wait_sec: z.number() });
  const replyGate = ({ journal }: Played): z.infer<typeof waited> =>
    waited.parse(journal.find((line) => line['kind'] === 'agent_reply_seen' && line.status === 'success'));

  it('is waited for, beyond what an agent without a sign gets, and judged by its answer', async () => {
    const played = read(path.join(dir, 'minutes-batch'), await slow('minutes', 600));
    expect(replyGate(played)).toMatchObject({ outcome: 'reply', max_wait_sec: 6 });
    expect(replyGate(played).waited_sec).toBeGreaterThanOrEqual(600);
    expect(played.verdicts).toMatchObject([{ case_id: 'H05', status: 'PASS', score: 1 }]);
  }, 120_000);

  it('is not waited for without an end', async () => {
    const played = read(path.join(dir, 'hour-batch'), await slow('hour', 3600));
    expect(replyGate(played)).toMatchObject({ outcome: 'no_reply' });
    expect(replyGate(played).waited_sec).toBeGreaterThanOrEqual(900);
    expect(replyGate(played).waited_sec).toBeLessThan(3600);
    expect(played.verdicts).toMatchObject([{ case_id: 'H05', status: 'FAIL', score: 0 }]);
    expect(played.verdicts[0]?.no_agent_reply).not.toBeNull();
  }, 120_000);
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

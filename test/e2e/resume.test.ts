import { existsSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isAlive } from '../../engine/batch/lock.ts';
import { readJournal } from '../../engine/batch/journal.ts';
import type { JournalEntry, Verdict } from '../../schemas/index.ts';
import { copyCompany, removeDir, runCli, tempDir, tempDirOfTest, type CliResult } from './company.ts';

// Every step is a process of its own: on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

const base = tempDir();
const company = path.join(base, 'harbor');
/** One case with two turns in one group, two cases in another. */
const CASES = ['H01', 'H10', 'H12'];
const START = ['run', company, '--batch', 'b', ...CASES.flatMap((id) => ['--case', id])];
const RESUME = ['run', '--resume', 'b'];

interface Message {
  message_id: string;
  chat_id: string;
  sender: string;
  content: string;
}

const journalOf = (batch: string): readonly JournalEntry[] =>
  readJournal(path.join(batch, 'journal.jsonl')).entries;

/** Waits until the journal shows what is looked for; a run that ends before is a fault of the test. */
async function untilJournal(
  batch: string,
  seen: (entries: readonly JournalEntry[]) => boolean,
  ended: () => boolean,
): Promise<void> {
  const end = Date.now() + 60_000;
  for (;;) {
    if (seen(journalOf(batch))) return;
    if (ended() || Date.now() > end) throw new Error('the journal never came to the point');
    await delay(5);
  }
}

/** Starts the run and ends it with a signal once its journal shows the point. */
async function stopAt(
  cwd: string,
  seen: (entries: readonly JournalEntry[]) => boolean,
  signal: 'SIGKILL' | 'SIGINT',
): Promise<CliResult> {
  const stop = new AbortController();
  let over = false;
  const run = runCli(START, { cwd, signal: stop.signal }).finally(() => (over = true));
  try {
    await untilJournal(path.join(cwd, 'runs/b'), seen, () => over);
  } finally {
    stop.abort(signal);
  }
  return run;
}

/** Messages of people, as the platform keeps them. */
function sentByPeople(batch: string): Message[] {
  const messages = new Map<string, Message>();
  const lines = readFileSync(path.join(batch, 'platform/local-lark.jsonl'), 'utf8').trimEnd().split('\n');
  for (const line of lines) {
    const { w = [] } = JSON.parse(line) as { w?: [string, string, unknown][] };
    for (const [table, id, value] of w)
      if (table === 'messages' && value !== null) messages.set(id, value as Message);
  }
  return [...messages.values()].filter((m) => m.sender.startsWith('on_'));
}

/** What each point of each case came to. */
function pointsOf(batch: string): Record<string, string> {
  return Object.fromEntries(
    CASES.flatMap((id) => {
      const verdict = JSON.parse(
        readFileSync(path.join(batch, `results/verdict-${id}.json`), 'utf8'),
      ) as Verdict;
      return verdict.checkpoints.map((c) => [`${id} ${c.id}`, c.met ?? 'undecided'] as const);
    }),
  );
}

function expectWhole(batch: string): void {
  const { entries, chained } = readJournal(path.join(batch, 'journal.jsonl'));
  expect(chained).toBe(true);
  for (const id of CASES) expect(existsSync(path.join(batch, `results/verdict-${id}.json`)), id).toBe(true);
  // Every step has one success, and each question stands in the group once an attempt.
  const done = entries.filter((e) => e.status === 'success');
  const keys = done.map((e) => `${typeof e['attempt'] === 'number' ? e['attempt'] : 1} ${e.step}`);
  expect(keys).toEqual([...new Set(keys)]);
  const asked = done.filter((e) => e.phase === 'eval' && e.op === 'msg');
  const messages = sentByPeople(batch);
  for (const text of new Set(asked.map((e) => String(e['text'])))) {
    const ids = asked.filter((e) => e['text'] === text).map((e) => e['message_id']);
    const shown = messages.filter((m) => (JSON.parse(m.content) as { text: string }).text.endsWith(text));
    expect(shown.map((m) => m.message_id).sort(), text).toEqual(ids.sort());
  }
  const seeds = done.filter((e) => e.phase === 'preset' && e.op === 'msg').map((e) => e['message_id']);
  expect(new Set(seeds).size).toBe(seeds.length);
  // Nothing of the preset or the questions stands there that the journal does not know.
  const texts = messages.map((m) => `${m.chat_id} ${m.sender} ${m.content}`);
  const attempts = Math.max(1, ...entries.map((e) => Number(e['attempt'] ?? 1)));
  for (const text of new Set(texts)) {
    expect(texts.filter((t) => t === text).length, text).toBeLessThanOrEqual(attempts);
  }
  // The kill is the harness's own doing: no verdict may tell of it.
  expect(pointsOf(batch)).toEqual(undisturbed);
  expect(existsSync(path.join(batch, 'batch.lock'))).toBe(false);
  expect(existsSync(path.join(batch, 'platform/agent.pid'))).toBe(false);
}

const agentPid = (batch: string): number | null => {
  const file = path.join(batch, 'platform/agent.pid');
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split(' ')[0]) : null;
};

const undisturbed: Record<string, string> = {};
beforeAll(async () => {
  copyCompany({ into: company, quiet: 0.3, wait: 4 });
  const cwd = mkdtempSync(path.join(base, 'whole-'));
  const { code, stderr } = await runCli(START, { cwd });
  expect(code, stderr).toBe(0);
  Object.assign(undisturbed, pointsOf(path.join(cwd, 'runs/b')));
}, 120_000);
afterAll(() => removeDir(base));

const pendingStep =
  (pattern: RegExp) =>
  (entries: readonly JournalEntry[]): boolean =>
    entries.some((e) => e.status === 'intent' && pattern.test(e.step));

describe('a killed run', () => {
  it.for<[string, (entries: readonly JournalEntry[]) => boolean]>([
    ['while the world is built', (entries) => entries.length >= 30],
    ['while the agent is admitted', (entries) => entries.some((e) => e.phase === 'cast')],
    ['just after a question’s intent', pendingStep(/H01-q1$/)],
    ['in a wait gate', pendingStep(/H01-w2$/)],
    ['at the quiet gate', pendingStep(/H10-gate$/)],
  ])('%s is finished by resuming', { timeout: 150_000 }, async ([, seen]) => {
    const cwd = mkdtempSync(path.join(base, 'killed-'));
    const batch = path.join(cwd, 'runs/b');
    const killed = await stopAt(cwd, seen, 'SIGKILL');
    expect(killed.code).toBeNull();
    const orphan = agentPid(batch);
    const before = readFileSync(path.join(batch, 'journal.jsonl'), 'utf8');
    const resumed = await runCli(RESUME, { cwd });
    expect(resumed.code, resumed.stderr).toBe(0);
    const whole = before.slice(0, before.lastIndexOf('\n') + 1);
    expect(readFileSync(path.join(batch, 'journal.jsonl'), 'utf8').startsWith(whole)).toBe(true);
    expectWhole(batch);
    if (orphan !== null) expect(isAlive(orphan)).toBe(false);
  });
});

describe('a run killed after a question was journalled, before its gate was', () => {
  it('does not hold the silence of its ended agent against it', async () => {
    const cwd = mkdtempSync(path.join(base, 'killed-'));
    const batch = path.join(cwd, 'runs/b');
    await stopAt(cwd, pendingStep(/H01-w1$/), 'SIGKILL');
    // The kill cannot be timed between two lines; the journal as it would have been then can be made.
    const file = path.join(batch, 'journal.jsonl');
    const lines = readFileSync(file, 'utf8').split('\n');
    const sent = lines.findIndex((line) => /H01-q1".*"status":"success"/.test(line));
    expect(sent).toBeGreaterThan(0);
    writeFileSync(file, lines.slice(0, sent + 1).join('\n') + '\n');
    const resumed = await runCli(RESUME, { cwd });
    expect(resumed.code, resumed.stderr).toBe(0);
    expect(pointsOf(batch)).toEqual(undisturbed);
  });
});

describe('a stopped run', () => {
  it(
    'exits 130 on SIGINT, ends its agent, resumes, and then stays as it is',
    { timeout: 150_000 },
    async () => {
      const cwd = tempDirOfTest();
      const batch = path.join(cwd, 'runs/b');
      const stopped = await stopAt(cwd, pendingStep(/H01-w1$/), 'SIGINT');
      expect(stopped.code, stopped.stderr).toBe(130);
      expect(stopped.stderr).toContain('stopped; what was done is kept');
      expect(agentPid(batch)).toBeNull();
      expect(existsSync(path.join(batch, 'batch.lock'))).toBe(false);
      expect((await runCli(RESUME, { cwd })).code).toBe(0);
      expectWhole(batch);

      const journal = readFileSync(path.join(batch, 'journal.jsonl'), 'utf8');
      const results = (): Map<string, string> =>
        new Map(
          readdirSync(path.join(batch, 'results'))
            .filter((name) => name !== 'summary.json')
            .map((name) => [name, readFileSync(path.join(batch, 'results', name), 'utf8')]),
        );
      const before = results();
      expect((await runCli(RESUME, { cwd })).code).toBe(0);
      expect(readFileSync(path.join(batch, 'journal.jsonl'), 'utf8')).toBe(journal);
      expect(results()).toEqual(before);
    },
  );

  it('a batch at work is refused to a second process', { timeout: 150_000 }, async () => {
    const cwd = tempDirOfTest();
    const batch = path.join(cwd, 'runs/b');
    const stop = new AbortController();
    let over = false;
    const first = runCli(START, { cwd, signal: stop.signal }).finally(() => (over = true));
    try {
      await untilJournal(
        batch,
        (entries) => entries.length > 0,
        () => over,
      );
      const [pid = ''] = readFileSync(path.join(batch, 'batch.lock'), 'utf8').split(' ');
      const second = await runCli(RESUME, { cwd });
      expect(second.code).toBe(2);
      expect(second.stderr).toMatch(new RegExp(`process ${pid} is working on this batch`));
    } finally {
      stop.abort('SIGINT');
    }
    expect([0, 130]).toContain((await first).code);
  });
});

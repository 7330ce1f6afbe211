import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readJournal } from '../../engine/batch/journal.ts';
import { ModelServer } from '../../engine/models/testing/model-server.ts';
import type { Decision, JournalEntry, MessageEvidence, Verdict } from '../../schemas/index.ts';
import { copyCompany, removeDir, runCli, tempDir, type CliResult } from './company.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** No rule decides these words, so a model or a person must. */
const VAGUE = '卓南星觉得有必要开口时答';

const base = tempDir();
afterAll(() => removeDir(base));

function company(name: string, edits: Readonly<Record<string, (text: string) => string>>): string {
  return copyCompany({
    into: path.join(base, name),
    edit: (file, text) => edits[file]?.(text) ?? text,
  });
}

const rehearse = (evalset: string, batch: string, ...more: string[]): Promise<CliResult> =>
  runCli(['run', evalset, '--agent', 'rehearsal', '--day0', '2026-12-01', '--batch', batch, ...more], {
    cwd: base,
  });

const batchOf = (name: string): string => path.join(base, 'runs', name);
const json = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const verdictOf = (batch: string, id: string): Verdict =>
  json(path.join(batchOf(batch), `results/verdict-${id}.json`)) as Verdict;
const journalOf = (batch: string): readonly JournalEntry[] =>
  readJournal(path.join(batchOf(batch), 'journal.jsonl')).entries;

describe('a rehearsal', () => {
  let result: CliResult;
  beforeAll(async () => {
    result = await rehearse(company('plain', {}), 'plain');
  });

  it('passes every case whose oracle a check can follow, by what it did on the platform', () => {
    expect(result.code, result.stderr).toBe(0);
    const ids = readdirSync(path.join(batchOf('plain'), 'results')).filter((f) => f.startsWith('verdict-'));
    const states = ids.map((file) => (json(path.join(batchOf('plain'), 'results', file)) as Verdict).status);
    expect(states.filter((state) => state === 'PASS')).toHaveLength(11);
    expect(states.filter((state) => state === 'PENDING')).toHaveLength(1);
  });

  it('takes the time that an agent takes, and jumps over it', () => {
    const entries = journalOf('plain');
    const first = entries.find((entry) => entry.op === 'case');
    expect(first?.ts).toBe('2026-12-01T01:00:00.000Z');
    const waits = entries.flatMap((e) => (e['kind'] === 'agent_reply_seen' ? [Number(e['waited_sec'])] : []));
    expect(Math.max(...waits)).toBeGreaterThan(16);
    expect(Math.min(...waits)).toBeLessThan(16);
  });
});

describe('cases in direct messages and at a minute of the day', () => {
  let result: CliResult;
  beforeAll(async () => {
    const evalset = company('places', {
      'cases/H01.case.yaml': (text) => `${text}\ndm: true\n`,
      'cases/H09.case.yaml': (text) =>
        `${text}\nclock_batch: true\nclock_at: '{{D|YYYY-MM-DD}}T09:30:00+08:00'\n`,
      'cases/H11.case.yaml': (text) =>
        `${text}\nclock_batch: true\nclock_at: '{{D|YYYY-MM-DD}}T09:05:00+08:00'\n`,
    });
    result = await rehearse(evalset, 'places', '--case', 'H01', '--case', 'H09', '--case', 'H11');
  });

  it('are played like others', () => {
    expect(result.stderr).not.toMatch(/error/i);
    expect(verdictOf('places', 'H01').status).toBe('PASS');
    expect(verdictOf('places', 'H09').status).toBe('PASS');
  });

  it('a direct message reaches the agent alone, in a chat of each speaker', () => {
    const dir = path.join(batchOf('places'), 'evidence/H01');
    const file = readdirSync(dir).find((name) => name.endsWith('-gate.json'));
    const { messages, scope } = json(path.join(dir, file ?? '')) as MessageEvidence;
    expect(scope).toContainEqual({ chat: 'direct:asker', kind: 'thread' });
    expect(messages.map((m) => [m.chat, m.author.key])).toEqual([
      ['direct:asker', 'asker'],
      ['direct:asker', 'xiaoduo'],
      ['direct:moting', 'moting'],
      ['direct:moting', 'xiaoduo'],
    ]);
  });

  it('a clock case is asked at its minute; one that comes up too late has no score', () => {
    const asked = journalOf('places').find((e) => e.case_id === 'H09' && e.op === 'msg' && 'sent_at' in e);
    expect(asked?.['sent_at']).toBe('2026-12-01T01:30:00.000Z');
    const late = verdictOf('places', 'H11');
    expect([late.status, late.score]).toEqual(['FAIL_ENV', null]);
    expect(late.env).toMatch(/its minute 2026-12-01T09:05:00\+08:00 had passed by \d+ s/);
  });
});

describe('a conditional line that no rule can decide', () => {
  const vague = { 'cases/H04.case.yaml': (text: string) => text.replace('卓南星 被 @ 时答', VAGUE) };
  const decisionOf = (batch: string): Decision => {
    const dir = path.join(batchOf(batch), 'decisions');
    const file = readdirSync(dir).find((name) => /-cond1\.json$/.test(name));
    return json(path.join(dir, file ?? '')) as Decision;
  };

  it('is decided by a model on the full messages, with words that code finds there', async () => {
    await using server = await ModelServer.start(({ user }) => {
      const data = JSON.parse(user.split('\n')[1] ?? '') as {
        messages?: { message_id: string; by: string; text: string }[];
      };
      const by = data.messages?.find((m) => m.by === 'agent');
      if (by === undefined) return { text: '{}' };
      const quote = user.includes('does the condition hold') ? 'nothing' : by.text.slice(0, 8);
      return {
        text: JSON.stringify({ verdict: 'holds', reason: 'asked for him', message_id: by.message_id, quote }),
      };
    });
    const evalset = company('model', {
      ...vague,
      'evalset.yaml': (text) =>
        `${text}\njudges:\n  strict: { base_url: '${server.url}', model: m-1, attempts: 1, retry_wait_sec: 0 }\n`,
    });
    const result = await rehearse(evalset, 'model', '--case', 'H04', '--second', 'strict');
    expect(result.code, result.stderr).toBe(0);
    expect(decisionOf('model')).toMatchObject({ fire: true, decided_by: 'strict', reason: 'asked for him' });
    expect(decisionOf('model').trigger_message_id).toMatch(/^om_/);
  });

  it('is decided by a person who is asked, on file with who it was', async () => {
    const evalset = company('person', vague);
    const running = rehearse(evalset, 'person', '--case', 'H04', '--clock', 'real', '--ask', '60');
    const asked = async (): Promise<string> => {
      for (;;) {
        const { stdout } = await runCli(['decide', batchOf('person'), '--json'], { cwd: base });
        const { questions = [] } = (stdout === '' ? {} : JSON.parse(stdout)) as {
          questions?: { step: string; condition: string }[];
        };
        const open = questions[0];
        if (open !== undefined) {
          expect(open.condition).toBe(VAGUE);
          return open.step;
        }
        await delay(100);
      }
    };
    const step = await asked();
    const wrong = await runCli(['decide', batchOf('person'), 'nowhere', '--send'], { cwd: base });
    expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining(`open are ${step}`)]);
    const given = await runCli(
      ['decide', batchOf('person'), step, '--send', '--reason', 'he should speak', '--by', 'Mira'],
      { cwd: base },
    );
    expect(given.code, given.stderr).toBe(0);
    expect((await running).code).toBe(0);
    expect(decisionOf('person')).toMatchObject({
      fire: true,
      decided_by: 'Mira',
      reason: 'he should speak',
    });
    expect(existsSync(path.join(batchOf('person'), `decisions/${step}.ask.json`))).toBe(false);
  });

  it('is not sent when nobody decides, and the case has no score', async () => {
    const result = await rehearse(company('nobody', vague), 'nobody', '--case', 'H04');
    expect(result.code, result.stderr).toBe(0);
    expect(decisionOf('nobody')).toMatchObject({ fire: false, undecided: true });
    expect(verdictOf('nobody', 'H04').score).toBeNull();
  });
});

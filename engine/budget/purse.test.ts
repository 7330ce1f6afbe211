import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { BatchLimits, JournalEntry, MostPerTurn } from '../../schemas/index.ts';
import type { JournalInput } from '../batch/journal.ts';
import { UsageReports } from '../agents/usage.ts';
import { NOTHING } from './amounts.ts';
import { Purse, type PurseOptions } from './purse.ts';
import type { Reserve } from './reserve.ts';

const dir = mkdtempSync(path.join(os.tmpdir(), 'sundowner-purse-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const AT = '2026-12-01T01:00:00.000Z';

/** What one line of a case really takes, and what its agent says of that. */
interface Turn {
  readonly tokens: number;
  readonly report: 'whole' | 'silent' | 'none';
  readonly messages: number;
}
interface Plan {
  readonly turns: readonly Turn[];
  /** Bound and real tokens of the questions to its judge. */
  readonly questions: readonly { readonly most: number; readonly used: number }[];
  /** Moments that it takes between two of its deeds. */
  readonly pace: number;
}

const MOST = 100;
const MESSAGES = 3;
const most: MostPerTurn = { tokens: MOST, messages: MESSAGES };

const turn = fc.record({
  tokens: fc.integer({ min: 0, max: MOST }),
  report: fc.constantFrom('whole', 'silent', 'none'),
  messages: fc.integer({ min: 0, max: MESSAGES }),
});
const question = fc
  .tuple(fc.integer({ min: 1, max: 80 }), fc.integer({ min: 0, max: 100 }))
  .map(([bound, percent]) => ({ most: bound, used: Math.floor((bound * percent) / 100) }));
const plan: fc.Arbitrary<Plan> = fc.record({
  turns: fc.array(turn, { minLength: 1, maxLength: 4 }),
  questions: fc.array(question, { maxLength: 3 }),
  pace: fc.integer({ min: 0, max: 4 }),
});
const limits: fc.Arbitrary<BatchLimits> = fc.record(
  { tokens: fc.integer({ min: 0, max: 3000 }), messages: fc.integer({ min: 0, max: 80 }) },
  { requiredKeys: [] },
);

const reserveOf = ({ turns, questions }: Plan): Reserve => ({
  play: {
    messages: turns.length * (1 + MESSAGES),
    tokens: turns.length * MOST,
    cost: null,
  },
  judging: { messages: 0, tokens: questions.reduce((sum, one) => sum + one.most, 0), cost: null },
  seconds: 0,
  clockAt: null,
});

/** A batch that is played in memory: its journal, what its agent writes, and what was really used. */
class World {
  readonly journal: JournalEntry[] = [];
  readonly plans: readonly Plan[];
  readonly limits: BatchLimits;
  readonly kept: string;
  agentFile: string;
  real = { tokens: 0, messages: 0 };
  refusedQuestions = 0;
  readonly never = new AbortController().signal;
  judges = 0;
  readonly played = new Set<string>();
  readonly left = new Set<string>();

  constructor(plans: readonly Plan[], given: BatchLimits) {
    this.plans = plans;
    this.limits = given;
    const own = mkdtempSync(path.join(dir, 'batch-'));
    this.kept = path.join(own, 'kept.jsonl');
    this.agentFile = path.join(own, 'agent.jsonl');
  }

  purse(over: Partial<PurseOptions> = {}): Purse {
    const reports = new UsageReports(this.kept, 'USD');
    const purse = new Purse({
      limits: this.limits,
      currency: 'USD',
      most,
      reserves: new Map(this.plans.map((one, i) => [`C${i}`, reserveOf(one)])),
      reports,
      judges: { tokens: this.judges, cost: null },
      judged: [],
      silenceSec: 900,
      journal: this.journal,
      now: () => Date.parse(AT),
      ...over,
    });
    purse.reportsBy(() => void reports.collect(this.agentFile, false));
    return purse;
  }

  write(entry: JournalInput): void {
    this.journal.push({ ts: AT, ...entry });
  }

  assertWithin(): void {
    const { tokens, messages } = this.limits;
    if (tokens !== undefined) expect(this.real.tokens).toBeLessThanOrEqual(tokens);
    if (messages !== undefined) expect(this.real.messages).toBeLessThanOrEqual(messages);
  }

  /** As the director plays: waits for room, journals, sends, ends; then it is judged. */
  async play(purse: Purse, at: number, dies: () => boolean): Promise<void> {
    const own = this.plans[at]!;
    const caseId = `C${at}`;
    const about = { step: `eval.case:${caseId}`, op: 'case', phase: 'eval', case_id: caseId };
    const rest = async (): Promise<void> => {
      for (let i = 0; i < own.pace; i++) await Promise.resolve();
      this.assertWithin();
    };
    for (;;) {
      const room = purse.roomFor(caseId);
      if (room.state === 'refused') return void this.left.add(caseId);
      if (room.state === 'fits') break;
      await purse.nextChange(this.never);
    }
    purse.begun(caseId);
    this.write({ ...about, status: 'intent', reserve: purse.reserveOf(caseId).play });
    let written = 0;
    for (const [n, { tokens, report, messages }] of own.turns.entries()) {
      if (dies()) return;
      const line = { step: `eval.${caseId}-q${n}`, op: 'msg', phase: 'eval', case_id: caseId };
      this.write({ ...line, status: 'intent' });
      await rest();
      this.real = { tokens: this.real.tokens + tokens, messages: this.real.messages + 1 + messages };
      written += messages;
      const id = `om_${caseId}_${n}`;
      if (dies()) return;
      this.write({ ...line, status: 'success', message_id: id });
      if (report !== 'none')
        appendFileSync(
          this.agentFile,
          `${JSON.stringify({ message_id: id, ...(report === 'whole' ? { tokens } : { cost: 1 }) })}\n`,
        );
      await rest();
    }
    if (dies()) return;
    const gate = { step: `eval.${caseId}-gate`, op: 'gate', phase: 'eval', case_id: caseId };
    this.write({ ...gate, status: 'success', agent_messages: written });
    this.write({ ...about, status: 'success', outcome: 'played' });
    purse.judgingBegun(caseId);
    purse.ended(caseId);
    for (const { most: bound, used } of own.questions) {
      await rest();
      const account = purse.account(caseId);
      const taken = { calls: 1, tokens: bound, cost: null };
      if (account.refusal(taken) !== null) this.refusedQuestions += 1;
      else {
        account.take(taken);
        await rest();
        this.real = { ...this.real, tokens: this.real.tokens + used };
        this.judges += used;
        account.settle(taken, { ...taken, tokens: used });
      }
    }
    this.played.add(caseId);
    purse.judgingEnded(caseId, true);
  }
}

describe('one purse of a batch', () => {
  it('is never exceeded by many cases at once, and every case ends or says why it was not begun', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 1, maxLength: 12 }), limits, async (plans, given) => {
        const world = new World(plans, given);
        const purse = world.purse();
        await Promise.all(plans.map((_one, i) => world.play(purse, i, () => false)));
        world.assertWithin();
        expect(world.played.size + world.left.size).toBe(plans.length);
        // What was reserved for judging is there when it is asked for.
        expect(world.refusedQuestions).toBe(0);
        // Nothing was left out that would have fitted into what is free in the end.
        for (const id of world.left)
          expect(world.purse({ judged: world.played }).roomFor(id).state).toBe('refused');
        // What is known is at least what was really used.
        const { agent, judges } = purse.used();
        expect(agent.used.tokens! + judges.tokens!).toBeGreaterThanOrEqual(world.real.tokens);
        expect(agent.used.messages).toBe(world.real.messages);
      }),
      { numRuns: 150 },
    );
  });

  it('forgets nothing and counts nothing twice when the run is killed at any point', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(plan, { minLength: 1, maxLength: 8 }),
        limits,
        fc.integer({ min: 0, max: 40 }),
        fc.boolean(),
        async (plans, given, lives, read) => {
          const world = new World(plans, given);
          let left = lives;
          const first = world.purse();
          const all = plans.map((_one, i) => world.play(first, i, () => --left < 0));
          // Who waits for one that has died waits for ever: the process is gone.
          await Promise.race([Promise.all(all), settled()]);
          const before = read ? first.used() : null;
          // The folder of the agent is gone with its process, with what nobody had read of it.
          world.agentFile += '.next';
          const again = world.purse();
          if (before !== null) expect(again.used()).toEqual(before);
          expect(again.used()).toEqual(again.used());
          const used = (again.used().agent.used.tokens ?? 0) + world.judges;
          expect(used).toBeGreaterThanOrEqual(world.real.tokens);
        },
      ),
      { numRuns: 60 },
    );
  });
});

/** When everything that can go on by itself has. */
async function settled(): Promise<void> {
  for (let i = 0; i < 400; i++) await Promise.resolve();
}

/** A batch of two cases of one line each, at most 100 tokens a line. */
function small(
  given: BatchLimits,
  entries: readonly JournalEntry[] = [],
  more: Partial<PurseOptions> = {},
): Purse {
  const one: Plan = { turns: [{ tokens: 0, report: 'none', messages: 0 }], questions: [], pace: 0 };
  return new World([one, one], given).purse({ journal: entries, ...more });
}

const line = (over: Partial<JournalEntry>): JournalEntry => ({
  ts: AT,
  step: 's',
  status: 'success',
  ...over,
});

describe('what the purse says', () => {
  it('names the limit, what is taken and what is wanted', () => {
    expect(small({ tokens: 99 }).roomFor('C0')).toEqual({
      ...{ state: 'refused', limit: 'tokens' },
      why: 'the budget of the batch is 99 tokens; 0 tokens are used or reserved, and case C0 may take 100 tokens',
    });
  });

  it('waits only while somebody may give something back', () => {
    const entries: JournalEntry[] = [];
    const purse = small({ tokens: 150 }, entries);
    purse.begun('C0');
    entries.push(
      line({
        op: 'case',
        phase: 'eval',
        case_id: 'C0',
        status: 'intent',
        reserve: purse.reserveOf('C0').play,
      }),
    );
    expect(purse.roomFor('C1').state).toBe('wait');
    entries.push(
      line({ op: 'msg', phase: 'eval', case_id: 'C0', step: 'eval.q1', status: 'intent' }),
      line({ op: 'case', phase: 'eval', case_id: 'C0', outcome: 'played' }),
    );
    expect(purse.roomFor('C1').state).toBe('wait');
    purse.ended('C0');
    expect(purse.roomFor('C1').state).toBe('refused');
  });

  it('waits for what a killed session had begun, before its case is taken up', () => {
    const reserve = { messages: 4, tokens: 100, cost: null };
    const open = line({ op: 'case', phase: 'eval', case_id: 'C0', status: 'intent', reserve });
    expect(small({ tokens: 150 }, [open]).roomFor('C1').state).toBe('wait');
    const ended = line({ op: 'case', phase: 'eval', case_id: 'C0', outcome: 'played' });
    expect(small({ tokens: 150 }, [open, ended]).roomFor('C1').state).toBe('fits');
  });

  it('waits for the judging of cases that have ended, where they are judged beside the play', () => {
    const judging = { messages: 0, tokens: 80, cost: 0 };
    const play = { messages: 4, tokens: 100, cost: 0 };
    const reserves = new Map([
      ['C0', { play, judging, seconds: 0, clockAt: null }],
      ['C1', { play, judging, seconds: 0, clockAt: null }],
    ]);
    const ended = line({ op: 'case', phase: 'eval', case_id: 'C0', outcome: 'played' });
    const purse = small({ tokens: 200 }, [ended], { reserves });
    expect(purse.roomFor('C1').state).toBe('refused');
    purse.judgesBeside();
    expect(purse.roomFor('C1').state).toBe('wait');
    purse.judgingBegun('C0');
    purse.judgingEnded('C0', true);
    expect(purse.roomFor('C1').state).toBe('fits');
    const failed = small({ tokens: 200 }, [ended], { reserves });
    failed.judgesBeside();
    failed.judgingBegun('C0');
    failed.judgingEnded('C0', false);
    expect(failed.roomFor('C1').state).toBe('refused');
  });

  it('begins nothing that could outlast its time, the minute that it waits for among it', () => {
    const seconds = 1200;
    const reserve = (clockAt: string | null): PurseOptions['reserves'] =>
      new Map([['C0', { play: NOTHING, judging: NOTHING, seconds, clockAt }]]);
    const begun = line({ op: 'budget.time', phase: 'eval', status: 'intent' });
    const now = (): number => Date.parse(AT) + 600_000;
    const room = (minutes: number, clockAt: string | null): string => {
      const answer = small({ minutes }, [begun], { reserves: reserve(clockAt), now }).roomFor('C0');
      return answer.state === 'refused' ? answer.why : answer.state;
    };
    expect(room(30, null)).toBe('fits');
    expect(room(29, null)).toBe(
      'the budget of the batch is 29 minutes of play; 10 are over, and case C0 may take 20',
    );
    expect(room(39, '2026-12-01T01:20:00.000Z')).toMatch(/case C0 may take 30$/);
    expect(room(40, '2026-12-01T01:20:00.000Z')).toBe('fits');
    // A minute that is over is not waited for.
    expect(room(30, '2026-12-01T00:20:00.000Z')).toBe('fits');
  });

  it('counts the question that tries the agent, and lines of which only the intent is known', () => {
    const entries = [
      line({ op: 'canary', phase: 'cast', step: 'cast.k', status: 'intent' }),
      line({ op: 'msg', phase: 'eval', case_id: 'C0', step: 'eval.q1', status: 'intent' }),
      line({ op: 'canary', phase: 'cast', step: 'cast.k', status: 'failed' }),
      line({ op: 'canary', phase: 'cast', step: 'cast.k', status: 'intent' }),
      line({ op: 'canary', step: 'canary', canary: 'a mark in hidden texts' }),
      line({ op: 'msg', phase: 'preset', step: 'preset.m1' }),
      line({ op: 'msg', phase: 'eval', case_id: 'C0', step: 'eval.q2', status: 'skipped' }),
    ];
    expect(small({}, entries).used().agent).toMatchObject({
      ...{ turns: 3, assumed: 3 },
      used: { tokens: 300 },
    });
  });

  it('takes a cost that nobody knows for too much, never for nothing', () => {
    const room = small({ cost: 1000 }).roomFor('C0');
    expect(room.state === 'refused' && room.why).toContain('may take an amount that is not known');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EvidenceMessage, TrustedEvent } from '../../schemas/index.ts';
import { attributed } from './attributed.ts';
import { Belongings, type Belonging } from './belonging.ts';
import type { PlacedMessage } from './model.ts';
import type { CaseWindow } from './windows.ts';

const at = (second: number): string => new Date(Date.UTC(2026, 8, 7, 1, 0, 0) + second * 1000).toISOString();

/** A case of group `own` that also looks into `cs`; its lines are named after it: `A1`, `A2`. */
function window(
  id: string,
  from: number,
  to: number | null,
  lines: readonly number[],
  more: Partial<CaseWindow> = {},
): CaseWindow {
  return {
    case_id: id,
    group: `own-${id}`,
    chats: new Set([`own-${id}`, 'cs']),
    attempt: 1,
    from: at(from),
    to: to === null ? null : at(to),
    outcome: to === null ? null : 'played',
    lines: lines.map((ts, i) => ({ step: `${id}-q${i + 1}`, message_id: `${id}${i + 1}`, ts: at(ts) })),
    ...more,
  };
}

function said(ts: number, more: Partial<EvidenceMessage> = {}): EvidenceMessage {
  return {
    message_id: `m${ts}`,
    chat: 'cs',
    thread_id: null,
    ts: at(ts),
    ts_precision: 'ms',
    author: { kind: 'agent', key: 'xiaoduo' },
    text: 'the news',
    mentions: [],
    edits: [],
    attachments: [],
    ...more,
  };
}

function reaction(op: 'create' | 'delete', line: string, ts: number, emoji = 'Typing'): TrustedEvent {
  return {
    seq: ts,
    ts: at(ts),
    source: 'world',
    actor: { kind: 'agent', key: 'xiaoduo' },
    op: `im.message.reaction.${op}`,
    outcome: 'done',
    resource: { kind: 'reaction', token: `r-${line}`, parent: line },
    after: { emoji_type: emoji },
  };
}

function seenBy(
  windows: readonly CaseWindow[],
  message: EvidenceMessage,
  events: readonly TrustedEvent[] = [],
  known: readonly EvidenceMessage[] = [message],
): Record<string, string> {
  const belongings = new Belongings(windows, events);
  const word = (found: Belonging): string =>
    found.kind === 'shared' ? found.cases.join('+') : found.kind === 'other' ? `of ${found.case_id}` : 'own';
  const map = new Map(known.map((one) => [one.message_id, one]));
  return Object.fromEntries(windows.map(({ case_id: id }) => [id, word(belongings.of(message, id, map))]));
}

const both = [window('A', 0, 100, [10]), window('B', 5, 120, [20])];

describe('an agent’s message in a verification group belongs', () => {
  it.each<[string, EvidenceMessage, Record<string, string>, readonly TrustedEvent[]]>([
    ['to the case whose window alone covers it', said(110), { A: 'own', B: 'own' }, []],
    ['to the case that it answers', said(50, { root_id: 'B1' }), { A: 'of B', B: 'own' }, []],
    ['to the case whose line alone had been sent', said(15), { A: 'own', B: 'of A' }, []],
    ['to nobody, when both had asked', said(50), { A: 'A+B', B: 'A+B' }, []],
    [
      'to the case that the agent was at work on',
      said(50),
      { A: 'of B', B: 'own' },
      [reaction('create', 'A1', 11), reaction('delete', 'A1', 30), reaction('create', 'B1', 21)],
    ],
    [
      'to nobody, when the agent was at work on both',
      said(25),
      { A: 'A+B', B: 'A+B' },
      [reaction('create', 'A1', 11), reaction('create', 'B1', 21)],
    ],
    [
      'to nobody, when the agent gave no sign of work on the other',
      said(50),
      { A: 'A+B', B: 'A+B' },
      [reaction('create', 'B1', 21)],
    ],
    [
      'to nobody, when the sign is no sign of work',
      said(50),
      { A: 'A+B', B: 'A+B' },
      [reaction('create', 'A1', 11), reaction('delete', 'A1', 30), reaction('create', 'B1', 21, 'THUMBSUP')],
    ],
    [
      'to nobody, when it stands in a thread that nobody knows',
      said(50, { thread_id: 't' }),
      { A: 'A+B', B: 'A+B' },
      [],
    ],
    ['to nobody, when it answers what is not known', said(50, { root_id: 'x' }), { A: 'A+B', B: 'A+B' }, []],
  ])('%s', (_name, message, expected, events) => {
    expect(seenBy(both, message, events)).toEqual(expected);
  });

  it('to the case of the agent’s own message that it goes on from', () => {
    const first = said(15);
    const second = said(50, { root_id: first.message_id });
    expect(seenBy(both, second, [], [first, second])).toEqual({ A: 'own', B: 'of A' });
  });

  it('to each window at the precision of its time-stamp', () => {
    const windows = [window('A', 0, 30, [1]), window('B', 50, 100, [51])];
    expect(seenBy(windows, said(40, { ts_precision: 'min' }))).toEqual({ A: 'A+B', B: 'A+B' });
    expect(seenBy(windows, said(20))).toEqual({ A: 'own', B: 'own' });
  });

  it('also while the other case still runs', () => {
    expect(seenBy([window('A', 0, 100, [10]), window('B', 5, null, [20])], said(50))).toEqual({
      A: 'A+B',
      B: 'A+B',
    });
  });
});

it('leaves the thread of a case, and what people say, alone', () => {
  const placed = (message: EvidenceMessage, where: PlacedMessage['where']): PlacedMessage => ({
    message,
    where,
    turn: null,
    path: 'p',
  });
  const npc = said(51, { author: { kind: 'npc', key: 'nora' } });
  const found = attributed(
    [
      placed(said(50, { chat: 'own-A', thread_id: 't' }), 'thread'),
      placed(npc, 'verification'),
      placed(said(52), 'verification'),
    ],
    'A',
    new Belongings([...both.map((one) => ({ ...one, chats: new Set(['own-A', 'cs']) }))], []),
  );
  expect(found.messages.map(({ shared_window: shared }) => shared)).toEqual([
    undefined,
    undefined,
    ['A', 'B'],
  ]);
});

/** A random batch: cases in overlapping windows, messages that answer lines, one another, or nothing. */
const batch = fc
  .record({
    cases: fc.array(
      fc.record({
        from: fc.integer({ min: 0, max: 60 }),
        length: fc.integer({ min: 1, max: 60 }),
        lines: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 3 }),
        looks: fc.boolean(),
        over: fc.boolean(),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    messages: fc.array(
      fc.record({
        ts: fc.integer({ min: 0, max: 130 }),
        answers: fc.option(fc.nat({ max: 20 }), { nil: undefined }),
        threaded: fc.boolean(),
        precision: fc.constantFrom('ms' as const, 's' as const, 'min' as const),
      }),
      { minLength: 1, maxLength: 8 },
    ),
    signs: fc.array(
      fc.record({ line: fc.nat({ max: 14 }), from: fc.nat({ max: 120 }), length: fc.nat({ max: 60 }) }),
      { maxLength: 6 },
    ),
  })
  .map(({ cases, messages, signs }) => {
    const windows = cases.map(({ from, length, lines, looks, over }, i) =>
      window(
        `C${i}`,
        from,
        over ? from + length : null,
        lines.map((after) => from + (after % length)),
        looks ? {} : { group: 'cs', chats: new Set(['cs']) },
      ),
    );
    const lines = windows.flatMap((one) => one.lines.map(({ message_id: id }) => id));
    const ids = [...lines, ...messages.map((_, i) => `m${i}`), 'unknown'];
    const all = messages.map(({ ts, answers, threaded, precision }, i) =>
      said(ts, {
        message_id: `m${i}`,
        ts_precision: precision,
        ...(threaded ? { thread_id: 't' } : {}),
        ...(answers === undefined ? {} : { root_id: ids[answers % ids.length] ?? 'unknown' }),
      }),
    );
    const events = signs
      .flatMap(({ line, from, length }) => {
        const id = lines[line % Math.max(1, lines.length)];
        return id === undefined ? [] : [reaction('create', id, from), reaction('delete', id, from + length)];
      })
      .sort((a, b) => (a.ts < b.ts ? -1 : 1));
    return { windows, all, events };
  });

const UNIT = { ms: 1, s: 1000, min: 60_000 };

it('property: over any windows no message decides two cases, and none is lost', () => {
  fc.assert(
    fc.property(batch, ({ windows, all, events }) => {
      const belongings = new Belongings(windows, events);
      for (const message of all) {
        const unit = UNIT[message.ts_precision];
        const floor = (instant: string): number => Math.floor(Date.parse(instant) / unit);
        const covers = ({ from, to }: CaseWindow): boolean =>
          floor(from) <= floor(message.ts) && (to === null || floor(message.ts) <= floor(to));
        const over = windows.filter(covers);
        // What a case has seen: the messages of its own window.
        const words = over.map((own) => {
          const known = new Map(
            all.filter(({ ts }) => own.from <= ts).map((one) => [one.message_id, one] as const),
          );
          return { id: own.case_id, found: belongings.of(message, own.case_id, known) };
        });
        const own = words.filter(({ found }) => found.kind === 'own').map(({ id }) => id);
        expect(own.length).toBeLessThanOrEqual(1);
        if (over.length === 1) expect(own).toHaveLength(1);
        // Given to another case it is that case's own, or in doubt there: it is seen by somebody.
        for (const { found } of words)
          if (found.kind === 'other')
            expect(words.find(({ id }) => id === found.case_id)?.found.kind).not.toBe('other');
        if (words.length > 0) expect(words.some(({ found }) => found.kind !== 'other')).toBe(true);
        // In doubt, every case that may be meant is named.
        for (const { found } of words)
          if (found.kind === 'shared') expect(found.cases).toEqual(over.map(({ case_id }) => case_id));
      }
    }),
    { numRuns: 400 },
  );
});

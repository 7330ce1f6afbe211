import { describe, expect, it } from 'vitest';
import type { FaultKind, FaultRule } from '../../engine/local-lark/index.ts';
import { PlatformError, type Platform } from '../../engine/platform/port.ts';
import { inFaultyCompany } from './faulty-company.ts';

/** What only looks. Everything else of the port writes, and has to stand in the table below. */
type Read =
  | 'kind'
  | 'urlOf'
  | 'read'
  | 'readThread'
  | 'readGroup'
  | 'reactions'
  | 'readDirect'
  | 'directReactions'
  | 'readDocument'
  | 'readRows'
  | 'openBase'
  | 'findGroups'
  | 'labels'
  | 'comments'
  | 'readCalendar';

type Write = Exclude<keyof Platform, Read>;

interface Row {
  /** operations behind it that change something */
  readonly ops: readonly string[];
  readonly run: (platform: Platform) => Promise<unknown>;
}

const group = (platform: Platform) =>
  platform.createGroup({
    name: 'Ops',
    description: '',
    private: true,
    members: ['ann', 'bob'],
    key: 'group-1',
  });

async function shared(platform: Platform, asset: { kind: 'doc' | 'base'; token: string }): Promise<void> {
  const { chat_id } = await group(platform);
  await platform.share({ asset, to: { kind: 'group', chat_id }, perm: 'view' });
}

const MARKDOWN = '# Head\n\nfirst\n\nsecond';
const document = (platform: Platform) => platform.createDocument({ title: 'Plan', markdown: MARKDOWN });
const FIELDS = [
  { name: 'Name', type: 'text' },
  { name: 'Due', type: 'date' },
] as const;
const base = (platform: Platform) =>
  platform.createBase({ name: 'Base', table_name: 'Tasks', fields: FIELDS });

const WRITES: Readonly<Record<Write, Row>> = {
  createGroup: {
    ops: ['im.chat.create', 'im.chat.member.add'],
    run: async (platform) => (await group(platform)).members_readback,
  },
  createDocument: {
    ops: ['docx.document.create', 'docx.block.create'],
    run: async (platform) => {
      const made = await document(platform);
      await shared(platform, made);
      return platform.readDocument(made.token);
    },
  },
  createBase: {
    ops: ['bitable.app.create', 'bitable.table.create', 'bitable.table.delete'],
    run: async (platform) => {
      const made = await base(platform);
      await shared(platform, made);
      const { title, table_id } = await platform.openBase(made.token);
      return [title, table_id === made.table_id];
    },
  },
  addRows: {
    ops: ['bitable.record.create'],
    run: async (platform) => {
      const made = await base(platform);
      await shared(platform, made);
      const rows = [{ Name: 'a', Due: '2026-09-01' }, { Name: 'b' }];
      const taken = await platform.addRows({ base: made, fields: FIELDS, rows, key: 'rows-1' });
      return [taken, (await platform.readRows(made)).map((row) => row.fields)];
    },
  },
  share: {
    ops: ['drive.permission.create'],
    run: async (platform) => {
      const made = await document(platform);
      await platform.share({ asset: made, to: { kind: 'actor', actor: 'ann' }, perm: 'edit' });
      await platform.share({ asset: made, to: { kind: 'agent', agent: 'bot' }, perm: 'view' });
    },
  },
  labelGroups: {
    ops: ['im.tag.create', 'im.tag.bind'],
    run: async (platform) => {
      const { chat_id } = await group(platform);
      await platform.labelGroups({ name: 'Pier', chat_ids: [chat_id] });
      return platform.labels(chat_id);
    },
  },
  comment: {
    ops: ['drive.comment.create'],
    run: async (platform) => {
      const made = await document(platform);
      await platform.share({ asset: made, to: { kind: 'actor', actor: 'ann' }, perm: 'edit' });
      await platform.comment({ token: made.token, actor: 'ann', text: 'Is that so?' });
      return (await platform.comments(made.token)).map(({ author, text }) => [author.key, text]);
    },
  },
  createEvent: {
    ops: ['calendar.event.create', 'calendar.event.attendee.create'],
    run: async (platform) => {
      await platform.createEvent({
        organizer: 'ann',
        title: 'Stand-up',
        start: '2026-09-01T09:00:00+08:00',
        end: '2026-09-01T09:30:00+08:00',
        attendees: ['bob'],
        key: 'event-1',
      });
      const span = { from: '2026-09-01T00:00:00+08:00', to: '2026-09-02T00:00:00+08:00' };
      return (await platform.readCalendar({ actor: 'bob', ...span })).map(({ title }) => title);
    },
  },
  joinAgent: {
    ops: ['im.chat.member.add'],
    run: async (platform) => {
      const { chat_id } = await group(platform);
      await platform.joinAgent({ agent: 'bot', chat_id });
    },
  },
  send: {
    ops: ['im.message.create', 'im.message.reply'],
    run: async (platform) => {
      const { chat_id } = await group(platform);
      await platform.joinAgent({ agent: 'bot', chat_id });
      const root = await platform.send({ chat_id, actor: 'ann', text: 'go', mention: 'bot', key: 'line-1' });
      const answer = { chat_id, actor: 'bob', reply_to: root.message_id };
      const reply = await platform.send({ ...answer, text: 'more', key: 'line-2' });
      await platform.send({ direct: 'bot', actor: 'bob', text: 'a word', key: 'line-3' });
      const seen = await platform.readThread(reply.thread_id ?? '');
      return seen.map(({ author, text }) => `${author.key}: ${text}`);
    },
  },
};

const FAULTS: readonly (readonly [string, FaultRule])[] = [
  ['no answer, nothing done', { kind: 'timeout_before' }],
  ['no answer, all done', { kind: 'timeout_after' }],
  ['a reset in mid-answer', { kind: 'reset' }],
  ['a rate limit of the app', { kind: 'rate_limit', reset_sec: 0 }],
  ['a rate limit of a chat', { kind: 'rate_limit', code: 230020 }],
  ['an error as JSON', { kind: 'server_error', body: 'json' }],
  ['an error as text', { kind: 'server_error', body: 'text' }],
  ['an error behind the work', { kind: 'server_error', done: true }],
  ['a write conflict', { kind: 'write_conflict' }],
];

const canStrike = (kind: FaultKind, op: string): boolean =>
  kind !== 'write_conflict' || op.startsWith('bitable.') || op.startsWith('im.chat.member.');

/** The result and what Ann sees of it. */
const outcome = (rules: readonly FaultRule[], { ops, run }: Row): Promise<unknown> =>
  inFaultyCompany(rules, async ({ platform, faults, seenByAnn }) => {
    const result = await run(platform);
    const struck = new Set(faults.map(({ op }) => op));
    for (const rule of rules)
      for (const op of ops.filter((one) => canStrike(rule.kind, one))) expect(struck).toContain(op);
    return { result, seen: await seenByAnn() };
  });

describe.for(Object.entries(WRITES))('%s', ([, row]) => {
  it('has one effect, whatever is lost of its first try', async () => {
    const undisturbed = await outcome([], row);
    // The first call of each operation is struck, and with it each step of a write.
    for (const [what, fault] of FAULTS)
      expect(await outcome([{ ...fault, first: 1 }], row), what).toEqual(undisturbed);
  });
});

const limited: FaultRule = { kind: 'rate_limit', reset_sec: 7, first: 1, ops: ['im.chat.create'] };

it('waits as long as a rate limit asks, and not much longer', async () => {
  const pauses: number[] = [];
  const wait = (ms: number): Promise<void> => {
    pauses.push(ms);
    return Promise.resolve();
  };
  await inFaultyCompany([limited], ({ platform }) => group(platform), { wait });
  expect(pauses).toHaveLength(1);
  expect(pauses[0]).toBeGreaterThan(7_000);
  expect(pauses[0]).toBeLessThan(7_100);
});

it('does not wait for ever because a rate limit asks for it', async () => {
  const long: FaultRule = { ...limited, reset_sec: 3_600 };
  const asked = inFaultyCompany([long], ({ platform }) => group(platform));
  await expect(asked).rejects.toThrow(
    /^im\.chat\.create: request trigger frequency limit; the platform asks for a pause of 3600 s.*--resume \(code 99991400/,
  );
});

it.for<[string, FaultRule, RegExp]>([
  [
    'no answer',
    { kind: 'timeout_before' },
    /^im\.chat\.create: no answer .*3 times in a row; see whether the platform can be reached/,
  ],
  [
    'an error',
    { kind: 'server_error', body: 'text' },
    /^im\.chat\.create: .*3 times in a row; wait until the platform is well/,
  ],
  [
    'a rate limit',
    { kind: 'rate_limit', reset_sec: 0 },
    /^im\.chat\.create: .*3 times in a row; let the platform rest/,
  ],
])('gives up after so many tries, with the operation and a way out: %s', async ([, rule, words]) =>
  inFaultyCompany(
    [{ ...rule, ops: ['im.chat.create'] }],
    async ({ platform, faults }) => {
      const error: unknown = await group(platform).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(PlatformError);
      expect(String(error)).toMatch(new RegExp(`PlatformError: ${words.source.slice(1)}`));
      expect(faults).toHaveLength(3);
    },
    { retries: 2 },
  ),
);

it.for<[string, FaultRule]>([
  ['in a pause', { ...limited, reset_sec: 60 }],
  ['while there is no answer', { kind: 'timeout_before', hold_ms: 60_000, ops: ['im.chat.create'] }],
])('stops at once when it is told to, %s', async ([, rule]) => {
  const stop = new AbortController();
  const reason = new Error('stopped');
  await inFaultyCompany([rule], async ({ platform, faults }) => {
    const made = platform.createGroup(
      { name: 'G', description: '', private: true, members: [], key: 'k' },
      stop.signal,
    );
    const ended = made.catch((error: unknown) => error);
    await expect.poll(() => faults).toHaveLength(1);
    stop.abort(reason);
    expect(await ended).toBe(reason);
  });
});

it('stops at once when it is told to, while the SDK asks for its token', async () => {
  const stop = new AbortController();
  const reason = new Error('stopped');
  const rule: FaultRule = { kind: 'timeout_before', hold_ms: 60_000, ops: ['auth.*'] };
  const connected = inFaultyCompany(
    [rule],
    () => Promise.resolve(),
    {},
    { signal: stop.signal, onFault: () => stop.abort(reason) },
  );
  await expect(connected).rejects.toBe(reason);
});

import { expect, it } from 'vitest';
// eslint-disable-next-line import-x/no-restricted-paths -- the clock that a batch gives the platform
import { VirtualClock } from '../../clock/index.ts';
import { startLocalLark, type FaultRule, type InjectedFault, type LocalLark } from '../index.ts';
import { Caller, tenantToken, type Reply } from '../testing/caller.ts';
import { rawSocket } from '../testing/raw-socket.ts';
import { text } from '../testing/scene.ts';

const IM = '/open-apis/im/v1';

interface Scene {
  readonly platform: LocalLark;
  readonly faults: InjectedFault[];
  readonly bot: { app_id: string; app_secret: string };
  readonly say: (words: string) => Promise<Reply | string>;
  /** texts in the group, oldest first */
  readonly said: () => Promise<string[]>;
}

/** A group of the owner and a bot, made before anything goes wrong: rules are about messages from Ann. */
async function scene(
  options: {
    rules: FaultRule[];
    clock?: VirtualClock;
    redelivery?: { ack_within_ms: number; again_after_ms: number[] };
  },
  test: (scene: Scene) => Promise<void>,
): Promise<void> {
  const faults: InjectedFault[] = [];
  const { rules, clock, redelivery } = options;
  const plan = { seed: 1, rules, ...(redelivery === undefined ? {} : { redelivery }) };
  const platform = await startLocalLark({
    faults: { plan, onFault: (fault) => faults.push(fault) },
    ...(clock === undefined ? {} : { clock }),
  });
  try {
    const owner = new Caller(
      platform,
      await tenantToken(platform, platform.createApp('owner', { name: 'Owner' })),
    );
    const bot = platform.createApp('bot', { name: 'Bot', scopes: ['im:message.group_msg'] });
    const ann = platform.createUser('ann', { name: 'Ann' });
    const chat_id = await owner.get(`POST ${IM}/chats`, 'chat_id', {
      query: { user_id_type: 'union_id' },
      body: { name: 'G', user_id_list: [ann.union_id], bot_id_list: [bot.app_id] },
    });
    await test({
      platform,
      faults,
      bot,
      say: (words) =>
        owner
          .as(ann.access_token)
          .call(`POST ${IM}/messages`, {
            query: { receive_id_type: 'chat_id' },
            body: { receive_id: chat_id, ...text(words) },
          })
          .catch(() => 'no answer'),
      said: async () => {
        const list = await owner.call(`GET ${IM}/messages`, {
          query: { container_id_type: 'chat', container_id: chat_id },
        });
        const items = list.body.data['items'] as unknown as { body: { content: string }; msg_type: string }[];
        return items
          .filter((m) => m.msg_type === 'text')
          .map((m) => (JSON.parse(m.body.content) as { text: string }).text);
      },
    });
  } finally {
    await platform.close();
  }
}

const one = { at: [1], ops: ['im.message.create'], apps: ['ann'] };
const codeOf = (reply: Reply | string): string =>
  typeof reply === 'string' ? reply : `${reply.status} ${reply.body.code}`;

it.for<[string, FaultRule, string, string[]]>([
  ['a rate limit', { kind: 'rate_limit', status: 429, ...one }, '429 99991400', []],
  ['a rate limit of a chat', { kind: 'rate_limit', code: 230020, ...one }, '400 230020', []],
  ['the load of the tenant', { kind: 'rate_limit', code: 11232, ...one }, '400 11232', []],
  ['an error', { kind: 'server_error', status: 503, body: 'json', ...one }, '503 2200', []],
  ['an error in words', { kind: 'server_error', status: 502, body: 'text', ...one }, '502 0', []],
  [
    'an error behind the work',
    { kind: 'server_error', body: 'json', status: 504, done: true, ...one },
    '504 2200',
    ['1'],
  ],
  ['no answer before', { kind: 'timeout_before', ...one }, 'no answer', []],
  ['no answer after', { kind: 'timeout_after', ...one }, 'no answer', ['1']],
  ['a reset', { kind: 'reset', ...one }, 'no answer', ['1']],
  ['a slow write', { kind: 'slow_write', delay_ms: 1, ...one }, '200 0', ['1']],
  ['a slow effect', { kind: 'slow_write', delay_ms: 1, part: 'effect', ...one }, '200 0', ['1']],
])('%s', async ([, rule, answer, done]) =>
  scene({ rules: [rule] }, async ({ say, said, faults }) => {
    expect(codeOf(await say('1'))).toBe(answer);
    expect(await said()).toEqual(done);
    expect(codeOf(await say('2'))).toBe('200 0');
    expect(faults).toMatchObject([
      { seq: 1, kind: rule.kind, op: 'im.message.create', app: 'ann', n: 1, request: `POST ${IM}/messages` },
    ]);
  }),
);

it('a rate limit says after how many seconds to come again', async () =>
  scene({ rules: [{ kind: 'rate_limit', reset_sec: 7, ops: ['auth.*'], apps: ['bot'] }] }, async (s) => {
    const answer = await fetch(`${s.platform.domain}/open-apis/auth/v3/tenant_access_token/internal`, {
      method: 'POST',
      body: JSON.stringify(s.bot),
    });
    expect(answer.headers.get('x-ogw-ratelimit-reset')).toBe('7');
  }));

it.for(['effect', 'answer'] as const)(
  'a slow %s passes on a clock that jumps, without waiting for the machine',
  async (part) => {
    const clock = new VirtualClock(1_000_000);
    const rules: FaultRule[] = [{ kind: 'slow_write', delay_ms: 3_600_000, part, ...one }];
    await scene({ rules, clock }, async ({ say }) => {
      const leave = clock.enter();
      const reply = await say('1');
      leave();
      const made = typeof reply === 'string' ? 0 : Number(reply.body.data['create_time']);
      expect(made).toBe(part === 'effect' ? 4_600_000 : 1_000_000);
      expect(clock.now()).toBe(4_600_000);
    });
  },
);

const MESSAGE = 'im.message.receive_v1';
const soon = { ack_within_ms: 60, again_after_ms: [80, 80, 80, 80] };

interface Heard {
  readonly id: string;
  readonly words: string;
}

/** What a client heard that opens a new connection whenever it has lost one. */
async function listen(s: Scene, n: number, say: readonly string[]): Promise<Heard[]> {
  const heard: Heard[] = [];
  const sockets: { close: () => void }[] = [];
  const connect = async (): Promise<void> => {
    const socket = await rawSocket(s.platform, s.bot, ({ header, event }) => {
      if (header.event_type !== MESSAGE) return;
      const { content } = (event as { message: { content: string } }).message;
      heard.push({ id: header.event_id, words: (JSON.parse(content) as { text: string }).text });
    });
    sockets.push(socket);
    socket.ended.then(connect).catch(() => undefined);
  };
  await connect();
  for (const words of say) await s.say(words);
  await expect.poll(() => heard.length, { timeout: 10_000 }).toBe(n);
  for (const socket of sockets) socket.close();
  return heard;
}

it.for<[string, FaultRule, string[]]>([
  ['again after its acknowledgement', { kind: 'duplicate_event', delay_ms: 50 }, ['1', '1', '2']],
  ['late, behind the next one', { kind: 'late_event', delay_ms: 300 }, ['1', '2']],
  ['again, its acknowledgement lost', { kind: 'lost_ack' }, ['1', '1', '2']],
  ['by the next connection', { kind: 'dropped_socket' }, ['1', '2']],
  [
    'by redelivery, lost in a half-open one',
    { kind: 'dropped_socket', mode: 'half_open', hold_ms: 20 },
    ['1', '2'],
  ],
])('an event comes %s', async ([, rule, wanted]) =>
  scene({ rules: [{ ...rule, at: [1], ops: [MESSAGE] }], redelivery: soon }, async (s) => {
    const heard = await listen(s, wanted.length, ['1', '2']);
    expect(heard.map(({ words }) => words).sort()).toEqual(wanted);
    if (rule.kind === 'late_event') expect(heard[0]?.words).toBe('2');
    // However often an event comes, it is one event.
    const ids = new Set(heard.map(({ id, words }) => `${words} ${id}`));
    expect(ids.size).toBe(2);
    expect(s.faults).toMatchObject([{ kind: rule.kind, op: MESSAGE, app: 'bot', n: 1 }]);
  }),
);

it.for<[string, FaultRule]>([
  ['late_event', { kind: 'late_event', delay_ms: 3_600_000 }],
  ['lost_ack', { kind: 'lost_ack' }],
  ['half-open', { kind: 'dropped_socket', mode: 'half_open', hold_ms: 1_000 }],
  ['dropped', { kind: 'dropped_socket' }],
  ['duplicate', { kind: 'duplicate_event', delay_ms: 3_600_000 }],
])('%s: time passes meanwhile on a clock that jumps', async ([, rule]) => {
  const clock = new VirtualClock(0);
  const again = rule.kind === 'lost_ack' || rule.kind === 'duplicate_event' ? 2 : 1;
  await scene({ rules: [{ ...rule, at: [1], ops: [MESSAGE] }], clock }, async (s) => {
    const heard = await listen(s, again, ['1']);
    expect(heard.map(({ words }) => words)).toEqual(Array.from({ length: again }, () => '1'));
  });
});

import { expect, it } from 'vitest';
import { MACHINE_CLOCK } from './core/clock.ts';
import type { Caller } from './testing/caller.ts';
import { cast, onPlatform, text, type Cast } from './testing/scene.ts';
import { rawSocket } from './testing/raw-socket.ts';

const IM = '/open-apis/im/v1';

const send = (who: Caller, chat: string, words: string): Promise<string> =>
  who.get(`POST ${IM}/messages`, 'message_id', {
    query: { receive_id_type: 'chat_id' },
    body: { receive_id: chat, ...text(words) },
  });

/** The code of a call that is to be refused, or 0. */
const code = async (answer: ReturnType<Caller['call']>): Promise<number> => (await answer).body.code;

/** A second group of the owner, which Ann is not in. */
const otherGroup = ({ owner }: Cast): Promise<string> =>
  owner.get(`POST ${IM}/chats`, 'chat_id', { body: { name: 'Elsewhere' } });

it('a message is passed on by whoever reads it, to where he may write, and calls nobody again', async () =>
  onPlatform({}, async (platform) => {
    const scene = await cast(platform);
    const { owner, ann, eve, bot, botApp, chatId } = scene;
    await owner.call(`POST ${IM}/chats/:chat_id/members`, {
      params: { chat_id: chatId },
      query: { member_id_type: 'app_id' },
      body: { id_list: [botApp.app_id] },
    });
    const socket = await rawSocket(platform, botApp);
    const mention = `<at user_id="${platform.openId(scene.ownerApp.app_id, botApp.app_id)}">Bot</at> look`;
    const message_id = await send(owner, chatId, mention);
    const forward = (who: Caller, receive_id: string, uuid = 'u') =>
      who.call(`POST ${IM}/messages/:message_id/forward`, {
        params: { message_id },
        query: { receive_id_type: 'chat_id', uuid },
        body: { receive_id },
      });
    const first = await forward(owner, chatId);
    expect(JSON.parse(String((first.body.data['body'] as { content: string } | undefined)?.content))).toEqual(
      {
        text: '@Bot look',
      },
    );
    expect((await forward(owner, chatId)).body.data).toEqual(first.body.data);
    expect(await code(forward(eve, chatId))).toBe(230002);
    expect(await code(forward(ann, await otherGroup(scene)))).toBe(230002);
    await owner.call(`DELETE ${IM}/messages/:message_id`, { params: { message_id } });
    expect(await code(forward(owner, chatId, 'v'))).toBe(230011);
    expect(await code(forward(bot, chatId, 'w'))).toBe(230011);
    const forwarded = platform.operations().filter((op) => op.op === 'im.message.forward');
    expect(forwarded.map((op) => op.outcome)).toEqual(['done', 'blocked', 'blocked']);
    expect(socket.events.filter((e) => e.header.event_type === 'im.message.receive_v1').length).toBeLessThan(
      2,
    );
    socket.close();
  }));

it('a merged forward is read with the messages under it; what cannot be found is named', async () =>
  onPlatform({}, async (platform) => {
    const scene = await cast(platform);
    const { owner, chatId } = scene;
    const other = await otherGroup(scene);
    const [a, b, c] = [
      await send(owner, other, 'a'),
      await send(owner, other, 'b'),
      await send(owner, chatId, 'c'),
    ];
    const merge = (...message_id_list: string[]) =>
      owner.call(`POST ${IM}/messages/merge_forward`, {
        query: { receive_id_type: 'chat_id' },
        body: { receive_id: chatId, message_id_list },
      });
    const merged = (await merge(b, a, 'om_gone')).body.data as unknown as {
      message: { message_id: string };
      invalid_message_id_list: string[];
    };
    expect(merged.invalid_message_id_list).toEqual(['om_gone']);
    const { message_id } = merged.message;
    const read = await scene.ann.call(`GET ${IM}/messages/:message_id`, { params: { message_id } });
    const items = read.body.data['items'] as unknown as { message_id: string; upper_message_id?: string }[];
    expect(items.map((m) => [m.message_id, m.upper_message_id])).toEqual([
      [message_id, undefined],
      [a, message_id],
      [b, message_id],
    ]);
    expect(await code(merge(a, c))).toBe(230001);
    expect(await code(merge('om_gone'))).toBe(230001);
  }));

it.each<[string, (ann: Caller, chatId: string, messageId: string) => Promise<unknown>]>([
  ['says something', (ann, chatId) => send(ann, chatId, 'yes')],
  [
    'passes something on',
    (ann, receive_id, message_id) =>
      ann.call(`POST ${IM}/messages/:message_id/forward`, {
        params: { message_id },
        query: { receive_id_type: 'chat_id' },
        body: { receive_id },
      }),
  ],
])(
  'a person has read what stood there when he next %s; a bot hears of it in a direct chat',
  async (_how, next) =>
    onPlatform({}, async (platform) => {
      const { bot, botApp, ann, annId, eve } = await cast(platform);
      const socket = await rawSocket(platform, botApp);
      const direct = {
        query: { receive_id_type: 'union_id' },
        body: { receive_id: annId, ...text('there?') },
      };
      const sent = await bot.call(`POST ${IM}/messages`, direct);
      const { message_id, chat_id } = sent.body.data as unknown as { message_id: string; chat_id: string };
      const readers = async (who: Caller) =>
        who.call(`GET ${IM}/messages/:message_id/read_users`, {
          params: { message_id },
          query: { user_id_type: 'union_id' },
        });
      expect((await readers(bot)).body.data['items']).toEqual([]);
      await next(ann, chat_id, message_id);
      await send(ann, chat_id, 'and more');
      const items = (await readers(bot)).body.data['items'] as unknown as { user_id: string }[] | undefined;
      expect(items?.map((r) => r.user_id)).toEqual([annId]);
      expect(await code(readers(eve))).toBe(99991668);
      const heard = (): unknown[] =>
        socket.events
          .filter((e) => e.header.event_type === 'im.message.message_read_v1')
          .map((e) => (e.event as { message_id_list: string[] }).message_id_list);
      while (heard().length === 0) await new Promise((resolve) => setImmediate(resolve));
      expect(heard()).toEqual([[message_id]]);
      socket.close();
    }),
);

it('pins are of the chat: members see them, others do not, and taking one away twice is no harm', async () =>
  onPlatform({}, async (platform) => {
    const { owner, ann, eve, chatId } = await cast(platform);
    const message_id = await send(owner, chatId, 'the rule');
    expect(await code(eve.call(`POST ${IM}/pins`, { body: { message_id } }))).toBe(230002);
    for (const who of [ann, owner]) await who.call(`POST ${IM}/pins`, { body: { message_id } });
    const listed = await ann.call(`GET ${IM}/pins`, { query: { chat_id: chatId } });
    expect(listed.body.data['items']).toMatchObject([
      { message_id, chat_id: chatId, operator_id_type: 'open_id' },
    ]);
    expect(await code(eve.call(`GET ${IM}/pins`, { query: { chat_id: chatId } }))).toBe(232011);
    for (const expected of [0, 0])
      expect(await code(owner.call(`DELETE ${IM}/pins/:message_id`, { params: { message_id } }))).toBe(
        expected,
      );
    const done = platform.operations().filter((op) => op.op.startsWith('im.pin') && op.outcome === 'done');
    expect(done.map((op) => [op.op, op.actor.kind])).toEqual([
      ['im.pin.create', 'user'],
      ['im.pin.delete', 'app'],
    ]);
  }));

it('a group is disbanded by its owner alone, and is closed to all from then on', async () =>
  onPlatform({}, async (platform) => {
    const { owner, ann, chatId } = await cast(platform);
    const one = { params: { chat_id: chatId } };
    const message_id = await send(owner, chatId, 'hello');
    expect(await code(ann.call(`DELETE ${IM}/chats/:chat_id`, one))).toBe(232017);
    expect(await code(owner.call(`DELETE ${IM}/chats/:chat_id`, one))).toBe(0);
    for (const who of [owner, ann]) {
      expect(await code(who.call(`GET ${IM}/messages/:message_id`, { params: { message_id } }))).toBe(232009);
      expect(await code(who.call(`GET ${IM}/chats/:chat_id`, one))).toBe(232009);
      const sent = who.call(`POST ${IM}/messages`, {
        query: { receive_id_type: 'chat_id' },
        body: { receive_id: chatId, ...text('?') },
      });
      expect(await code(sent)).toBe(232009);
    }
  }));

it.each([
  ['within a day', 24 * 3600_000, 0],
  ['after a day', 24 * 3600_000 + 1, 230075],
])('an edit %s', async (_when, age, expected) => {
  let now = 1_800_000_000_000;
  await onPlatform({ clock: { ...MACHINE_CLOCK, now: () => now } }, async (platform) => {
    const { ann, chatId } = await cast(platform);
    const message_id = await send(ann, chatId, 'first');
    now += age;
    const edit = { params: { message_id }, body: text('second') };
    expect(await code(ann.call(`PUT ${IM}/messages/:message_id`, edit))).toBe(expected);
  });
});

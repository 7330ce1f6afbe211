import { expect, it } from 'vitest';
import { MACHINE_CLOCK } from './core/clock.ts';
import type { Caller } from './testing/caller.ts';
import { cast, onPlatform } from './testing/scene.ts';

const IM = '/open-apis/im/v1';
const CARDS = '/open-apis/cardkit/v1/cards';
const CONTENT = `PUT ${CARDS}/:card_id/elements/:element_id/content`;

const card = (config: object = { streaming_mode: true }) => ({
  schema: '2.0',
  config,
  header: { title: { tag: 'plain_text', content: 'Report' } },
  body: {
    elements: [
      { tag: 'markdown', element_id: 'answer', content: '…' },
      { tag: 'hr', element_id: 'line' },
    ],
  },
});

const make = (who: Caller, value: unknown = card()): Promise<string> =>
  who.get(`POST ${CARDS}`, 'card_id', { body: { type: 'card_json', data: JSON.stringify(value) } });

const show = (who: Caller, chat: string, card_id: string) =>
  who.call(`POST ${IM}/messages`, {
    query: { receive_id_type: 'chat_id' },
    body: {
      receive_id: chat,
      msg_type: 'interactive',
      content: JSON.stringify({ type: 'card', data: { card_id } }),
    },
  });

const write = (
  who: Caller,
  card_id: string,
  element_id: string,
  content: string,
  sequence: number,
  uuid?: string,
) =>
  who.call(CONTENT, {
    params: { card_id, element_id },
    body: { content, sequence, ...(uuid === undefined ? {} : { uuid }) },
  });

/** What people read in the message. */
async function read(who: Caller, message_id: string): Promise<string> {
  const answer = await who.call(`GET ${IM}/messages/:message_id`, { params: { message_id } });
  const items = answer.body.data['items'] as unknown as { body: { content: string } }[];
  return items[0]?.body.content ?? '';
}

it('a message says what its card says, as often as it changes, and each step has its actor', async () =>
  onPlatform({}, async (platform) => {
    const { owner, ann, chatId, ownerApp } = await cast(platform);
    const card_id = await make(owner);
    const sent = await show(owner, chatId, card_id);
    const { message_id } = sent.body.data as unknown as { message_id: string };
    // far more often than a message may be edited
    for (let n = 1; n <= 30; n++) {
      expect((await write(owner, card_id, 'answer', `step ${n}`, n)).body.code).toBe(0);
      expect(await read(ann, message_id)).toContain(`"step ${n}"`);
    }
    const edits = platform.operations().filter((op) => op.op === 'im.message.update');
    expect(edits).toHaveLength(30);
    expect(new Set(edits.map((op) => op.actor.id))).toEqual(new Set([ownerApp.app_id]));
    const settings = JSON.stringify({ config: { streaming_mode: false } });
    await owner.call(`PATCH ${CARDS}/:card_id/settings`, {
      params: { card_id },
      body: { settings, sequence: 31 },
    });
    expect((await write(owner, card_id, 'answer', 'late', 32)).body.code).toBe(300309);
    expect(await read(ann, message_id)).toContain('step 30');
  }));

it.each<
  [string, number, (s: { owner: Caller; bot: Caller; id: string }) => Promise<{ body: { code: number } }>]
>([
  [
    'a number that does not rise',
    300317,
    async ({ owner, id }) => (await write(owner, id, 'answer', 'a', 2), write(owner, id, 'answer', 'b', 2)),
  ],
  [
    'a uuid for the second time',
    200770,
    async ({ owner, id }) => (
      await write(owner, id, 'answer', 'a', 1, 'u'),
      write(owner, id, 'answer', 'b', 2, 'u')
    ),
  ],
  ['a card of another app', 300311, ({ bot, id }) => write(bot, id, 'answer', 'a', 1)],
  ['a card that does not exist', 200740, ({ owner }) => write(owner, '1', 'answer', 'a', 1)],
  ['an element that does not exist', 300313, ({ owner, id }) => write(owner, id, 'nothing', 'a', 1)],
  ['an element that is no text', 300310, ({ owner, id }) => write(owner, id, 'line', 'a', 1)],
  [
    'a card that becomes too large',
    200860,
    ({ owner, id }) => write(owner, id, 'answer', 'x'.repeat(31_000), 1),
  ],
  [
    'a card of the old structure',
    200220,
    ({ owner }) => owner.call(`POST ${CARDS}`, { body: { type: 'card_json', data: '{"elements":[]}' } }),
  ],
  ['no JSON', 200220, ({ owner }) => owner.call(`POST ${CARDS}`, { body: { type: 'card_json', data: '{' } })],
  [
    'an exclusive card',
    300302,
    ({ owner }) =>
      owner.call(`POST ${CARDS}`, {
        body: { type: 'card_json', data: JSON.stringify(card({ update_multi: false })) },
      }),
  ],
  [
    'actions that are not known',
    10002,
    ({ owner, id }) =>
      owner.call(`POST ${CARDS}/:card_id/batch_update`, {
        params: { card_id: id },
        body: { actions: '[{"action":"x"}]', sequence: 1 },
      }),
  ],
])('refuses %s', async (_what, code, act) =>
  onPlatform({}, async (platform) => {
    const { owner, bot } = await cast(platform);
    const id = await make(owner);
    expect((await act({ owner, bot, id })).body.code).toBe(code);
  }),
);

it('a refused change leaves the card and its messages as they were', async () =>
  onPlatform({}, async (platform) => {
    const { owner, chatId } = await cast(platform);
    const card_id = await make(owner);
    await show(owner, chatId, card_id);
    const before = platform.snapshot();
    const actions = JSON.stringify([
      {
        action: 'partial_update_element',
        params: { element_id: 'answer', partial_element: { content: 'half' } },
      },
      { action: 'delete_elements', params: { element_ids: ['nothing'] } },
    ]);
    const refused = await owner.call(`POST ${CARDS}/:card_id/batch_update`, {
      params: { card_id },
      body: { actions, sequence: 1 },
    });
    expect(refused.body.code).toBe(300313);
    expect(platform.compareWorlds(before, platform.snapshot())).toEqual([]);
    expect((await write(owner, card_id, 'answer', 'whole', 1)).body.code).toBe(0);
  }));

it('only its maker shows a card, and after 14 days nobody changes it', async () => {
  let now = 1_800_000_000_000;
  await onPlatform({ clock: { ...MACHINE_CLOCK, now: () => now } }, async (platform) => {
    const { owner, bot, botApp, chatId, ownerApp } = await cast(platform);
    await owner.call(`POST ${IM}/chats/:chat_id/members`, {
      params: { chat_id: chatId },
      query: { member_id_type: 'app_id' },
      body: { id_list: [botApp.app_id] },
    });
    const card_id = await make(owner);
    const refused = await show(bot, chatId, card_id);
    expect(refused.body.code).toBe(230099);
    expect(refused.body.msg).toContain('ErrCode: 300311');
    now += 14 * 24 * 3600_000 + 1;
    const answer = await fetch(`${platform.domain}/open-apis/auth/v3/tenant_access_token/internal`, {
      method: 'POST',
      body: JSON.stringify(ownerApp),
    });
    const { tenant_access_token } = (await answer.json()) as { tenant_access_token: string };
    expect((await write(owner.as(tenant_access_token), card_id, 'answer', 'late', 1)).body.code).toBe(200750);
  });
});

import type { AppIdentity, LocalLark, UserIdentity, UserTokens } from '../index.ts';
import { Caller, tenantToken, type Transport } from './caller.ts';
import { calendars } from './tour-calendar.ts';
import { tokens } from './tour-tokens.ts';
import { cards } from './tour-cards.ts';
import { comments, labels } from './tour-company.ts';
import { directory } from './tour-directory.ts';
import { watching } from './tour-bases.ts';
import { states } from './tour-states.ts';
import { attention } from './tour-im.ts';
import { bases, documents, files } from './tour-drive.ts';
import { rawSocket, type RawEvent } from './raw-socket.ts';

const V1 = '/open-apis/im/v1';

export interface Tour {
  readonly answers: Caller['answers'];
  readonly events: RawEvent[];
  readonly discovery: unknown;
}

/** What a tour needs of a platform: an embedded one has it, one in a process of its own is asked for it. */
export interface TourPlatform {
  readonly domain: string;
  readonly adminToken: string;
  createUser(...args: Parameters<LocalLark['createUser']>): Promise<UserIdentity> | UserIdentity;
  createApp(...args: Parameters<LocalLark['createApp']>): Promise<AppIdentity> | AppIdentity;
  grantUser(...args: Parameters<LocalLark['grantUser']>): Promise<UserTokens> | UserTokens;
  openId(...args: Parameters<LocalLark['openId']>): Promise<string> | string;
}

/** The app and the person who make the tour; made so that somebody may know them before it begins. */
export async function travellers(platform: TourPlatform): Promise<{ app: AppIdentity; ann: UserIdentity }> {
  return {
    app: await platform.createApp('tour', { name: 'Tour', scopes: ['contact:contact'] }),
    ann: await platform.createUser('ann', { name: 'Ann', email: 'ann@example.com' }),
  };
}

/**
 * Calls every operation at least once, with a bot that listens.
 * @param transport how the calls are made; default: plain HTTP
 */
export async function tour(platform: TourPlatform, transport?: Transport): Promise<Tour> {
  const { app, ann } = await travellers(platform);
  const listener = await platform.createApp('listener', { name: 'Listener' });
  const bob = await platform.createUser('bob', { name: 'Bob' });
  const socket = await rawSocket(platform, listener);
  const bot = new Caller(platform, await tenantToken(platform, app), transport);
  const user = bot.as(ann.access_token);
  await directory(bot, ann.union_id, bob.union_id);
  await identities(bot, user, app, ann.union_id);
  await tokens(platform, bot, app);
  await messages(bot, user, {
    listener: listener.app_id,
    listenerToken: await tenantToken(platform, listener),
    ann: ann.union_id,
    bob: bob.union_id,
  });
  await documents(bot, ann.union_id);
  await files(bot, user, ann.union_id);
  await bases(bot, ann.union_id);
  await labels(bot);
  await comments(bot, await platform.openId(app.app_id, listener.app_id));
  await calendars(bot, user, ann.union_id);
  await cards(bot);
  await watching(bot.as(await tenantToken(platform, listener)), ann.union_id);
  await states(bot, user, ann.union_id);
  await attention(bot, user, {
    ann: ann.union_id,
    bob: bob.union_id,
    bobs: bot.as(bob.access_token),
    listener: listener.app_id,
    hears: bot.as(await tenantToken(platform, listener)),
  });
  await settled(() =>
    [
      'im.chat.member.bot.deleted_v1',
      'drive.notice.comment_add_v1',
      'im.message.message_read_v1',
      'drive.file.bitable_record_changed_v1',
    ].every((type) => socket.events.some((e) => e.header.event_type === type)),
  );
  socket.close();
  return { answers: bot.answers, events: socket.events, discovery: socket.discovery };
}

async function settled(done: () => boolean): Promise<void> {
  while (!done()) await new Promise((resolve) => setImmediate(resolve));
}

async function identities(
  bot: Caller,
  user: Caller,
  app: { app_id: string; app_secret: string },
  ann: string,
): Promise<void> {
  await bot.call('POST /open-apis/auth/v3/tenant_access_token/internal', { body: app });
  await bot.call('POST /open-apis/auth/v3/app_access_token/internal', { body: app });
  await bot.call('GET /open-apis/bot/v3/info');
  await user.call('GET /open-apis/authen/v1/user_info');
  const query = { user_id_type: 'union_id' };
  await bot.call('GET /open-apis/contact/v3/users/:user_id', { params: { user_id: ann }, query });
  await bot.call('GET /open-apis/contact/v3/users/batch', { query: { ...query, user_ids: ann } });
  await bot.call('POST /open-apis/contact/v3/users/batch_get_id', {
    query,
    body: { emails: ['ann@example.com', 'no@example.com'] },
  });
}

interface People {
  readonly listener: string;
  readonly listenerToken: string;
  readonly ann: string;
  readonly bob: string;
}

async function messages(bot: Caller, user: Caller, people: People): Promise<void> {
  const params = {
    chat_id: await bot.get(`POST ${V1}/chats`, 'chat_id', {
      query: { user_id_type: 'union_id', set_bot_manager: 'true' },
      body: { name: 'Ops', owner_id: people.ann, i18n_names: { en_us: 'Ops', zh_cn: '运营' } },
    }),
  };
  await bot.call(`GET ${V1}/chats`);
  await bot.call(`GET ${V1}/chats/search`, { query: { query: 'ops' } });
  await bot.call(`GET ${V1}/chats/:chat_id`, { params });
  await bot.call(`PUT ${V1}/chats/:chat_id`, { params, body: { description: 'daily' } });
  await bot.call(`POST ${V1}/chats/:chat_id/members`, {
    params,
    query: { member_id_type: 'app_id' },
    body: { id_list: [people.listener] },
  });
  await bot.call(`POST ${V1}/chats/:chat_id/members`, {
    params,
    query: { member_id_type: 'union_id' },
    body: { id_list: [people.bob, 'on_nobody'] },
  });
  await bot.call(`GET ${V1}/chats/:chat_id/members`, { params });
  await bot.call(`GET ${V1}/chats/:chat_id/members/is_in_chat`, { params });
  const info = await bot.as(people.listenerToken).call('GET /open-apis/bot/v3/info');
  const listenerOpenId = (info.body['bot'] as { open_id: string }).open_id;
  const text = (t: string) => ({ msg_type: 'text', content: JSON.stringify({ text: t }) });
  const mention = `<at user_id="${listenerOpenId}">L</at>`;
  const sent = {
    message_id: await user.get(`POST ${V1}/messages`, 'message_id', {
      query: { receive_id_type: 'chat_id' },
      body: { receive_id: params.chat_id, ...text(`${mention} hello`) },
    }),
  };
  await user.call(`POST ${V1}/messages/:message_id/reply`, {
    params: sent,
    body: { ...text(`${mention} more`), reply_in_thread: true },
  });
  await user.call(`POST ${V1}/messages/:message_id/reply`, {
    params: sent,
    body: {
      msg_type: 'post',
      content: JSON.stringify({
        zh_cn: {
          title: 't',
          content: [
            [
              { tag: 'at', user_id: listenerOpenId },
              { tag: 'text', text: 'x' },
            ],
          ],
        },
      }),
    },
  });
  await user.call(`POST ${V1}/messages`, {
    query: { receive_id_type: 'open_id' },
    body: { receive_id: listenerOpenId, ...text('privately') },
  });
  await user.call(`POST ${V1}/chat_p2p/batch_query`, {
    query: { chatter_id_type: 'open_id' },
    body: { chatter_ids: [listenerOpenId] },
  });
  await bot.call(`GET ${V1}/messages/:message_id`, { params: sent });
  await bot.call(`GET ${V1}/messages/mget`, { query: { message_ids: sent.message_id } });
  await bot.call(`GET ${V1}/messages`, {
    query: { container_id_type: 'chat', container_id: params.chat_id, page_size: '1' },
  });
  await user.call(`PUT ${V1}/messages/:message_id`, { params: sent, body: text('edited') });
  const card = {
    msg_type: 'interactive',
    content: JSON.stringify({
      header: { title: { content: 'C' } },
      elements: [{ tag: 'markdown', content: 'hi' }],
    }),
  };
  const cardId = await bot.get(`POST ${V1}/messages`, 'message_id', {
    query: { receive_id_type: 'chat_id' },
    body: { receive_id: params.chat_id, ...card },
  });
  await bot.call(`PATCH ${V1}/messages/:message_id`, {
    params: { message_id: cardId },
    body: { content: card.content },
  });
  for (const who of [user, bot]) {
    const reaction_id = await who.get(`POST ${V1}/messages/:message_id/reactions`, 'reaction_id', {
      params: sent,
      body: { reaction_type: { emoji_type: 'Typing' } },
    });
    await who.call(`GET ${V1}/messages/:message_id/reactions`, { params: sent });
    await who.call(`DELETE ${V1}/messages/:message_id/reactions/:reaction_id`, {
      params: { ...sent, reaction_id },
    });
  }
  await user.call(`DELETE ${V1}/messages/:message_id`, { params: sent });
  await bot.call(`DELETE ${V1}/chats/:chat_id/members`, {
    params,
    query: { member_id_type: 'union_id' },
    body: { id_list: [people.bob] },
  });
  await bot.call(`DELETE ${V1}/chats/:chat_id/members`, {
    params,
    query: { member_id_type: 'app_id' },
    body: { id_list: [people.listener] },
  });
}

import type { Caller } from './caller.ts';

const IM = '/open-apis/im/v1';
const text = (words: string) => ({ msg_type: 'text', content: JSON.stringify({ text: words }) });

/** What people do with messages beside writing them: pass them on, pin them, mark them, read them, end the group. */
export async function attention(
  bot: Caller,
  user: Caller,
  people: { ann: string; bob: string; bobs: Caller; listener: string; hears: Caller },
): Promise<void> {
  const chat_id = await bot.get(`POST ${IM}/chats`, 'chat_id', {
    query: { user_id_type: 'union_id' },
    body: { name: 'Passed on', user_id_list: [people.ann, people.bob], bot_id_list: [people.listener] },
  });
  const params = { chat_id };
  const send = { query: { receive_id_type: 'chat_id' }, body: { receive_id: chat_id, ...text('first') } };
  const first = await bot.get(`POST ${IM}/messages`, 'message_id', send);
  const second = await bot.get(`POST ${IM}/messages`, 'message_id', send);
  await user.call(`POST ${IM}/messages`, send);
  await people.bobs.call(`POST ${IM}/messages`, send);
  const one = { params: { message_id: first } };
  await bot.call(`POST ${IM}/messages/:message_id/forward`, {
    ...one,
    query: { receive_id_type: 'union_id' },
    body: { receive_id: people.ann },
  });
  const merged = await bot.get(`POST ${IM}/messages/merge_forward`, 'message.message_id', {
    query: { receive_id_type: 'chat_id' },
    body: { receive_id: chat_id, message_id_list: [first, second, 'om_gone'] },
  });
  const thread_id = await bot.get(`POST ${IM}/messages/:message_id/reply`, 'thread_id', {
    ...one,
    body: { ...text('in a thread'), reply_in_thread: true },
  });
  await bot.call(`POST ${IM}/messages/merge_forward`, {
    query: { receive_id_type: 'thread_id' },
    body: { receive_id: thread_id, message_id_list: [second] },
  });
  await bot.call(`GET ${IM}/messages/:message_id`, { params: { message_id: merged } });
  await bot.call(`GET ${IM}/messages/:message_id/read_users`, {
    ...one,
    query: { user_id_type: 'open_id', page_size: '1' },
  });
  await bot.call(`PATCH ${IM}/messages/:message_id/urgent_app`, {
    ...one,
    query: { user_id_type: 'union_id' },
    body: { user_id_list: [people.ann, 'on_nobody'] },
  });
  for (const message_id of [first, second]) await user.call(`POST ${IM}/pins`, { body: { message_id } });
  await bot.call(`POST ${IM}/pins`, { body: { message_id: merged } });
  await bot.call(`GET ${IM}/pins`, { query: { chat_id, page_size: '1' } });
  await user.call(`GET ${IM}/pins`, { query: { chat_id } });
  await bot.call(`DELETE ${IM}/pins/:message_id`, { params: { message_id: merged } });
  for (const emoji_type of ['OK', 'THUMBSUP'])
    await user.call(`POST ${IM}/messages/:message_id/reactions`, {
      ...one,
      body: { reaction_type: { emoji_type } },
    });
  await bot.call(`POST ${IM}/messages/reactions/batch_query`, {
    body: { queries: [{ message_id: first }, { message_id: 'om_gone' }], page_size_per_message: 1 },
  });
  await bot.call(`POST ${IM}/chats/:chat_id/link`, { params, body: { validity_period: 'week' } });
  await bot.call(`PUT ${IM}/chats/:chat_id`, {
    params,
    query: { user_id_type: 'union_id' },
    body: { name: 'Ended', i18n_names: { en_us: 'Ended' }, owner_id: people.ann },
  });
  await user.call(`PUT ${IM}/chats/:chat_id`, { params, body: { description: 'soon' } });
  await user.call(`DELETE ${IM}/chats/:chat_id`, { params });
  const other = {
    params: { chat_id: await bot.get(`POST ${IM}/chats`, 'chat_id', { body: { name: 'Mistake' } }) },
  };
  await bot.call(`DELETE ${IM}/chats/:chat_id`, other);
  // a bot's line in a direct chat is read when it is answered
  const direct = {
    query: { receive_id_type: 'union_id' },
    body: { receive_id: people.ann, ...text('asked') },
  };
  const chat = await people.hears.get(`POST ${IM}/messages`, 'chat_id', direct);
  await user.call(`POST ${IM}/messages`, {
    query: { receive_id_type: 'chat_id' },
    body: { receive_id: chat, ...text('answered') },
  });
}

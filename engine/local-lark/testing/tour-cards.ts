import type { Caller } from './caller.ts';

const IM = '/open-apis/im/v1';
const CARDS = '/open-apis/cardkit/v1/cards';

/** A card that is written bit by bit while a message shows it. */
export async function cards(bot: Caller): Promise<void> {
  const line = (element_id: string, content: string) => ({ tag: 'markdown', element_id, content });
  const card = {
    schema: '2.0',
    config: { streaming_mode: true, update_multi: true },
    body: { elements: [line('answer', '…')] },
  };
  const params = {
    card_id: await bot.get(`POST ${CARDS}`, 'card_id', {
      body: { type: 'card_json', data: JSON.stringify(card) },
    }),
  };
  const chat_id = await bot.get(`POST ${IM}/chats`, 'chat_id', { body: { name: 'Streams' } });
  const message_id = await bot.get(`POST ${IM}/messages`, 'message_id', {
    query: { receive_id_type: 'chat_id' },
    body: {
      receive_id: chat_id,
      msg_type: 'interactive',
      content: JSON.stringify({ type: 'card', data: { card_id: params.card_id } }),
    },
  });
  await bot.call(`POST ${CARDS}/id_convert`, { body: { message_id } });
  const ELEMENT = `${CARDS}/:card_id/elements`;
  const answer = { ...params, element_id: 'answer' };
  await bot.call(`PUT ${ELEMENT}/:element_id/content`, {
    params: answer,
    body: { content: 'One', sequence: 1 },
  });
  await bot.call(`POST ${ELEMENT}`, {
    params,
    body: { type: 'append', elements: JSON.stringify([line('more', 'a'), line('last', 'z')]), sequence: 2 },
  });
  const more = { ...params, element_id: 'more' };
  await bot.call(`PUT ${ELEMENT}/:element_id`, {
    params: more,
    body: { element: JSON.stringify(line('more', 'b')), sequence: 3 },
  });
  await bot.call(`PATCH ${ELEMENT}/:element_id`, {
    params: more,
    body: { partial_element: JSON.stringify({ content: 'c' }), sequence: 4 },
  });
  await bot.call(`DELETE ${ELEMENT}/:element_id`, {
    params: { ...params, element_id: 'last' },
    body: { sequence: 5 },
  });
  await bot.call(`POST ${CARDS}/:card_id/batch_update`, {
    params,
    body: {
      actions: JSON.stringify([
        {
          action: 'partial_update_element',
          params: { element_id: 'more', partial_element: { content: 'd' } },
        },
      ]),
      sequence: 6,
    },
  });
  await bot.call(`PATCH ${CARDS}/:card_id/settings`, {
    params,
    body: { settings: JSON.stringify({ config: { streaming_mode: false } }), sequence: 7 },
  });
  await bot.call(`PUT ${CARDS}/:card_id`, {
    params,
    body: { card: { type: 'card_json', data: JSON.stringify(card) }, sequence: 8 },
  });
}

import type { Caller } from './caller.ts';
import { cells, fields } from './tour-bases.ts';

const IM = '/open-apis/im/v1';
const DOC = '/open-apis/docx/v1/documents';
const COMMENTS = '/open-apis/drive/v1/files/:file_token/comments';
const CALENDARS = '/open-apis/calendar/v4/calendars';
const EVENTS = `${CALENDARS}/:calendar_id/events`;

const text = (words: string) => ({ msg_type: 'text', content: JSON.stringify({ text: words }) });

/**
 * States of operations in which they answer with further keys: replies, topics, days without a time, fields and cells of
 * every type, pages that have a next one.
 */
export async function states(bot: Caller, user: Caller, ann: string): Promise<void> {
  await messages(bot, user, ann);
  await documents(bot);
  await drive(bot);
  await comments(bot);
  await calendars(bot, ann);
  await fields(bot);
  await cells(bot, ann);
}

async function messages(bot: Caller, user: Caller, ann: string): Promise<void> {
  const chat_id = await bot.get(`POST ${IM}/chats`, 'chat_id', {
    query: { user_id_type: 'union_id' },
    body: {
      name: 'Topics',
      chat_mode: 'topic',
      user_id_list: [ann],
      i18n_names: { zh_cn: '话题', en_us: 'Topics' },
    },
  });
  const managers = {
    params: { chat_id },
    query: { member_id_type: 'union_id' },
    body: { manager_ids: [ann] },
  };
  await bot.call(`POST ${IM}/chats/:chat_id/managers/add_managers`, managers);
  const send = { query: { receive_id_type: 'chat_id' }, body: { receive_id: chat_id, ...text('topic') } };
  const message_id = await bot.get(`POST ${IM}/messages`, 'message_id', send);
  const { body: info } = await bot.call('GET /open-apis/bot/v3/info');
  const mention = text(`<at user_id="${(info['bot'] as { open_id: string }).open_id}"></at> more`);
  const reply = {
    message_id: await user.get(`POST ${IM}/messages/:message_id/reply`, 'message_id', {
      params: { message_id },
      body: mention,
    }),
  };
  await user.call(`PUT ${IM}/messages/:message_id`, { params: reply, body: mention });
  const own = await bot.get(`POST ${IM}/messages/:message_id/reply`, 'message_id', {
    params: reply,
    body: text('seen'),
  });
  await bot.call(`PUT ${IM}/messages/:message_id`, { params: { message_id: own }, body: text('done') });
  await bot.call(`GET ${IM}/messages/:message_id`, { params: reply });
  await bot.call(`GET ${IM}/chats/:chat_id`, { params: { chat_id } });
  await bot.call(`POST ${IM}/chats/:chat_id/managers/delete_managers`, managers);
}

async function documents(bot: Caller): Promise<void> {
  const document_id = await bot.get(`POST ${DOC}`, 'document.document_id', { body: { title: 'Styles' } });
  const colours = { background_color: 14, text_color: 5, link: { url: 'https%3A%2F%2Fexample.com' } };
  const run = { text_run: { content: 'x', text_element_style: colours } };
  const document = {
    mention_doc: { token: document_id, obj_type: 22, title: 'Styles', url: 'https%3A%2F%2Fx' },
  };
  const elements = [run, document];
  await bot.call(`POST ${DOC}/:document_id/blocks/:block_id/children`, {
    params: { document_id, block_id: document_id },
    body: {
      children: [
        { block_type: 2, text: { elements, style: { done: false, wrap: false } } },
        ...[2, 3, 4].map((n) => ({ block_type: n + 2, [`heading${n}`]: { elements: [run] } })),
        { block_type: 12, bullet: { elements: [run] } },
        { block_type: 14, code: { elements, style: { wrap: true } } },
      ],
    },
  });
  await bot.call(`GET ${DOC}/:document_id/blocks`, { params: { document_id } });
}

async function drive(bot: Caller): Promise<void> {
  const token = await bot.get('POST /open-apis/drive/v1/files/create_folder', 'token', {
    body: { name: 'Plans', folder_token: '' },
  });
  for (const title of ['A', 'B']) await bot.call(`POST ${DOC}`, { body: { title, folder_token: token } });
  await bot.call('GET /open-apis/drive/v1/files', { query: { folder_token: token, page_size: '1' } });
  await bot.call('GET /open-apis/drive/v1/files');
  const params = { token: await bot.get(`POST ${DOC}`, 'document.document_id', { body: { title: 'Open' } }) };
  const query = { type: 'docx' };
  await bot.call('PATCH /open-apis/drive/v2/permissions/:token/public', {
    params,
    query,
    body: { link_share_entity: 'tenant_readable' },
  });
  await bot.call('GET /open-apis/drive/v2/permissions/:token/public', { params, query });
  const FILE = '/open-apis/drive/v1/files/:file_token';
  const file = { params: { file_token: params.token }, query: { file_type: 'docx' } };
  await bot.call(`POST ${FILE}/subscribe`, file);
  await bot.call(`GET ${FILE}/get_subscribe`, file);
  await bot.call(`DELETE ${FILE}/delete_subscribe`, file);
}

async function comments(bot: Caller): Promise<void> {
  const file_token = await bot.get(`POST ${DOC}`, 'document.document_id', { body: { title: 'Discussed' } });
  const params = { file_token };
  const query = { file_type: 'docx' };
  const link = { elements: [{ type: 'docs_link', docs_link: { url: 'https://tenant.feishu.cn/docx/x' } }] };
  const body = { reply_list: { replies: [{ content: link }] } };
  const made: string[] = [];
  for (let n = 0; n < 2; n++)
    made.push(await bot.get(`POST ${COMMENTS}`, 'comment_id', { params, query, body }));
  await bot.call(`GET ${COMMENTS}`, { params, query: { ...query, page_size: '1' } });
  await bot.call(`POST ${COMMENTS}/batch_query`, { params, query, body: { comment_ids: made } });
  const one = { file_token, comment_id: made[0] ?? '' };
  await bot.call(`GET ${COMMENTS}/:comment_id`, { params: one, query });
  await bot.call(`POST ${COMMENTS}/:comment_id/replies`, { params: one, query, body: { content: link } });
  await bot.call(`GET ${COMMENTS}/:comment_id/replies`, { params: one, query: { ...query, page_size: '1' } });
}

async function calendars(bot: Caller, ann: string): Promise<void> {
  const calendar_id = await bot.get(`POST ${CALENDARS}/primary`, 'calendars.0.calendar.calendar_id');
  const chat_id = await bot.get(`POST ${IM}/chats`, 'chat_id', {
    query: { user_id_type: 'union_id' },
    body: { name: 'Invited', user_id_list: [ann] },
  });
  const params = { calendar_id };
  const event_id = await bot.get(`POST ${EVENTS}`, 'event.event_id', {
    params,
    body: {
      summary: 'Stocktaking',
      start_time: { date: '2027-03-01' },
      end_time: { date: '2027-03-02' },
      location: { name: 'Yard', address: 'Pier 4', latitude: 31.2, longitude: 121.5 },
      recurrence: 'FREQ=WEEKLY;INTERVAL=1',
    },
  });
  const one = { calendar_id, event_id };
  const attendees = [
    { type: 'chat', chat_id },
    { type: 'third_party', third_party_email: 'guest@example.com' },
  ];
  await bot.call(`POST ${EVENTS}/:event_id/attendees`, { params: one, body: { attendees } });
  await bot.call(`GET ${EVENTS}/:event_id/attendees`, { params: one });
  await bot.call(`GET ${EVENTS}/:event_id`, { params: one, query: { need_attendee: 'true' } });
  await bot.call(`GET ${EVENTS}/instance_view`, {
    params,
    query: { start_time: '1803800000', end_time: '1804100000' },
  });
  await bot.call(`POST ${EVENTS}/search`, { params, body: { query: 'stock' } });
  await bot.call(`GET ${CALENDARS}/:calendar_id`, { params });
}

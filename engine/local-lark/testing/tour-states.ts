import type { Caller } from './caller.ts';

const IM = '/open-apis/im/v1';
const DOC = '/open-apis/docx/v1/documents';
const BASE = '/open-apis/bitable/v1/apps';
const T = `${BASE}/:app_token/tables/:table_id`;
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

/** A base whose changes an app watches. */
export async function watching(hears: Caller, ann: string): Promise<void> {
  const app_token = await hears.get(`POST ${BASE}`, 'app.app_token', { body: { name: 'Watched' } });
  const FILE = '/open-apis/drive/v1/files/:file_token';
  const file = { params: { file_token: app_token }, query: { file_type: 'bitable' } };
  await hears.call(`POST ${FILE}/subscribe`, file);
  await hears.call(`GET ${FILE}/get_subscribe`, file);
  const fields = [
    { field_name: 'Name', type: 1 },
    { field_name: 'Who', type: 11 },
  ];
  const table_id = await hears.get(`POST ${BASE}/:app_token/tables`, 'table_id', {
    params: { app_token },
    body: { table: { name: 'T', fields } },
  });
  const params = { app_token, table_id };
  const query = { user_id_type: 'union_id' };
  const record_id = await hears.get(`POST ${T}/records`, 'record.record_id', {
    params,
    query,
    body: { fields: { Name: 'a', Who: [{ id: ann }] } },
  });
  const one = { ...params, record_id };
  await hears.call(`PUT ${T}/records/:record_id`, {
    params: one,
    body: { fields: { Name: 'b', Who: null } },
  });
  await hears.call(`DELETE ${T}/records/:record_id`, { params: one });
  await hears.call(`DELETE ${FILE}/delete_subscribe`, file);
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

async function fields(bot: Caller): Promise<void> {
  const app_token = await bot.get(`POST ${BASE}`, 'app.app_token', { body: { name: 'Fields' } });
  const table_id = await bot.get(`POST ${BASE}/:app_token/tables`, 'table_id', {
    params: { app_token },
    body: { table: { name: 'T', fields: [{ field_name: 'Name', type: 1 }] } },
  });
  const params = { app_token, table_id };
  const properties: [type: number, property: unknown, ui_type?: string][] = [
    [1, { allowed_edit_modes: { manual: true, scan: true } }, 'Barcode'],
    [2, { formatter: '0', currency_code: 'CNY' }, 'Currency'],
    [2, { formatter: '0%', min: 0, max: 100, range_customize: true }, 'Progress'],
    [18, { table_id, table_name: 'T', multiple: true }],
    [22, { location: { input_type: 'not_limit' } }],
    [1005, { auto_serial: { type: 'custom', options: [{ type: 'system_number', value: '3' }] } }],
  ];
  for (const [n, [type, property, ui_type]] of properties.entries())
    await bot.call(`POST ${T}/fields`, {
      params,
      body: {
        field_name: `F${n}`,
        type,
        property,
        ...(ui_type === undefined ? {} : { ui_type }),
        description: { text: 'what it is', disable_sync: false },
      },
    });
  await bot.call(`GET ${T}/fields`, { params });
  await bot.call(`GET ${BASE}/:app_token/tables`, { params, query: { page_size: '1' } });
}

async function cells(bot: Caller, ann: string): Promise<void> {
  const app_token = await bot.get(`POST ${BASE}`, 'app.app_token', { body: { name: 'Cells' } });
  const fields = [
    { field_name: 'Name', type: 1 },
    { field_name: 'File', type: 17 },
    { field_name: 'Place', type: 22 },
    { field_name: 'Chats', type: 23 },
    { field_name: 'Url', type: 15 },
    { field_name: 'Count', type: 2 },
    { field_name: 'Who', type: 11 },
  ];
  const table_id = await bot.get(`POST ${BASE}/:app_token/tables`, 'table_id', {
    params: { app_token },
    body: { table: { name: 'T', fields } },
  });
  const params = { app_token, table_id };
  await bot.call(`POST ${T}/fields`, {
    params,
    body: { field_name: 'Link', type: 18, property: { table_id } },
  });
  const media = await bot.upload(
    'POST /open-apis/drive/v1/medias/upload_all',
    { file_name: 'note.txt', parent_type: 'bitable_file', parent_node: app_token, size: '4' },
    'file',
    'note',
  );
  const { file_token } = media.body.data as unknown as { file_token: string };
  const chat_id = await bot.get(`POST ${IM}/chats`, 'chat_id', { body: { name: 'In a cell' } });
  const query = { user_id_type: 'union_id' };
  const mention = {
    type: 'mention',
    mentionType: 'User',
    mentionNotify: false,
    token: ann,
    text: '@Ann',
    name: 'Ann',
  };
  const link = { type: 'url', text: 'site', link: 'https://example.com' };
  const record_id = await bot.get(`POST ${T}/records`, 'record.record_id', {
    params,
    query,
    body: {
      fields: {
        Name: [{ type: 'text', text: 'see ' }, mention, link],
        File: [{ file_token }],
        Place: '121.5,31.2',
        Chats: [{ id: chat_id }],
        Url: { text: 'site', link: 'https://example.com' },
        Count: 1,
        Who: [{ id: ann }],
      },
    },
  });
  await bot.call(`POST ${T}/records/batch_update`, {
    params,
    body: {
      records: [
        {
          record_id,
          fields: {
            Link: [record_id],
            Url: { text: 'b', link: 'https://example.com' },
            Chats: [{ id: chat_id }],
            File: [{ file_token }],
          },
        },
      ],
    },
  });
  await bot.call(`GET ${T}/records/:record_id`, { params: { ...params, record_id } });
  await bot.call(`GET ${T}/records/:record_id`, {
    params: { ...params, record_id },
    query: { text_field_as_array: 'true' },
  });
  await bot.call(`POST ${T}/records/search`, { params, body: {} });
}

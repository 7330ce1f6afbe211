import type { Caller } from './caller.ts';

const IM = '/open-apis/im/v1';
const BASE = '/open-apis/bitable/v1/apps';
const T = `${BASE}/:app_token/tables/:table_id`;

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

/** A field of every type with settings of its own. */
export async function fields(bot: Caller): Promise<void> {
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

/** A cell of every type. */
export async function cells(bot: Caller, ann: string): Promise<void> {
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

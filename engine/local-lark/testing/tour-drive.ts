import type { Caller } from './caller.ts';

const V1 = '/open-apis/im/v1';
const DOC = '/open-apis/docx/v1/documents';
const BASE = '/open-apis/bitable/v1/apps';
const PERM = '/open-apis/drive/v1/permissions/:token/members';
const MARKDOWN =
  '# Plan\n\nA **bold** [link](https://example.com) `x`\n\n- one\n  - two\n- [x] done\n\n1. a\n2. b\n\n> q\n\n```go\nx\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n---\n\n![i](https://example.com/i.png)\n';

/** Documents, blocks, permissions, metas. */
export async function documents(bot: Caller, ann: string): Promise<void> {
  const document_id = await bot.get(`POST ${DOC}`, 'document.document_id', { body: { title: 'Plan' } });
  const page = { document_id, block_id: document_id };
  await bot.call(`GET ${DOC}/:document_id`, { params: page });
  const converted = await bot.call(`POST ${DOC}/blocks/convert`, {
    body: { content_type: 'markdown', content: MARKDOWN },
  });
  const { first_level_block_ids, blocks } = converted.body.data as unknown as {
    first_level_block_ids: string[];
    blocks: Record<string, unknown>[];
  };
  const descendants = blocks.map((b) => {
    const table = b['table'] as { property: Record<string, unknown> } | undefined;
    if (table === undefined) return b;
    const { merge_info: _readOnly, ...property } = table.property;
    return { ...b, table: { property } };
  });
  await bot.call(`POST ${DOC}/:document_id/blocks/:block_id/descendant`, {
    params: page,
    body: { children_id: first_level_block_ids, descendants, index: 0 },
  });
  const run = { text_run: { content: 'tail' } };
  const block_id = await bot.get(
    `POST ${DOC}/:document_id/blocks/:block_id/children`,
    'children.0.block_id',
    { params: page, body: { children: [{ block_type: 12, bullet: { elements: [run] } }] } },
  );
  const params = { document_id, block_id };
  await bot.call(`GET ${DOC}/:document_id/blocks/:block_id`, { params });
  await bot.call(`PATCH ${DOC}/:document_id/blocks/:block_id`, {
    params,
    body: { update_text_elements: { elements: [run] } },
  });
  await bot.call(`PATCH ${DOC}/:document_id/blocks/batch_update`, {
    params,
    body: { requests: [{ block_id, update_text_elements: { elements: [run] } }] },
  });
  await bot.call(`GET ${DOC}/:document_id/blocks`, { params });
  await bot.call(`GET ${DOC}/:document_id/blocks/:block_id/children`, { params: page });
  await bot.call(`GET ${DOC}/:document_id/raw_content`, { params });
  await bot.call('GET /open-apis/docs/v1/content', {
    query: { doc_token: document_id, doc_type: 'docx', content_type: 'markdown' },
  });
  await bot.call(`DELETE ${DOC}/:document_id/blocks/:block_id/children/batch_delete`, {
    params: page,
    body: { start_index: 0, end_index: 1 },
  });
  const token = { token: document_id, member_id: ann };
  const query = { type: 'docx', member_type: 'unionid' };
  const member = { member_type: 'unionid', member_id: ann, perm: 'view', type: 'user' };
  await bot.call(`POST ${PERM}`, { params: token, query, body: member });
  await bot.call(`POST ${PERM}/batch_create`, { params: token, query, body: { members: [member] } });
  await bot.call(`GET ${PERM}`, { params: token, query });
  await bot.call(`PUT ${PERM}/:member_id`, {
    params: token,
    query,
    body: { member_type: 'unionid', perm: 'edit', type: 'user' },
  });
  await bot.call(`DELETE ${PERM}/:member_id`, { params: token, query, body: { type: 'user' } });
  await bot.call('POST /open-apis/drive/v1/metas/batch_query', {
    body: {
      request_docs: [
        { doc_token: document_id, doc_type: 'docx' },
        { doc_token: 'gone', doc_type: 'docx' },
      ],
      with_url: true,
    },
  });
}

/** Uploads, a download, an import of markdown. */
export async function files(bot: Caller, user: Caller, ann: string): Promise<void> {
  await bot.upload(`POST ${V1}/images`, { image_type: 'message' }, 'image', 'png');
  const uploaded = await bot.upload(
    `POST ${V1}/files`,
    { file_type: 'stream', file_name: '报告.txt' },
    'file',
    'the text',
  );
  const { file_key } = uploaded.body.data as unknown as { file_key: string };
  const message_id = await bot.get(`POST ${V1}/messages`, 'message_id', {
    query: { receive_id_type: 'union_id' },
    body: { receive_id: ann, msg_type: 'file', content: JSON.stringify({ file_key }) },
  });
  await user.call(`GET ${V1}/messages/:message_id/resources/:file_key`, {
    params: { message_id, file_key },
    query: { type: 'file' },
  });
  const media = await bot.upload(
    'POST /open-apis/drive/v1/medias/upload_all',
    { file_name: 'plan.md', parent_type: 'ccm_import_open', parent_node: '/', size: '9' },
    'file',
    MARKDOWN,
  );
  const { file_token } = media.body.data as unknown as { file_token: string };
  const ticket = await bot.get('POST /open-apis/drive/v1/import_tasks', 'ticket', {
    body: {
      file_extension: 'md',
      file_token,
      type: 'docx',
      file_name: 'plan',
      point: { mount_type: 1, mount_key: '' },
    },
  });
  await bot.call('GET /open-apis/drive/v1/import_tasks/:ticket', { params: { ticket } });
}

/** Bases, tables, fields, records. */
export async function bases(bot: Caller, ann: string): Promise<void> {
  const app_token = await bot.get(`POST ${BASE}`, 'app.app_token', { body: { name: 'Base' } });
  await bot.call(`GET ${BASE}/:app_token`, { params: { app_token } });
  const fields = [
    { field_name: 'Name', type: 1 },
    { field_name: 'Count', type: 2 },
    { field_name: 'State', type: 3, property: { options: [{ name: 'open' }] } },
    { field_name: 'Tags', type: 4 },
    { field_name: 'Due', type: 5 },
    { field_name: 'Done', type: 7 },
    { field_name: 'Who', type: 11 },
    { field_name: 'Link', type: 15 },
    { field_name: 'By', type: 1003 },
    { field_name: 'At', type: 1001 },
    { field_name: 'No', type: 1005 },
  ];
  const table_id = await bot.get(`POST ${BASE}/:app_token/tables`, 'table_id', {
    params: { app_token },
    body: { table: { name: 'T', fields } },
  });
  const params = { app_token, table_id };
  await bot.call(`POST ${BASE}/:app_token/tables/batch_create`, {
    params,
    body: { tables: [{ name: 'U' }] },
  });
  await bot.call(`GET ${BASE}/:app_token/tables`, { params });
  const T = `${BASE}/:app_token/tables/:table_id`;
  await bot.call(`GET ${T}/views`, { params });
  const field_id = await bot.get(`POST ${T}/fields`, 'field.field_id', {
    params,
    body: { field_name: 'Extra', type: 3, property: { options: [{ name: 'x' }] } },
  });
  await bot.call(`GET ${T}/fields`, { params });
  await bot.call(`PUT ${T}/fields/:field_id`, {
    params: { ...params, field_id },
    body: { field_name: 'Extra2', type: 3 },
  });
  await bot.call(`DELETE ${T}/fields/:field_id`, { params: { ...params, field_id } });
  const query = { user_id_type: 'union_id' };
  const row = {
    Name: 'a',
    Count: 2,
    State: 'open',
    Tags: ['x', 'y'],
    Due: 1700000000000,
    Done: true,
    Who: [{ id: ann }],
    Link: { text: 't', link: 'https://example.com' },
  };
  const record_id = await bot.get(`POST ${T}/records`, 'record.record_id', {
    params,
    query,
    body: { fields: row },
  });
  const one = { ...params, record_id };
  const second = await bot.get(`POST ${T}/records/batch_create`, 'records.0.record_id', {
    params,
    query,
    body: { records: [{ fields: row }] },
  });
  await bot.call(`PUT ${T}/records/:record_id`, { params: one, body: { fields: { Name: 'b', Done: null } } });
  await bot.call(`POST ${T}/records/batch_update`, {
    params,
    body: { records: [{ record_id, fields: { Count: 3 } }] },
  });
  await bot.call(`GET ${T}/records/:record_id`, { params: one });
  await bot.call(`GET ${T}/records`, { params });
  await bot.call(`POST ${T}/records/search`, {
    params,
    body: { automatic_fields: true, sort: [{ field_name: 'Count', desc: true }] },
  });
  await bot.call(`POST ${T}/records/batch_get`, { params, body: { record_ids: [record_id] } });
  await bot.call(`POST ${T}/records/batch_delete`, { params, body: { records: [second] } });
  await bot.call(`DELETE ${T}/records/:record_id`, { params: one });
  await bot.call(`DELETE ${T}`, { params });
}

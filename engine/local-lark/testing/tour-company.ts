import type { Caller } from './caller.ts';

const V1 = '/open-apis/im/v1';
const V2 = '/open-apis/im/v2';
const COMMENTS = '/open-apis/drive/v1/files/:file_token/comments';

/** Labels of groups. */
export async function labels(bot: Caller): Promise<void> {
  const chat_id = await bot.get(`POST ${V1}/chats`, 'chat_id', { body: { name: 'Labelled' } });
  const create = { body: { create_tag: { tag_type: 'tenant', name: 'Watch' } } };
  const tag_id = await bot.get(`POST ${V2}/tags`, 'id', create);
  await bot.call(`POST ${V2}/tags`, create);
  const other = { body: { create_tag: { tag_type: 'tenant', name: 'Other' } } };
  await bot.call(`POST ${V2}/tags`, other);
  for (const name of ['Watched', 'Other'])
    await bot.call(`PATCH ${V2}/tags/:tag_id`, { params: { tag_id }, body: { patch_tag: { name } } });
  const body = { tag_biz_type: 'chat', biz_entity_id: chat_id, tag_ids: [tag_id] };
  await bot.call(`POST ${V2}/biz_entity_tag_relation`, { body });
  await bot.call(`GET ${V2}/biz_entity_tag_relation`, {
    query: { tag_biz_type: 'chat', biz_entity_id: chat_id },
  });
  await bot.call(`PUT ${V2}/biz_entity_tag_relation`, { body });
}

/** Comments on a document, one of which mentions a listening bot. */
export async function comments(bot: Caller, listener: string): Promise<void> {
  const file_token = await bot.get('POST /open-apis/docx/v1/documents', 'document.document_id', {
    body: { title: 'Commented' },
  });
  const query = { file_type: 'docx' };
  const content = (...elements: unknown[]) => ({ elements });
  const text = { type: 'text_run', text_run: { text: 'please look ' } };
  const params = { file_token };
  const comment_id = await bot.get(`POST ${COMMENTS}`, 'comment_id', {
    params,
    query,
    body: {
      reply_list: {
        replies: [{ content: content(text, { type: 'person', person: { user_id: listener } }) }],
      },
    },
  });
  const one = { file_token, comment_id };
  const link = { type: 'docs_link', docs_link: { url: 'https://tenant.feishu.cn/docx/x' } };
  const reply_id = await bot.get(`POST ${COMMENTS}/:comment_id/replies`, 'reply_id', {
    params: one,
    query,
    body: { content: content(link) },
  });
  await bot.call(`PUT ${COMMENTS}/:comment_id/replies/:reply_id`, {
    params: { ...one, reply_id },
    query,
    body: { content: content(text) },
  });
  await bot.call(`PATCH ${COMMENTS}/:comment_id`, { params: one, query, body: { is_solved: true } });
  await bot.call(`GET ${COMMENTS}`, { params, query });
  await bot.call(`GET ${COMMENTS}/:comment_id`, { params: one, query });
  await bot.call(`GET ${COMMENTS}/:comment_id/replies`, { params: one, query: { ...query, page_size: '1' } });
  await bot.call(`POST ${COMMENTS}/batch_query`, { params, query, body: { comment_ids: [comment_id] } });
  await bot.call(`DELETE ${COMMENTS}/:comment_id/replies/:reply_id`, { params: { ...one, reply_id }, query });
}

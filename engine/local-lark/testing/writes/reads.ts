import type { Request } from '../caller.ts';
import { BASE, COMMENTS, DOC, EVENTS, IM, PERM, T, V4 } from './paths.ts';

/** A call of every reading route on what the stage holds. */
export function reads(ids: Readonly<Record<string, string>>): [string, Request][] {
  const params = {
    ...ids,
    token: ids['document_id']!,
    file_token: ids['document_id']!,
    user_id: ids['ann']!,
  };
  const doc = { params: { ...params, block_id: ids['document_id']! } };
  const docx = { params, query: { file_type: 'docx' } };
  const chat = { tag_biz_type: 'chat', biz_entity_id: ids['chat_id']! };
  return [
    ['GET /open-apis/bot/v3/info', {}],
    ['GET /open-apis/contact/v3/users/:user_id', { params, query: { user_id_type: 'union_id' } }],
    ['GET /open-apis/contact/v3/users/find_by_department', { query: { department_id: '0' } }],
    ['GET /open-apis/contact/v3/departments/:department_id', { params }],
    [
      'GET /open-apis/contact/v3/departments/:department_id/children',
      { params: { department_id: '0' }, query: { fetch_child: 'true' } },
    ],
    [
      'POST /open-apis/contact/v3/users/basic_batch',
      { query: { user_id_type: 'union_id' }, body: { user_ids: [ids['ann']] } },
    ],
    [`GET ${IM}/chats`, {}],
    [`GET ${IM}/chats/search`, { query: { query: 'ops' } }],
    [`GET ${IM}/chats/:chat_id`, { params }],
    [`GET ${IM}/chats/:chat_id/members`, { params }],
    [`GET ${IM}/chats/:chat_id/members/is_in_chat`, { params }],
    [`GET ${IM}/messages`, { query: { container_id_type: 'chat', container_id: ids['chat_id']! } }],
    [`GET ${IM}/messages/mget`, { query: { message_ids: ids['message_id']! } }],
    [`GET ${IM}/messages/:message_id`, { params }],
    [`GET ${IM}/messages/:message_id/reactions`, { params }],
    [`GET ${IM}/messages/:message_id/read_users`, { params, query: { user_id_type: 'open_id' } }],
    [`GET ${IM}/pins`, { query: { chat_id: ids['chat_id']! } }],
    [`POST ${IM}/messages/reactions/batch_query`, { body: { queries: [{ message_id: ids['message_id'] }] } }],
    ['POST /open-apis/cardkit/v1/cards/id_convert', { body: { message_id: ids['card_message'] } }],
    [
      'GET /open-apis/contact/v3/users/batch',
      { query: { user_id_type: 'union_id', user_ids: ids['ann'] ?? '' } },
    ],
    ['POST /open-apis/contact/v3/users/batch_get_id', { body: { emails: ['nobody@example.com'] } }],
    [
      `GET ${IM}/messages/:message_id/resources/:file_key`,
      { params: { ...params, message_id: ids['file_message'] ?? '' }, query: { type: 'file' } },
    ],
    ['GET /open-apis/drive/v1/import_tasks/:ticket', { params }],
    [
      'GET /open-apis/docs/v1/content',
      { query: { doc_token: ids['document_id'] ?? '', doc_type: 'docx', content_type: 'markdown' } },
    ],
    [
      'POST /open-apis/calendar/v4/freebusy/list',
      {
        query: { user_id_type: 'union_id' },
        body: {
          time_min: '2027-01-14T00:00:00+08:00',
          time_max: '2027-01-17T00:00:00+08:00',
          user_id: ids['ann'],
        },
      },
    ],
    ['GET /open-apis/drive/v1/files/:file_token/get_subscribe', { params, query: { file_type: 'docx' } }],
    ['GET /open-apis/drive/v1/files', {}],
    ['GET /open-apis/drive/v2/permissions/:token/public', { params, query: { type: 'docx' } }],
    ['GET /open-apis/im/v2/biz_entity_tag_relation', { query: chat }],
    [`GET ${DOC}`, doc],
    [`GET ${DOC}/blocks`, doc],
    [`GET ${DOC}/blocks/:block_id`, doc],
    [`GET ${DOC}/blocks/:block_id/children`, doc],
    [`GET ${DOC}/raw_content`, doc],
    [
      'POST /open-apis/docx/v1/documents/blocks/convert',
      { body: { content_type: 'markdown', content: '# a' } },
    ],
    [`GET ${PERM}`, { params, query: { type: 'docx' } }],
    [
      'POST /open-apis/drive/v1/metas/batch_query',
      { body: { request_docs: [{ doc_token: ids['document_id'], doc_type: 'docx' }] } },
    ],
    [`GET ${COMMENTS}`, docx],
    [`GET ${COMMENTS}/:comment_id`, docx],
    [`GET ${COMMENTS}/:comment_id/replies`, docx],
    [`POST ${COMMENTS}/batch_query`, { ...docx, body: { comment_ids: [ids['comment_id']] } }],
    [`GET ${BASE}`, { params }],
    [`GET ${BASE}/tables`, { params }],
    [`GET ${T}/views`, { params }],
    [`GET ${T}/fields`, { params }],
    [`GET ${T}/records`, { params }],
    [`GET ${T}/records/:record_id`, { params }],
    [`POST ${T}/records/search`, { params, body: {} }],
    [`POST ${T}/records/batch_get`, { params, body: { record_ids: [ids['record_id']] } }],
    [`POST ${V4}/primary`, {}],
    [`GET ${V4}`, {}],
    [`GET ${V4}/:calendar_id`, { params }],
    [`GET ${EVENTS}`, { params }],
    [`GET ${EVENTS}/:event_id`, { params }],
    [`GET ${EVENTS}/:event_id/attendees`, { params }],
    [`POST ${EVENTS}/search`, { params, body: { query: 'review' } }],
    [`GET ${EVENTS}/instance_view`, { params, query: { start_time: '1799990000', end_time: '1800090000' } }],
  ];
}

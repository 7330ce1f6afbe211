import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ANSWERS } from '../../engine/platform/lark/answers.ts';

const BASE = '/open-apis/bitable/v1/apps';
const TABLE = `${BASE}/:app_token/tables/:table_id`;
const DOC = '/open-apis/docx/v1/documents';
const IM = '/open-apis/im/v1';
const COMMENTS = '/open-apis/drive/v1/files/:file_token/comments';
const MEMBERS = '/open-apis/drive/v1/permissions/:token/members';
const EVENTS = '/open-apis/calendar/v4/calendars/:calendar_id/events';

/** The call of the connector that reads answers of an operation, or of one that shows the same object. */
export const CALLS: Readonly<Record<string, keyof typeof ANSWERS | undefined>> = {
  [`POST ${BASE}`]: 'bitable.app.create',
  [`GET ${BASE}/:app_token`]: 'bitable.app.get',
  [`GET ${BASE}/:app_token/tables`]: 'bitable.table.list',
  [`POST ${TABLE}/records/search`]: 'bitable.record.search',
  [`POST ${EVENTS}`]: 'calendar.event.create',
  'GET /open-apis/contact/v3/users/:user_id': 'contact.user.get',
  [`POST ${DOC}`]: 'docx.document.create',
  [`GET ${DOC}/:document_id`]: 'docx.document.get',
  [`GET ${DOC}/:document_id/raw_content`]: 'docx.document.raw_content',
  [`POST ${DOC}/blocks/convert`]: 'docx.document.convert',
  [`GET ${DOC}/:document_id/blocks/:block_id`]: 'docx.block.get',
  [`GET ${COMMENTS}`]: 'drive.comment.list',
  [`GET ${IM}/chats`]: 'im.chat.list',
  [`POST ${IM}/chats/:chat_id/members`]: 'im.chat.members.create',
  [`POST ${IM}/messages`]: 'im.message.create',
  [`GET ${IM}/messages/:message_id`]: 'im.message.get',
  [`PUT ${IM}/messages/:message_id`]: 'im.message.create',
  [`POST ${IM}/messages/:message_id/reactions`]: 'im.reaction.create',
  [`GET ${EVENTS}/:event_id`]: 'calendar.event.create',
  [`GET ${EVENTS}/instance_view`]: 'calendar.event.list',
  [`POST ${EVENTS}/search`]: 'calendar.event.list',
  [`GET ${COMMENTS}/:comment_id`]: 'drive.comment.create',
  [`POST ${COMMENTS}/batch_query`]: 'drive.comment.list',
  [`PATCH ${DOC}/:document_id/blocks/:block_id`]: 'docx.block.get',
};

/** Answers and other samples that no part of the connector reads, with the reason. */
export const NEVER_READ: Readonly<Record<string, readonly string[]>> = {
  'the connector looks at the code alone': [
    `PUT ${TABLE}/records/:record_id`,
    `POST ${EVENTS}/:event_id/attendees`,
    `DELETE ${IM}/messages/:message_id/reactions/:reaction_id`,
    `POST ${MEMBERS}`,
  ],
  'the connector never asks': [
    `GET ${TABLE}/records/:record_id`,
    `GET ${TABLE}/views`,
    `POST ${TABLE}/fields`,
    `POST ${TABLE}/records`,
    `POST ${TABLE}/records/batch_delete`,
    `POST ${TABLE}/records/batch_update`,
    `POST ${BASE}/:app_token/tables/batch_create`,
    'GET /open-apis/bot/v3/info',
    'GET /open-apis/calendar/v4/calendars',
    'POST /open-apis/calendar/v4/calendars',
    `GET ${EVENTS}/:event_id/attendees`,
    'GET /open-apis/contact/v3/departments/:department_id',
    'GET /open-apis/contact/v3/departments/:department_id/children',
    'GET /open-apis/contact/v3/users/batch',
    'GET /open-apis/contact/v3/users/find_by_department',
    'POST /open-apis/contact/v3/users/basic_batch',
    `GET ${DOC}/:document_id/blocks`,
    `GET ${DOC}/:document_id/blocks/:block_id/children`,
    `POST ${DOC}/:document_id/blocks/:block_id/children`,
    `PATCH ${DOC}/:document_id/blocks/batch_update`,
    'GET /open-apis/drive/v1/files',
    `GET ${COMMENTS}/:comment_id/replies`,
    'GET /open-apis/drive/v1/import_tasks/:ticket',
    'POST /open-apis/drive/v1/medias/upload_all',
    'POST /open-apis/drive/v1/metas/batch_query',
    `GET ${MEMBERS}`,
    `PUT ${MEMBERS}/:member_id`,
    `DELETE ${MEMBERS}/:member_id`,
    'GET /open-apis/drive/v2/permissions/:token/public',
    'PATCH /open-apis/drive/v2/permissions/:token/public',
    `GET ${IM}/chats/:chat_id`,
    `PUT ${IM}/chats/:chat_id`,
    `GET ${IM}/chats/:chat_id/members/is_in_chat`,
    `POST ${IM}/chats/:chat_id/link`,
    `GET ${IM}/messages/:message_id/read_users`,
    `DELETE ${IM}/messages/:message_id`,
    `POST ${IM}/messages/merge_forward`,
    `POST ${IM}/messages/reactions/batch_query`,
    `GET ${IM}/pins`,
    `POST ${IM}/files`,
    'GET /open-apis/wiki/v2/spaces/get_node',
  ],
  'the official SDK reads it, nothing of ours': [
    'POST /open-apis/auth/v3/app_access_token/internal',
    'POST /open-apis/auth/v3/tenant_access_token/internal',
    'POST /callback/ws/endpoint',
    'WS URL (data.URL of POST /callback/ws/endpoint)',
    'WS close',
    'WS upgrade refused',
  ],
  'no answer of its own: what a client writes, or a part of an error': [
    `POST ${TABLE}/records/search (filter)`,
    'any (full error structure)',
  ],
  'webhooks are not used, and the first version of events is not': [
    'event envelope v1.0 / v2.0',
    'webhook POST (encrypted body / url_verification)',
    'webhook POST (encrypted body)',
    'webhook answer to url_verification',
  ],
};

/** Names of all calls that stand in the connector's source. */
export function callsOfTheConnector(): string[] {
  const root = path.resolve(import.meta.dirname, '../../engine/platform/lark');
  const source = readdirSync(root)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(root, name), 'utf8'))
    .join('\n');
  return [...new Set([...source.matchAll(/\bop: '([\w.]+)'/g)].map((m) => m[1] ?? ''))].sort();
}

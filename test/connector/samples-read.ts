import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ANSWERS } from '../../engine/platform/lark/answers.ts';

const BASE = '/open-apis/bitable/v1/apps';
const TABLE = `${BASE}/:app_token/tables/:table_id`;
const DOC = '/open-apis/docx/v1/documents';
const IM = '/open-apis/im/v1';
const EVENTS = '/open-apis/calendar/v4/calendars/:calendar_id/events';

/** The call of the connector that reads answers of an operation. */
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
  'GET /open-apis/drive/v1/files/:file_token/comments': 'drive.comment.list',
  [`GET ${IM}/chats`]: 'im.chat.list',
  [`POST ${IM}/chats/:chat_id/members`]: 'im.chat.members.create',
  [`POST ${IM}/messages`]: 'im.message.create',
  [`GET ${IM}/messages/:message_id`]: 'im.message.get',
  [`POST ${IM}/messages/:message_id/reactions`]: 'im.reaction.create',
};

const CODE_ONLY = 'the connector looks at the code alone';
/** Operations of the connector whose answers it does not read. */
export const IGNORED: Readonly<Record<string, string>> = {};
void CODE_ONLY;

/** Samples that no part of the connector reads, by operation or file, with the reason. */
export const NEVER_READ: ReadonlyMap<string, string> = new Map([]);

/** Names of all calls that stand in the connector's source. */
export function callsOfTheConnector(): string[] {
  const root = path.resolve(import.meta.dirname, '../../engine/platform/lark');
  const source = readdirSync(root)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(path.join(root, name), 'utf8'))
    .join('\n');
  return [...new Set([...source.matchAll(/\bop: '([\w.]+)'/g)].map((m) => m[1] ?? ''))].sort();
}

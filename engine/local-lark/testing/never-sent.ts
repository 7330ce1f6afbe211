/** Keys that documented answers or events have and this platform never sends. */
export interface NeverSent {
  /** operation as `METHOD path`, or type of an event */
  readonly where: string;
  /** paths as `testing/unsent.ts` writes them */
  readonly keys: readonly string[];
  /** as docs/real-lark.md says it */
  readonly why: string;
}

const USERS = 'GET /open-apis/contact/v3/users';
const DEPARTMENTS = 'GET /open-apis/contact/v3/departments';
const COMMENTS = '/open-apis/drive/v1/files/:file_token/comments';
const EVENTS = '/open-apis/calendar/v4/calendars/:calendar_id/events';
const TABLE = '/open-apis/bitable/v1/apps/:app_token/tables/:table_id';

const PROFILE = 'no attributes or licences of a company of its own; the state stands in `status`';
const UNITS = 'departments have a name, a place, a leader and people only';
const NO_PICTURES = 'comments have no pictures and no reactions here';
const ONE_PAGE = 'a comment is shown with all its replies';
const CALENDAR = 'no video, attachments or check-in; a series is kept as its rule';
const ROOMS = 'meeting rooms do not exist here';
const ILLUSTRATION = 'the documented example fills every key at once; captured answers leave it out';

const under = (path: string, keys: readonly string[]): string[] => keys.map((key) => `${path}.${key}`);
const attendee = ['room_id', 'operate_id', 'resource_customization'];
const reply = ['extra.image_list[]', 'reactions'];

/** Every such key; docs/real-lark.md has the same list, and a test holds both to what is really sent. */
export const NEVER_SENT: readonly NeverSent[] = [
  {
    where: `${USERS}/batch`,
    keys: under('data.items[]', [
      'avatar_key',
      'custom_attrs',
      'is_frozen',
      'subscription_ids',
      'assign_info',
    ]),
    why: PROFILE,
  },
  {
    where: `${USERS}/find_by_department`,
    keys: under('data.items[]', ['avatar_key', 'custom_attrs', 'is_frozen']),
    why: PROFILE,
  },
  { where: `${USERS}/:user_id`, keys: under('data.user', ['custom_attrs', 'assign_info']), why: PROFILE },
  {
    where: `${DEPARTMENTS}/:department_id`,
    keys: under('data.department', ['chat_id', 'unit_ids', 'group_chat_employee_types', 'department_hrbps']),
    why: UNITS,
  },
  {
    where: `${DEPARTMENTS}/:department_id/children`,
    keys: under('data.items[]', ['chat_id', 'unit_ids', 'department_hrbps']),
    why: UNITS,
  },
  {
    where: 'POST /open-apis/im/v1/chats/:chat_id/members',
    keys: ['data.invalid_id_list[]', 'data.pending_approval_id_list[]'],
    why: 'nobody resigns here, and no group asks for approval',
  },
  {
    where: 'POST /open-apis/im/v1/messages',
    keys: under('data', ['root_id', 'parent_id', 'upper_message_id']),
    why: ILLUSTRATION,
  },
  {
    where: 'PUT /open-apis/im/v1/messages/:message_id',
    keys: ['data.upper_message_id'],
    why: ILLUSTRATION,
  },
  {
    where: 'im.chat.updated_v1',
    keys: ['event.moderator_list'],
    why: 'groups have no moderators: everybody may speak',
  },
  {
    where: 'GET /open-apis/drive/v1/files',
    keys: ['data.files[].shortcut_info'],
    why: 'there are no shortcuts',
  },
  {
    where: 'GET /open-apis/drive/v1/import_tasks/:ticket',
    keys: ['data.result.extra[]'],
    why: 'an import has no remarks: only markdown and text are taken',
  },
  {
    where: 'GET /open-apis/docx/v1/documents/:document_id',
    keys: ['data.document.cover'],
    why: 'no call of the platform sets a cover',
  },
  {
    where: 'POST /open-apis/drive/v1/metas/batch_query',
    keys: under('data.metas[]', ['sec_label_name', 'request_doc_info']),
    why: 'no security labels; documents are asked for by their own token only',
  },
  {
    where: `GET ${COMMENTS}`,
    keys: under('data.items[].reply_list.replies[]', reply),
    why: NO_PICTURES,
  },
  { where: `GET ${COMMENTS}`, keys: ['data.items[].page_token'], why: ONE_PAGE },
  {
    where: `POST ${COMMENTS}/batch_query`,
    keys: under('data.items[].reply_list.replies[]', reply),
    why: NO_PICTURES,
  },
  { where: `POST ${COMMENTS}/batch_query`, keys: ['data.items[].page_token'], why: ONE_PAGE },
  {
    where: `GET ${COMMENTS}/:comment_id`,
    keys: under('data.reply_list.replies[]', reply),
    why: NO_PICTURES,
  },
  { where: `GET ${COMMENTS}/:comment_id`, keys: ['data.page_token'], why: ONE_PAGE },
  { where: `GET ${COMMENTS}/:comment_id/replies`, keys: under('data.items[]', reply), why: NO_PICTURES },
  {
    where: `POST ${EVENTS}`,
    keys: under('data.event', ['vchat', 'recurring_event_id', 'schemas', 'attachments', 'event_check_in']),
    why: CALENDAR,
  },
  {
    where: `GET ${EVENTS}/:event_id`,
    keys: under('data.event', ['vchat', 'recurring_event_id', 'schemas', 'attachments', 'event_check_in']),
    why: CALENDAR,
  },
  {
    where: `GET ${EVENTS}/:event_id`,
    keys: under('data.event.attendees[]', ['room_id', 'operate_id']),
    why: ROOMS,
  },
  {
    where: `GET ${EVENTS}/instance_view`,
    keys: under('data.items[]', ['vchat', 'recurring_event_id']),
    why: CALENDAR,
  },
  {
    where: `GET ${EVENTS}/instance_view`,
    keys: under('data.items[].attendees[]', [...attendee, 'approval_reason']),
    why: ROOMS,
  },
  {
    where: `POST ${EVENTS}/search`,
    keys: under('data.items[]', ['recurring_event_id', 'attachments']),
    why: CALENDAR,
  },
  { where: `POST ${EVENTS}/:event_id/attendees`, keys: under('data.attendees[]', attendee), why: ROOMS },
  { where: `GET ${EVENTS}/:event_id/attendees`, keys: under('data.items[]', attendee), why: ROOMS },
  {
    where: `GET ${TABLE}/views`,
    keys: ['data.items[].view_private_owner_id', 'data.page_token'],
    why: 'a table has its one public view',
  },
  {
    where: `POST ${TABLE}/records/search`,
    keys: ['data.items[].fields.*.type', 'data.items[].fields.*.value'],
    why: 'formulas and lookups are not computed: their cells stay empty',
  },
  {
    where: 'im.message.receive_v1',
    keys: ['event.message.user_agent'],
    why: ILLUSTRATION,
  },
  {
    where: 'im.message.receive_v1',
    keys: ['_model'],
    why: 'the logging client of two captures wrote it, not the platform',
  },
  {
    where: 'im.chat.access_event.bot_p2p_chat_entered_v1',
    keys: under('event', ['last_message_id', 'last_message_create_time']),
    why: 'a chat is entered when its first message is written: there is no last one',
  },
];

/** The rows of the table in docs/real-lark.md. */
export function neverSentRows(): string[][] {
  return NEVER_SENT.map(({ where, keys, why }) => [
    `\`${where.replace('/open-apis', '')}\``,
    keys.map((key) => `\`${key}\``).join(', '),
    why,
  ]);
}

/** The rows below a heading of a Markdown page, cell by cell, without the table's head. */
export function tableUnder(page: string, heading: string): string[][] {
  const from = page.indexOf(heading);
  if (from < 0) return [];
  const section = page.slice(from + heading.length).split(/^#/m)[0] ?? '';
  return section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\||\|$/g, '').trim()));
}

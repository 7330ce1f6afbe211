import type { LocalLark } from '../index.ts';
import { Caller, tenantToken, type Request } from './caller.ts';

const IM = '/open-apis/im/v1';
const DOC = '/open-apis/docx/v1/documents/:document_id';
const BASE = '/open-apis/bitable/v1/apps/:app_token';
const T = `${BASE}/tables/:table_id`;
const PERM = '/open-apis/drive/v1/permissions/:token/members';
const COMMENTS = '/open-apis/drive/v1/files/:file_token/comments';
const V4 = '/open-apis/calendar/v4/calendars';
const EVENTS = `${V4}/:calendar_id/events`;

/** What an agent has, and somebody who may touch none of it. */
export interface Stage {
  readonly platform: LocalLark;
  readonly agent: Caller;
  readonly agentId: string;
  readonly intruder: Caller;
  readonly intruderId: string;
  /** ids by name: what writes leave behind for those that undo them */
  readonly ids: Record<string, string>;
  /** calls every reading route; returns those that failed */
  readEverything(): Promise<string[]>;
}

export interface Write {
  /** names of the operations it stands for */
  readonly ops: readonly string[];
  readonly run: (s: Stage) => Promise<void>;
  /** the same by somebody who may not */
  readonly blocked: (s: Stage) => Promise<void>;
  readonly revert?: (s: Stage) => Promise<void>;
  /** nothing at all is left after it was undone */
  readonly exact?: true;
}

const content = (text: string) => ({ msg_type: 'text', content: JSON.stringify({ text }) });
const reply = (text: string) => ({ content: { elements: [{ type: 'text_run', text_run: { text } }] } });
const hour = (n: number) => ({
  start_time: { timestamp: String(n) },
  end_time: { timestamp: String(n + 3600) },
});

/** A world with one of everything, all of it the agent's. */
export async function stage(platform: LocalLark): Promise<Stage> {
  const app = platform.createApp('agent', { name: 'Agent' });
  const other = platform.createApp('intruder', { name: 'Intruder' });
  const guest = platform.createApp('guest', { name: 'Guest' });
  const ann = platform.createUser('ann', { name: 'Ann' });
  const agent = new Caller(platform, await tenantToken(platform, app));
  const intruder = new Caller(platform, await tenantToken(platform, other));
  const ids: Record<string, string> = { ann: ann.union_id, guest: guest.app_id };
  const make = async (name: string, route: string, at: string, request: Request): Promise<void> => {
    ids[name] = await agent.get(route, at, request);
  };
  await make('chat_id', `POST ${IM}/chats`, 'chat_id', { body: { name: 'Ops' } });
  await make('message_id', `POST ${IM}/messages`, 'message_id', {
    query: { receive_id_type: 'chat_id' },
    body: { receive_id: ids['chat_id'], ...content('first') },
  });
  const card = JSON.stringify({ elements: [{ tag: 'markdown', content: 'first' }] });
  await make('card', `POST ${IM}/messages`, 'message_id', {
    query: { receive_id_type: 'chat_id' },
    body: { receive_id: ids['chat_id'], msg_type: 'interactive', content: card },
  });
  await make('document_id', 'POST /open-apis/docx/v1/documents', 'document.document_id', { body: {} });
  const paragraph = { block_type: 2, text: { elements: [{ text_run: { content: 'line' } }] } };
  await make('block_id', `POST ${DOC}/blocks/:block_id/children`, 'children.0.block_id', {
    params: { document_id: ids['document_id']!, block_id: ids['document_id']! },
    body: { children: [paragraph] },
  });
  await make('app_token', 'POST /open-apis/bitable/v1/apps', 'app.app_token', { body: { name: 'Base' } });
  await make('table_id', `POST ${BASE}/tables`, 'table_id', {
    params: { app_token: ids['app_token']! },
    body: { table: { name: 'T', fields: [{ field_name: 'Name', type: 1 }] } },
  });
  const table = { app_token: ids['app_token']!, table_id: ids['table_id']! };
  await make('field_id', `POST ${T}/fields`, 'field.field_id', {
    params: table,
    body: { field_name: 'Note', type: 1 },
  });
  await make('record_id', `POST ${T}/records`, 'record.record_id', {
    params: table,
    body: { fields: { Name: 'a' } },
  });
  await make('comment_id', `POST ${COMMENTS}`, 'comment_id', {
    params: { file_token: ids['document_id']! },
    query: { file_type: 'docx' },
    body: { reply_list: { replies: [reply('first')] } },
  });
  await make('calendar_id', `POST ${V4}/primary`, 'calendars.0.calendar.calendar_id', {});
  await make('event_id', `POST ${EVENTS}`, 'event.event_id', {
    params: { calendar_id: ids['calendar_id']! },
    body: { summary: 'Review', ...hour(1_800_000_000) },
  });
  await make('tag_id', 'POST /open-apis/im/v2/tags', 'id', {
    body: { create_tag: { tag_type: 'tenant', name: 'Watch' } },
  });
  return {
    platform,
    agent,
    agentId: app.app_id,
    intruder,
    intruderId: other.app_id,
    ids,
    readEverything: async () => {
      const failed: string[] = [];
      for (const [route, request] of reads(ids)) {
        const answer = await agent.call(route, request);
        if (answer.status !== 200 || answer.body.code !== 0)
          failed.push(`${route}: ${JSON.stringify(answer.body)}`);
      }
      return failed;
    },
  };
}

function reads(ids: Readonly<Record<string, string>>): [string, Request][] {
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
    [`GET ${IM}/chats`, {}],
    [`GET ${IM}/chats/search`, { query: { query: 'ops' } }],
    [`GET ${IM}/chats/:chat_id`, { params }],
    [`GET ${IM}/chats/:chat_id/members`, { params }],
    [`GET ${IM}/chats/:chat_id/members/is_in_chat`, { params }],
    [`GET ${IM}/messages`, { query: { container_id_type: 'chat', container_id: ids['chat_id']! } }],
    [`GET ${IM}/messages/mget`, { query: { message_ids: ids['message_id']! } }],
    [`GET ${IM}/messages/:message_id`, { params }],
    [`GET ${IM}/messages/:message_id/reactions`, { params }],
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

type Shape = (ids: Readonly<Record<string, string>>) => Request;

/** A call that succeeds for its owner and is refused to anybody else. */
function write(
  ops: string | readonly string[],
  route: string,
  request: Shape,
  more: {
    keep?: readonly [name: string, at: string];
    undo?: readonly [route: string, Shape];
    exact?: true;
  } = {},
): Write {
  const { undo, exact } = more;
  return {
    ops: typeof ops === 'string' ? [ops] : ops,
    run: async (s) => {
      const at = more.keep?.[1] ?? '';
      const value = await s.agent.get(route, at, request(s.ids));
      if (more.keep !== undefined) s.ids[more.keep[0]] = value;
    },
    blocked: async (s) => {
      await s.intruder.call(route, request(s.ids));
    },
    ...(undo === undefined
      ? {}
      : { revert: async (s: Stage) => void (await s.agent.get(undo[0], '', undo[1](s.ids))) }),
    ...(exact === undefined ? {} : { exact }),
  };
}

const send: Shape = (ids) => ({
  query: { receive_id_type: 'chat_id' },
  body: { receive_id: ids['chat_id'], ...content('more') },
});

const card = (text: string) => ({
  content: JSON.stringify({ elements: [{ tag: 'markdown', content: text }] }),
});
const member = { member_type: 'unionid', perm: 'view', type: 'user' };
const docx = { query: { file_type: 'docx' } };
const shared = { query: { type: 'docx', member_type: 'unionid' } };
const all: Shape = (ids) => ({ params: { ...ids } });
const file: Shape = (ids) => ({ params: { ...ids, file_token: ids['document_id']! } });
const shares: Shape = (ids) => ({
  ...shared,
  params: { token: ids['document_id']!, member_id: ids['ann']! },
});
const page: Shape = (ids) => ({
  params: { document_id: ids['document_id']!, block_id: ids['document_id']! },
});
const label: Shape = (ids) => ({
  body: { tag_biz_type: 'chat', biz_entity_id: ids['chat_id'], tag_ids: [ids['tag_id']] },
});
const bots: Shape = (ids) => ({
  ...all(ids),
  query: { member_id_type: 'app_id' },
  body: { id_list: [ids['guest']] },
});
const invited: Shape = (ids) => ({
  ...all(ids),
  query: { user_id_type: 'union_id' },
  body: { attendees: [{ type: 'user', user_id: ids['ann'] }] },
});
const uninvited: Shape = (ids) => ({
  ...all(ids),
  query: { user_id_type: 'union_id' },
  body: { delete_ids: [{ type: 'user', user_id: ids['ann'] }] },
});
const having =
  (shape: Shape, body: unknown): Shape =>
  (ids) => ({ ...shape(ids), body });
/** The same with another id under a name: what a write has made. */
const made =
  (shape: Shape, name: string, from: string): Shape =>
  (ids) =>
    shape({ ...ids, [name]: ids[from] ?? ids[name] ?? '' });

/** Undoing one write is another. */
function after(first: Write, second: Write, ops: readonly string[], undo?: Write): Write {
  return {
    ops,
    run: async (s) => {
      await first.run(s);
      await second.run(s);
    },
    blocked: (s) => second.blocked(s),
    ...(undo === undefined ? {} : { revert: (s: Stage) => undo.run(s), exact: true }),
  };
}

const message = write('im.message.create', `POST ${IM}/messages`, send, { keep: ['made', 'message_id'] });
const recall = write(
  'im.message.delete',
  `DELETE ${IM}/messages/:message_id`,
  made(all, 'message_id', 'made'),
);
const REACTIONS = `${IM}/messages/:message_id/reactions`;
const RELATION = '/open-apis/im/v2/biz_entity_tag_relation';
const react = write(
  'im.message.reaction.create',
  `POST ${REACTIONS}`,
  having(all, { reaction_type: { emoji_type: 'OK' } }),
  { keep: ['reaction_id', 'reaction_id'], undo: [`DELETE ${REACTIONS}/:reaction_id`, all], exact: true },
);
const unreact = write('im.message.reaction.delete', `DELETE ${REACTIONS}/:reaction_id`, (ids) =>
  all({ reaction_id: 'none', ...ids }),
);
const bind = write('im.tag.bind', `POST ${RELATION}`, label, {
  undo: [`PUT ${RELATION}`, label],
  exact: true,
});
const unbind = write('im.tag.unbind', `PUT ${RELATION}`, label);
const join = write('im.chat.member.add', `POST ${IM}/chats/:chat_id/members`, bots, {
  undo: [`DELETE ${IM}/chats/:chat_id/members`, bots],
  exact: true,
});
const leave = write('im.chat.member.remove', `DELETE ${IM}/chats/:chat_id/members`, bots);
const CHILDREN = `${DOC}/blocks/:block_id/children`;
const line = { block_type: 2, text: { elements: [{ text_run: { content: 'new' } }] } };
const unline: Shape = having(page, { start_index: 0, end_index: 1 });
const block = write('docx.block.create', `POST ${CHILDREN}`, having(page, { index: 0, children: [line] }), {
  undo: [`DELETE ${CHILDREN}/batch_delete`, unline],
  exact: true,
});
const unblock = write('docx.block.delete', `DELETE ${CHILDREN}/batch_delete`, unline);
const retext = (text: string): Shape =>
  having(all, { update_text_elements: { elements: [{ text_run: { content: text } }] } });
const grant = write(
  'drive.permission.create',
  `POST ${PERM}`,
  (ids) => ({
    ...shares(ids),
    body: { ...member, member_id: ids['ann'] },
  }),
  { undo: [`DELETE ${PERM}/:member_id`, shares], exact: true },
);
const ungrant = write('drive.permission.delete', `DELETE ${PERM}/:member_id`, shares);
const regrant = write(
  'drive.permission.update',
  `PUT ${PERM}/:member_id`,
  having(shares, { ...member, perm: 'edit' }),
);
const row = write('bitable.record.create', `POST ${T}/records`, having(all, { fields: { Name: 'b' } }), {
  keep: ['row', 'record.record_id'],
  undo: [`DELETE ${T}/records/:record_id`, made(all, 'record_id', 'row')],
  exact: true,
});
const unrow = write('bitable.record.delete', `DELETE ${T}/records/:record_id`, made(all, 'record_id', 'row'));
const column = write(
  'bitable.field.create',
  `POST ${T}/fields`,
  having(all, { field_name: 'Extra', type: 1 }),
  {
    keep: ['column', 'field.field_id'],
    undo: [`DELETE ${T}/fields/:field_id`, made(all, 'field_id', 'column')],
    exact: true,
  },
);
const uncolumn = write(
  'bitable.field.delete',
  `DELETE ${T}/fields/:field_id`,
  made(all, 'field_id', 'column'),
);
const table = write('bitable.table.create', `POST ${BASE}/tables`, having(all, { table: { name: 'U' } }), {
  keep: ['table', 'table_id'],
  undo: [`DELETE ${T}`, made(all, 'table_id', 'table')],
  exact: true,
});
const untable = write('bitable.table.delete', `DELETE ${T}`, made(all, 'table_id', 'table'));
const say = write(
  'drive.comment.reply.create',
  `POST ${COMMENTS}/:comment_id/replies`,
  (ids) => ({
    ...file(ids),
    ...docx,
    body: reply('more'),
  }),
  {
    keep: ['reply_id', 'reply_id'],
    undo: [`DELETE ${COMMENTS}/:comment_id/replies/:reply_id`, (ids) => ({ ...file(ids), ...docx })],
    exact: true,
  },
);
const unsay = write(
  'drive.comment.reply.delete',
  `DELETE ${COMMENTS}/:comment_id/replies/:reply_id`,
  (ids) => ({
    ...file({ reply_id: 'none', ...ids }),
    ...docx,
  }),
);
const resay = write('drive.comment.reply.update', `PUT ${COMMENTS}/:comment_id/replies/:reply_id`, (ids) => ({
  ...file({ reply_id: 'none', ...ids }),
  ...docx,
  body: reply('else'),
}));
const solve =
  (is_solved: boolean): Shape =>
  (ids) => ({ ...file(ids), ...docx, body: { is_solved } });
const event = write(
  'calendar.event.create',
  `POST ${EVENTS}`,
  having(all, { summary: 'More', ...hour(1_800_010_000) }),
  {
    keep: ['event', 'event.event_id'],
    undo: [`DELETE ${EVENTS}/:event_id`, made(all, 'event_id', 'event')],
  },
);
const unevent = write('calendar.event.delete', `DELETE ${EVENTS}/:event_id`, made(all, 'event_id', 'event'));
const ATTENDEES = `${EVENTS}/:event_id/attendees`;
const invite = write('calendar.event.attendee.create', `POST ${ATTENDEES}`, invited, {
  undo: [`POST ${ATTENDEES}/batch_delete`, uninvited],
  exact: true,
});
const uninvite = write('calendar.event.attendee.delete', `POST ${ATTENDEES}/batch_delete`, uninvited);

/** A write of every kind that can be refused. */
export const WRITES: readonly Write[] = [
  message,
  after(message, recall, ['im.message.delete']),
  write('im.message.reply', `POST ${IM}/messages/:message_id/reply`, having(all, content('so'))),
  write('im.message.update', `PUT ${IM}/messages/:message_id`, having(all, content('else')), {
    undo: [`PUT ${IM}/messages/:message_id`, having(all, content('first'))],
    exact: true,
  }),
  write(
    ['im.message.patch', 'im.message.update'],
    `PATCH ${IM}/messages/:message_id`,
    made(having(all, card('else')), 'message_id', 'card'),
    {
      undo: [`PATCH ${IM}/messages/:message_id`, made(having(all, card('first')), 'message_id', 'card')],
      exact: true,
    },
  ),
  react,
  after(react, unreact, ['im.message.reaction.delete']),
  write('im.chat.update', `PUT ${IM}/chats/:chat_id`, having(all, { name: 'Else' }), {
    undo: [`PUT ${IM}/chats/:chat_id`, having(all, { name: 'Ops' })],
    exact: true,
  }),
  join,
  after(join, leave, ['im.chat.member.remove']),
  bind,
  after(bind, unbind, ['im.tag.unbind']),
  block,
  after(block, unblock, ['docx.block.delete']),
  write('docx.block.update', `PATCH ${DOC}/blocks/:block_id`, retext('else'), {
    undo: [`PATCH ${DOC}/blocks/:block_id`, retext('line')],
    exact: true,
  }),
  grant,
  after(grant, ungrant, ['drive.permission.delete']),
  after(grant, regrant, ['drive.permission.update'], ungrant),
  table,
  after(table, untable, ['bitable.table.delete']),
  column,
  after(column, uncolumn, ['bitable.field.delete']),
  write('bitable.field.update', `PUT ${T}/fields/:field_id`, having(all, { field_name: 'Else', type: 1 }), {
    undo: [`PUT ${T}/fields/:field_id`, having(all, { field_name: 'Note', type: 1 })],
    exact: true,
  }),
  row,
  after(row, unrow, ['bitable.record.delete']),
  write('bitable.record.update', `PUT ${T}/records/:record_id`, having(all, { fields: { Name: 'else' } }), {
    undo: [`PUT ${T}/records/:record_id`, having(all, { fields: { Name: 'a' } })],
    exact: true,
  }),
  write('drive.comment.create', `POST ${COMMENTS}`, (ids) => ({
    ...file(ids),
    ...docx,
    body: { reply_list: { replies: [reply('another')] } },
  })),
  write('drive.comment.update', `PATCH ${COMMENTS}/:comment_id`, solve(true), {
    undo: [`PATCH ${COMMENTS}/:comment_id`, solve(false)],
    exact: true,
  }),
  say,
  after(say, unsay, ['drive.comment.reply.delete']),
  after(say, resay, ['drive.comment.reply.update']),
  event,
  after(event, unevent, ['calendar.event.delete']),
  write('calendar.event.update', `PATCH ${EVENTS}/:event_id`, having(all, { summary: 'Else' }), {
    undo: [`PATCH ${EVENTS}/:event_id`, having(all, { summary: 'Review' })],
    exact: true,
  }),
  invite,
  after(invite, uninvite, ['calendar.event.attendee.delete']),
];

/** Writes that anybody may do in his own name, so that there is nothing to refuse: the tour does each. */
export const FREE: readonly string[] = [
  'im.chat.create',
  'docx.document.create',
  'bitable.app.create',
  'im.image.create',
  'im.file.create',
  'drive.media.upload',
  'drive.import.create',
  'im.tag.create',
  'im.tag.update',
  'calendar.create',
  // about oneself only
  'calendar.event.reply',
];

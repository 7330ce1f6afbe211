import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { ROOT, tempDir, removeDir } from './company.ts';

// Two processes are started, and the tool server loads a thousand tools.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

/** Every operation of the company that the tool server offers; what it has no tool for is done by the SDK's tests. */
const TOOLS = [
  'im.v1.chat.create',
  'im.v1.chat.get',
  'im.v1.chat.list',
  'im.v1.chat.update',
  'im.v1.chatMembers.create',
  'im.v1.chatMembers.get',
  'im.v1.message.create',
  'im.v1.message.get',
  'im.v1.message.list',
  'im.v1.message.reply',
  'im.v1.message.update',
  'im.v1.message.patch',
  'im.v1.message.delete',
  'im.v1.messageReaction.create',
  'im.v1.messageReaction.list',
  'im.v1.messageReaction.delete',
  'im.v2.tag.create',
  'im.v2.bizEntityTagRelation.create',
  'im.v2.bizEntityTagRelation.get',
  'bitable.v1.app.create',
  'bitable.v1.appTable.create',
  'bitable.v1.appTable.list',
  'bitable.v1.appTableField.list',
  'bitable.v1.appTableRecord.create',
  'bitable.v1.appTableRecord.search',
  'bitable.v1.appTableRecord.update',
  'docx.builtin.import',
  'docx.v1.document.rawContent',
  'drive.v1.permissionMember.create',
  'drive.v1.fileComment.create',
  'drive.v1.fileComment.list',
  'drive.v1.fileComment.patch',
  'calendar.v4.calendar.primary',
  'calendar.v4.calendarEvent.create',
  'calendar.v4.calendarEvent.get',
  'calendar.v4.calendarEvent.list',
  'calendar.v4.calendarEvent.patch',
  'calendar.v4.calendarEvent.delete',
  'calendar.v4.calendarEventAttendee.create',
  'calendar.v4.calendarEventAttendee.list',
  'calendar.v4.freebusy.list',
  'contact.v3.user.get',
  'contact.v3.user.batchGetId',
] as const;
type Tool = (typeof TOOLS)[number];

interface Served {
  readonly domain: string;
  readonly apps: readonly { app_id: string; app_secret: string }[];
  readonly users: readonly { union_id: string }[];
}

const state: { lark?: ChildProcess; client?: Client; served?: Served; dir?: string } = {};
const called = new Set<string>();

beforeAll(async () => {
  state.dir = tempDir();
  state.lark = spawn(
    process.execPath,
    [
      path.join(ROOT, 'bin/sundowner.mjs'),
      'lark',
      '--app',
      'bot',
      '--app',
      'guest',
      '--user',
      'Ada',
      '--json',
    ],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let text = '';
  for await (const chunk of state.lark.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk as string;
    if (text.endsWith('\n}\n')) break;
  }
  const served = JSON.parse(text) as Served;
  state.served = served;
  const { app_id, app_secret } = served.apps[0]!;
  state.client = new Client({ name: 'test', version: '1' });
  await state.client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        path.join(ROOT, 'node_modules/@larksuiteoapi/lark-mcp/dist/cli.js'),
        ...['mcp', '-a', app_id, '-s', app_secret, '-d', served.domain, '-t', TOOLS.join(',')],
      ],
      // it keeps logins in the home folder
      env: { PATH: process.env['PATH'] ?? '', HOME: state.dir },
      stderr: 'ignore',
    }),
  );
});

afterAll(async () => {
  await state.client?.close();
  state.lark?.kill('SIGKILL');
  if (state.dir !== undefined) removeDir(state.dir);
});

/** Calls a tool, which has to succeed, and gives what the platform answered. */
async function use(tool: Tool, args: Record<string, unknown>): Promise<Record<string, never>> {
  called.add(tool);
  const answer = await state.client!.callTool({ name: tool.replaceAll('.', '_'), arguments: args });
  const [first] = answer.content as { text: string }[];
  expect({ tool, error: answer.isError === true ? first?.text : undefined }).toEqual({
    tool,
    error: undefined,
  });
  return JSON.parse(first?.text ?? '{}') as Record<string, never>;
}

/** What stands under a path like `event.event_id`. */
function at(value: unknown, ...keys: (string | number)[]): unknown {
  return keys.reduce<unknown>((v, key) => (v as Record<string | number, unknown> | undefined)?.[key], value);
}
const id = (value: unknown, ...keys: (string | number)[]): string => {
  const found = at(value, ...keys);
  expect(found, keys.join('.')).toBeTypeOf('string');
  return String(found);
};

const text = (words: string) => ({ msg_type: 'text', content: JSON.stringify({ text: words }) });

it('offers them all', async () => {
  const { tools } = await state.client!.listTools();
  expect(tools.map((tool) => tool.name).sort()).toEqual(
    TOOLS.map((name) => name.replaceAll('.', '_')).sort(),
  );
});

it('groups, members, messages, reactions, labels', async () => {
  const { served } = state;
  const union = served!.users[0]!.union_id;
  const ada = await use('contact.v3.user.get', {
    path: { user_id: union },
    params: { user_id_type: 'union_id' },
  });
  expect(id(ada, 'user', 'name')).toBe('Ada');
  await use('contact.v3.user.batchGetId', { data: { emails: ['nobody@example.com'] } });
  const chat = await use('im.v1.chat.create', {
    data: { name: 'Ops', owner_id: id(ada, 'user', 'open_id') },
  });
  const chat_id = id(chat, 'chat_id');
  await use('im.v1.chat.update', { path: { chat_id }, data: { description: 'daily' } });
  expect(id(await use('im.v1.chat.get', { path: { chat_id } }), 'description')).toBe('daily');
  expect(at(await use('im.v1.chat.list', {}), 'items', 0, 'chat_id')).toBe(chat_id);
  await use('im.v1.chatMembers.create', {
    path: { chat_id },
    params: { member_id_type: 'app_id' },
    data: { id_list: [served!.apps[1]!.app_id] },
  });
  expect(at(await use('im.v1.chatMembers.get', { path: { chat_id } }), 'items', 0, 'name')).toBe('Ada');
  const sent = await use('im.v1.message.create', {
    params: { receive_id_type: 'chat_id' },
    data: { receive_id: chat_id, ...text('hello') },
  });
  const message_id = id(sent, 'message_id');
  const one = { path: { message_id } };
  const reply = await use('im.v1.message.reply', {
    ...one,
    data: { ...text('more'), reply_in_thread: true },
  });
  const thread_id = id(reply, 'thread_id');
  await use('im.v1.message.update', { ...one, data: text('edited') });
  const read = await use('im.v1.message.get', one);
  expect(at(read, 'items', 0, 'body', 'content')).toBe('{"text":"edited"}');
  expect(at(read, 'items', 0, 'updated')).toBe(true);
  const listed = await use('im.v1.message.list', {
    params: { container_id_type: 'thread', container_id: thread_id },
  });
  expect(at(listed, 'items', 1, 'body', 'content')).toBe('{"text":"more"}');
  const card = (words: string) => JSON.stringify({ elements: [{ tag: 'markdown', content: words }] });
  const streamed = await use('im.v1.message.create', {
    params: { receive_id_type: 'chat_id' },
    data: { receive_id: chat_id, msg_type: 'interactive', content: card('…') },
  });
  await use('im.v1.message.patch', {
    path: { message_id: id(streamed, 'message_id') },
    data: { content: card('done') },
  });
  const reaction = await use('im.v1.messageReaction.create', {
    ...one,
    data: { reaction_type: { emoji_type: 'Typing' } },
  });
  const reaction_id = id(reaction, 'reaction_id');
  expect(at(await use('im.v1.messageReaction.list', one), 'items', 0, 'reaction_id')).toBe(reaction_id);
  await use('im.v1.messageReaction.delete', { path: { message_id, reaction_id } });
  await use('im.v1.message.delete', one);
  const tag = await use('im.v2.tag.create', { data: { create_tag: { tag_type: 'tenant', name: 'Watch' } } });
  const label = { tag_biz_type: 'chat', biz_entity_id: chat_id };
  await use('im.v2.bizEntityTagRelation.create', { data: { ...label, tag_ids: [id(tag, 'id')] } });
  const bound = await use('im.v2.bizEntityTagRelation.get', { params: label });
  expect(at(bound, 'tag_info_with_bind_versions', 0, 'tag_info', 'name')).toBe('Watch');
});

it('tables and documents, shares and comments', async () => {
  const base = await use('bitable.v1.app.create', { data: { name: 'Base' } });
  const app_token = id(base, 'app', 'app_token');
  const made = await use('bitable.v1.appTable.create', {
    path: { app_token },
    data: { table: { name: 'T', fields: [{ field_name: 'Name', type: 1 }] } },
  });
  const table_id = id(made, 'table_id');
  const table = { app_token, table_id };
  expect(JSON.stringify(await use('bitable.v1.appTable.list', { path: { app_token } }))).toContain(table_id);
  expect(at(await use('bitable.v1.appTableField.list', { path: table }), 'items', 0, 'field_name')).toBe(
    'Name',
  );
  const row = await use('bitable.v1.appTableRecord.create', { path: table, data: { fields: { Name: 'a' } } });
  const record_id = id(row, 'record', 'record_id');
  await use('bitable.v1.appTableRecord.update', {
    path: { ...table, record_id },
    data: { fields: { Name: 'b' } },
  });
  const found = await use('bitable.v1.appTableRecord.search', { path: table, data: {} });
  expect(at(found, 'items', 0, 'fields', 'Name', 0, 'text')).toBe('b');

  const imported = await use('docx.builtin.import', {
    data: { markdown: '# Plan\n\n- one', file_name: 'plan' },
  });
  const document_id = id(imported, 'result', 'token');
  const raw = await use('docx.v1.document.rawContent', { path: { document_id } });
  expect(at(raw, 'content')).toBe('plan\nPlan\none\n');
  await use('drive.v1.permissionMember.create', {
    path: { token: document_id },
    params: { type: 'docx' },
    data: { member_type: 'unionid', member_id: state.served!.users[0]!.union_id, perm: 'view', type: 'user' },
  });
  const comments = { path: { file_token: document_id }, params: { file_type: 'docx' } };
  const comment = await use('drive.v1.fileComment.create', {
    ...comments,
    data: {
      reply_list: {
        replies: [{ content: { elements: [{ type: 'text_run', text_run: { text: 'newest first' } }] } }],
      },
    },
  });
  const comment_id = id(comment, 'comment_id');
  await use('drive.v1.fileComment.patch', {
    path: { file_token: document_id, comment_id },
    params: { file_type: 'docx' },
    data: { is_solved: true },
  });
  expect(at(await use('drive.v1.fileComment.list', comments), 'items', 0, 'is_solved')).toBe(true);
});

it('calendars', async () => {
  const union = state.served!.users[0]!.union_id;
  const primary = await use('calendar.v4.calendar.primary', {});
  const calendar_id = id(primary, 'calendars', 0, 'calendar', 'calendar_id');
  const event = await use('calendar.v4.calendarEvent.create', {
    path: { calendar_id },
    data: {
      summary: 'Review',
      start_time: { timestamp: '1800000000' },
      end_time: { timestamp: '1800003600' },
    },
  });
  const event_id = id(event, 'event', 'event_id');
  const one = { path: { calendar_id, event_id } };
  await use('calendar.v4.calendarEventAttendee.create', {
    ...one,
    params: { user_id_type: 'union_id' },
    data: { attendees: [{ type: 'user', user_id: union }] },
  });
  expect(at(await use('calendar.v4.calendarEventAttendee.list', one), 'items', 0, 'display_name')).toBe(
    'Ada',
  );
  await use('calendar.v4.calendarEvent.patch', { ...one, data: { summary: 'Weekly review' } });
  expect(at(await use('calendar.v4.calendarEvent.get', one), 'event', 'summary')).toBe('Weekly review');
  expect(
    at(await use('calendar.v4.calendarEvent.list', { path: { calendar_id } }), 'items', 0, 'event_id'),
  ).toBe(event_id);
  const asked = {
    time_min: '2027-01-14T00:00:00+08:00',
    time_max: '2027-01-17T00:00:00+08:00',
    user_id: union,
  };
  const busy = await use('calendar.v4.freebusy.list', { params: { user_id_type: 'union_id' }, data: asked });
  expect(at(busy, 'freebusy_list', 'length')).toBe(1);
  await use('calendar.v4.calendarEvent.delete', one);
});

it('each of them was used', () => {
  expect(TOOLS.filter((tool) => !called.has(tool))).toEqual([]);
});

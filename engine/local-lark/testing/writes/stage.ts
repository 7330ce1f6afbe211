import type { LocalLark } from '../../index.ts';
import { Caller, tenantToken, type Request } from '../caller.ts';
import { BASE, COMMENTS, content, DOC, EVENTS, hour, IM, reply, T, V4 } from './paths.ts';
import { makeCard } from './cards.ts';
import { reads } from './reads.ts';

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

/** A world with one of everything, all of it the agent's. */
export async function stage(platform: LocalLark): Promise<Stage> {
  const app = platform.createApp('agent', { name: 'Agent', scopes: ['contact:contact'] });
  const other = platform.createApp('intruder', { name: 'Intruder' });
  const guest = platform.createApp('guest', { name: 'Guest' });
  const ann = platform.createUser('ann', { name: 'Ann' });
  const agent = new Caller(platform, await tenantToken(platform, app));
  const intruder = new Caller(platform, await tenantToken(platform, other));
  const ids: Record<string, string> = { ann: ann.union_id, guest: guest.app_id };
  const make = async (name: string, route: string, at: string, request: Request): Promise<void> => {
    ids[name] = await agent.get(route, at, request);
  };
  await make('chat_id', `POST ${IM}/chats`, 'chat_id', {
    query: { user_id_type: 'union_id' },
    body: { name: 'Ops', user_id_list: [ann.union_id] },
  });
  await agent.get('PATCH /open-apis/contact/v3/users/:user_id', 'user.user_id', {
    params: { user_id: ann.union_id },
    query: { user_id_type: 'union_id' },
    body: { job_title: 'Dispatcher' },
  });
  await make('department_id', 'POST /open-apis/contact/v3/departments', 'department.open_department_id', {
    body: { name: 'Yard', parent_department_id: '0' },
  });
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
  const uploaded = async (name: string, route: string, fields: Record<string, string>): Promise<void> => {
    const { body } = await agent.upload(`POST ${route}`, fields, 'file', '# a');
    ids[name] = String(Object.values(body.data)[0]);
  };
  await uploaded('file_key', `${IM}/files`, { file_type: 'stream', file_name: 'a.txt' });
  await make('file_message', `POST ${IM}/messages`, 'message_id', {
    query: { receive_id_type: 'chat_id' },
    body: {
      receive_id: ids['chat_id'],
      msg_type: 'file',
      content: JSON.stringify({ file_key: ids['file_key'] }),
    },
  });
  await uploaded('media', '/open-apis/drive/v1/medias/upload_all', {
    file_name: 'a.md',
    parent_type: 'ccm_import_open',
  });
  await make('ticket', 'POST /open-apis/drive/v1/import_tasks', 'ticket', {
    body: { file_extension: 'md', file_token: ids['media'], type: 'docx' },
  });
  await makeCard({ agent, ids });
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

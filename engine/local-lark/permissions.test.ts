import { expect, it } from 'vitest';
import type { Caller, Request } from './testing/caller.ts';
import { cast, onPlatform, text } from './testing/scene.ts';

const IM = '/open-apis/im/v1';
const DOC = '/open-apis/docx/v1/documents/:document_id';
const TABLE = '/open-apis/bitable/v1/apps/:app_token/tables/:table_id';
const PERM = '/open-apis/drive/v1/permissions/:token/members';

async function outcome(who: Caller, route: string, request: Request): Promise<string> {
  const { status, body } = await who.call(route, request);
  return `${status} ${body.code}`;
}

it('outside a chat nobody reads, lists, writes or reacts, and every attempt is logged', async () =>
  onPlatform({}, async (platform) => {
    const { ann, eve, bot, chatId, eveId } = await cast(platform);
    const message_id = await ann.get(`POST ${IM}/messages`, 'message_id', {
      query: { receive_id_type: 'chat_id' },
      body: { receive_id: chatId, ...text('secret') },
    });
    const before = platform.operations().length;
    const attempts: [string, Request, string][] = [
      [
        `POST ${IM}/messages`,
        { query: { receive_id_type: 'chat_id' }, body: { receive_id: chatId, ...text('x') } },
        '400 230002',
      ],
      [`POST ${IM}/messages/:message_id/reply`, { params: { message_id }, body: text('x') }, '400 230002'],
      [`GET ${IM}/messages`, { query: { container_id_type: 'chat', container_id: chatId } }, '400 230002'],
      [`GET ${IM}/messages/:message_id`, { params: { message_id } }, '400 230002'],
      [`GET ${IM}/messages/mget`, { query: { message_ids: message_id } }, '400 230002'],
      [`PUT ${IM}/messages/:message_id`, { params: { message_id }, body: text('x') }, '400 230002'],
      [`DELETE ${IM}/messages/:message_id`, { params: { message_id } }, '400 230002'],
      [
        `POST ${IM}/messages/:message_id/reactions`,
        { params: { message_id }, body: { reaction_type: { emoji_type: 'OK' } } },
        '400 231002',
      ],
      [`GET ${IM}/chats/:chat_id`, { params: { chat_id: chatId } }, '400 232011'],
      [`GET ${IM}/chats/:chat_id/members`, { params: { chat_id: chatId } }, '400 232011'],
      [
        `POST ${IM}/chats/:chat_id/members`,
        { params: { chat_id: chatId }, query: { member_id_type: 'union_id' }, body: { id_list: [eveId] } },
        '400 232011',
      ],
    ];
    for (const who of [eve, bot]) {
      for (const [route, request, expected] of attempts)
        expect([route, await outcome(who, route, request)]).toEqual([route, expected]);
      expect((await who.call(`GET ${IM}/chats`)).body.data).toMatchObject({ items: [] });
      expect(
        (await who.call(`GET ${IM}/chats/search`, { query: { query: 'priv' } })).body.data,
      ).toMatchObject({ items: [] });
    }
    const log = platform.operations().slice(before);
    expect(log).toHaveLength(2 * attempts.length);
    expect(log.every((o) => o.outcome === 'blocked' && o.code !== undefined)).toBe(true);
    expect(log[0]).toMatchObject({
      op: 'im.message.create',
      actor: { kind: 'user', id: eveId, name: 'Eve' },
      resource: { kind: 'chat', token: chatId },
    });
  }));

it('only the sender edits, only sender, owner and managers recall, only the owner removes members', async () =>
  onPlatform({}, async (platform) => {
    const { owner, ann, annId, chatId, eve, eveId } = await cast(platform);
    const send = (who: Caller) =>
      who.get(`POST ${IM}/messages`, 'message_id', {
        query: { receive_id_type: 'chat_id' },
        body: { receive_id: chatId, ...text('x') },
      });
    const ofOwner = { message_id: await send(owner) };
    const ofAnn = { message_id: await send(ann) };
    expect(await outcome(ann, `PUT ${IM}/messages/:message_id`, { params: ofOwner, body: text('y') })).toBe(
      '400 230071',
    );
    expect(await outcome(ann, `DELETE ${IM}/messages/:message_id`, { params: ofOwner })).toBe('400 230026');
    expect(await outcome(owner, `DELETE ${IM}/messages/:message_id`, { params: ofAnn })).toBe('200 0');
    const member = (id: string) => ({
      params: { chat_id: chatId },
      query: { member_id_type: 'union_id' },
      body: { id_list: [id] },
    });
    expect(await outcome(ann, `POST ${IM}/chats/:chat_id/members`, member(eveId))).toBe('200 0');
    expect(await outcome(eve, `DELETE ${IM}/chats/:chat_id/members`, member(annId))).toBe('400 232017');
    expect(await outcome(owner, `DELETE ${IM}/chats/:chat_id/members`, member(eveId))).toBe('200 0');
    expect(
      await outcome(eve, `GET ${IM}/messages`, {
        query: { container_id_type: 'chat', container_id: chatId },
      }),
    ).toBe('400 230002');
  }));

it('documents and bases are for their owner and for whom they are shared with, each at its level', async () =>
  onPlatform({}, async (platform) => {
    const { owner, ann, eve, bot, annId, chatId, botApp } = await cast(platform);
    const document_id = await owner.get('POST /open-apis/docx/v1/documents', 'document.document_id', {
      body: { title: 'D' },
    });
    const app_token = await owner.get('POST /open-apis/bitable/v1/apps', 'app.app_token', {
      body: { name: 'B' },
    });
    const table_id = await owner.get('GET /open-apis/bitable/v1/apps/:app_token/tables', 'items.0.table_id', {
      params: { app_token },
    });
    const doc = { document_id, block_id: document_id };
    const table = { app_token, table_id };
    const paragraph = { children: [{ block_type: 2, text: { elements: [{ text_run: { content: 'x' } }] } }] };
    const acts = async (who: Caller): Promise<string> =>
      [
        await outcome(who, `GET ${DOC}/raw_content`, { params: doc }),
        await outcome(who, `POST ${DOC}/blocks/:block_id/children`, { params: doc, body: paragraph }),
        await outcome(who, `POST ${TABLE}/records/search`, { params: table, body: {} }),
        await outcome(who, `GET ${TABLE}/records`, { params: table }),
        await outcome(who, `POST ${TABLE}/records`, { params: table, body: { fields: { 文本: 'x' } } }),
      ].join(', ');
    const NONE = '403 1770032, 403 1770032, 200 1254302, 403 1254302, 403 1254302';
    const VIEW = '200 0, 403 1770032, 200 0, 200 0, 403 1254302';
    const EDIT = '200 0, 200 0, 200 0, 200 0, 200 0';
    const share = async (
      who: Caller,
      member_type: string,
      member_id: string,
      perm: string,
    ): Promise<string[]> =>
      Promise.all([
        outcome(who, `POST ${PERM}`, {
          params: { token: document_id },
          query: { type: 'docx' },
          body: { member_type, member_id, perm, type: 'user' },
        }),
        outcome(who, `POST ${PERM}`, {
          params: { token: app_token },
          query: { type: 'bitable' },
          body: { member_type, member_id, perm, type: 'user' },
        }),
      ]);
    const ALLOWED = ['200 0', '200 0'];
    const DENIED = ['403 1063002', '403 1063002'];

    expect(await acts(owner)).toBe(EDIT);
    for (const who of [ann, eve, bot]) expect(await acts(who)).toBe(NONE);
    expect(await share(eve, 'unionid', annId, 'view')).toEqual(DENIED);
    expect(await share(owner, 'openchat', chatId, 'view')).toEqual(ALLOWED);
    expect(await acts(ann)).toBe(VIEW);
    expect(await acts(eve)).toBe(NONE);
    expect(await share(ann, 'appid', botApp.app_id, 'edit')).toEqual(DENIED);
    expect(await share(ann, 'appid', botApp.app_id, 'view')).toEqual(ALLOWED);
    expect(await acts(bot)).toBe(VIEW);
    expect(await share(owner, 'unionid', annId, 'edit')).toEqual(ALLOWED);
    expect(await acts(ann)).toBe(EDIT);
    const revoke = {
      params: { token: document_id, member_id: annId },
      query: { type: 'docx', member_type: 'unionid' },
    };
    expect(await outcome(bot, `DELETE ${PERM}/:member_id`, revoke)).toBe('403 1063002');
    expect(await outcome(owner, `DELETE ${PERM}/:member_id`, revoke)).toBe('200 0');
    // what the chat gives is left
    expect(await outcome(ann, `GET ${DOC}/raw_content`, { params: doc })).toBe('200 0');
    expect(
      await outcome(ann, `POST ${DOC}/blocks/:block_id/children`, { params: doc, body: paragraph }),
    ).toBe('403 1770032');
  }));

it('a document is open to whoever has its link only when it was opened, and only by who manages it', async () =>
  onPlatform({}, async (platform) => {
    const { owner, eve } = await cast(platform);
    const document_id = await owner.get('POST /open-apis/docx/v1/documents', 'document.document_id', {
      body: {},
    });
    const open = (who: Caller, link_share_entity: string) =>
      outcome(who, 'PATCH /open-apis/drive/v2/permissions/:token/public', {
        params: { token: document_id },
        query: { type: 'docx' },
        body: { link_share_entity },
      });
    const read = () => outcome(eve, `GET ${DOC}/raw_content`, { params: { document_id } });
    const children = [{ block_type: 2, text: { elements: [{ text_run: { content: 'x' } }] } }];
    const write = () =>
      outcome(eve, `POST ${DOC}/blocks/:block_id/children`, {
        params: { document_id, block_id: document_id },
        body: { children },
      });
    expect([await read(), await open(eve, 'tenant_editable')]).toEqual(['403 1770032', '403 1063002']);
    expect([await open(owner, 'tenant_readable'), await read(), await write()]).toEqual([
      '200 0',
      '200 0',
      '403 1770032',
    ]);
    expect([await open(owner, 'tenant_editable'), await write()]).toEqual(['200 0', '200 0']);
    // who may edit does not manage
    expect(await open(eve, 'closed')).toBe('403 1063002');
    expect([await open(owner, 'closed'), await read()]).toEqual(['200 0', '403 1770032']);
    const opened = platform.operations().filter((op) => op.op === 'drive.public.update');
    expect(opened.map((op) => op.outcome)).toEqual(['blocked', 'done', 'done', 'blocked', 'done']);
  }));

it('a folder shows what is in it to whoever may see it', async () =>
  onPlatform({}, async (platform) => {
    const { owner, eve } = await cast(platform);
    const FILES = '/open-apis/drive/v1/files';
    const folder = await owner.get(`POST ${FILES}/create_folder`, 'token', {
      body: { name: 'Plans', folder_token: '' },
    });
    await owner.call('POST /open-apis/docx/v1/documents', {
      body: { title: 'Inside', folder_token: folder },
    });
    const names = async (query: Record<string, string>) => {
      const { body } = await owner.call(`GET ${FILES}`, { query });
      return (body.data['files'] as unknown as { name: string }[] | undefined)?.map((f) => f.name);
    };
    expect([await names({}), await names({ folder_token: folder })]).toEqual([['Plans'], ['Inside']]);
    expect(await outcome(eve, `GET ${FILES}`, { query: { folder_token: folder } })).toBe('403 1061004');
    expect(await outcome(owner, `GET ${FILES}`, { query: { folder_token: 'nowhere' } })).toBe('404 1061003');
  }));

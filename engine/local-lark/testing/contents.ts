import type { LocalLark } from '../index.ts';
import { Caller, tenantToken } from './caller.ts';

const IM = '/open-apis/im/v1';

/** Sends a message of every kind and reads it back: contents as they are read, by `msg_type`. */
export async function contentsOf(platform: LocalLark): Promise<ReadonlyMap<string, unknown[]>> {
  const app = platform.createApp('sender', { name: 'Sender' });
  const ann = platform.createUser('reader', { name: 'Reader' });
  const bot = new Caller(platform, await tenantToken(platform, app));
  const chat_id = await bot.get(`POST ${IM}/chats`, 'chat_id', {
    query: { user_id_type: 'union_id' },
    body: { name: 'Kinds', user_id_list: [ann.union_id] },
  });
  const upload = async (route: string, fields: Record<string, string>, part: string): Promise<string> => {
    const { body } = await bot.upload(`POST ${IM}/${route}`, fields, part, 'bytes');
    return String(Object.values(body.data)[0]);
  };
  const image_key = await upload('images', { image_type: 'message' }, 'image');
  const sound = { file_type: 'opus', file_name: 'a.opus', duration: '2000' };
  const file_key = await upload('files', sound, 'file');
  const at = { tag: 'at', user_id: platform.openId(app.app_id, ann.union_id) };
  const options = [{ text: { tag: 'plain_text', content: 'one' }, value: '1' }];
  const placeholder = { tag: 'plain_text', content: 'choose' };
  const sent: [type: string, content: unknown][] = [
    [
      'post',
      {
        zh_cn: {
          title: 't',
          content: [
            [
              { tag: 'text', text: 'a', style: ['bold'] },
              { tag: 'a', href: 'https://example.com', text: 'b' },
              at,
            ],
            [
              { tag: 'img', image_key, width: 10, height: 10 },
              { tag: 'media', file_key, image_key },
            ],
            [
              { tag: 'emotion', emoji_type: 'SMILE' },
              { tag: 'hr' },
              { tag: 'code_block', language: 'GO', text: 'x' },
            ],
          ],
        },
      },
    ],
    ['image', { image_key }],
    ['audio', { file_key }],
    ['sticker', { file_key }],
    ['share_chat', { chat_id }],
    ['share_user', { user_id: at.user_id }],
    [
      'interactive',
      {
        header: { title: { tag: 'plain_text', content: 't' } },
        elements: [
          { tag: 'markdown', content: `see [this](https://example.com) <at id=${at.user_id}></at>` },
          { tag: 'hr' },
          { tag: 'img', img_key: image_key },
          {
            tag: 'note',
            elements: [
              { tag: 'img', img_key: image_key },
              { tag: 'plain_text', content: 'n' },
            ],
          },
          {
            tag: 'action',
            actions: [
              { tag: 'button', text: { tag: 'plain_text', content: 'OK' }, type: 'primary' },
              { tag: 'select_static', options, placeholder },
              { tag: 'overflow', options },
              { tag: 'date_picker', placeholder, initial_date: '2027-01-01' },
            ],
          },
        ],
      },
    ],
  ];
  const read = new Map<string, unknown[]>();
  for (const [msg_type, content] of sent) {
    const text = await bot.get(`POST ${IM}/messages`, 'body.content', {
      query: { receive_id_type: 'chat_id' },
      body: { receive_id: chat_id, msg_type, content: JSON.stringify(content) },
    });
    read.set(msg_type, [JSON.parse(text) as unknown]);
  }
  return read;
}

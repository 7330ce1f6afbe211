import { expect, it } from 'vitest';
import { Caller, tenantToken } from './testing/caller.ts';
import { rawSocket } from './testing/raw-socket.ts';
import { cast, onPlatform, text, type Cast } from './testing/scene.ts';
import type { LocalLark } from './index.ts';

const IM = '/open-apis/im/v1';

async function listener(platform: LocalLark, scene: Cast, key: string, scopes: string[] = []) {
  const app = platform.createApp(key, { name: key, scopes });
  await scene.owner.call(`POST ${IM}/chats/:chat_id/members`, {
    params: { chat_id: scene.chatId },
    query: { member_id_type: 'app_id' },
    body: { id_list: [app.app_id] },
  });
  const socket = await rawSocket(platform, app);
  const heard = (): { content: string; sender: string }[] =>
    socket.events
      .filter((e) => e.header.event_type === 'im.message.receive_v1')
      .map((e) => e.event as { message: { content: string }; sender: { sender_type: string } })
      .map((e) => ({
        content: (JSON.parse(e.message.content) as { text: string }).text,
        sender: e.sender.sender_type,
      }));
  return { app, heard, close: socket.close, caller: new Caller(platform, await tenantToken(platform, app)) };
}

it('who hears what in a group, and one to one', async () =>
  onPlatform({}, async (platform) => {
    const scene = await cast(platform);
    const quiet = await listener(platform, scene, 'quiet');
    const keen = await listener(platform, scene, 'keen', ['im:message.group_msg']);
    const say = (who: Caller, t: string) =>
      who.call(`POST ${IM}/messages`, {
        query: { receive_id_type: 'chat_id' },
        body: { receive_id: scene.chatId, ...text(t) },
      });
    const at = (who: { app: { app_id: string } }, of: { app: { app_id: string } }): string =>
      `<at user_id="${platform.openId(who.app.app_id, of.app.app_id)}">x</at>`;
    await say(scene.ann, 'to nobody');
    await say(scene.ann, '@quiet in plain text');
    await say(scene.ann, `${at(quiet, quiet)} hi`);
    await say(scene.ann, '<at user_id="all"></at> all');
    await say(quiet.caller, `${at(quiet, quiet)} myself`);
    await say(quiet.caller, 'from a bot to nobody');
    await say(keen.caller, `${at(keen, quiet)} bot to bot`);
    await say(keen.caller, `${at(quiet, quiet)} with an id of another app`);
    await scene.ann.call(`POST ${IM}/messages`, {
      query: { receive_id_type: 'open_id' },
      body: { receive_id: platform.openId(quiet.app.app_id, quiet.app.app_id), ...text('privately') },
    });
    await expect.poll(() => quiet.heard().length).toBe(3);
    expect(quiet.heard()).toEqual([
      { content: '@_user_1 hi', sender: 'user' },
      { content: '@_user_1 bot to bot', sender: 'bot' },
      { content: 'privately', sender: 'user' },
    ]);
    await expect.poll(() => keen.heard().length).toBe(4);
    expect(keen.heard().map((h) => h.content)).toEqual([
      'to nobody',
      '@quiet in plain text',
      '@_user_1 hi',
      '@_all all',
    ]);
    quiet.close();
    keen.close();
  }));

it('waitForConnection resolves at once when connected, and can be given up', async () =>
  onPlatform({}, async (platform) => {
    const app = platform.createApp('a', { name: 'A' });
    const giveUp = new AbortController();
    const waiting = platform.waitForConnection(app.app_id, giveUp.signal);
    giveUp.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    const socket = await rawSocket(platform, app);
    await platform.waitForConnection(app.app_id);
    expect(platform.connections(app.app_id)).toBe(1);
    socket.close();
    await expect.poll(() => platform.connections(app.app_id)).toBe(0);
  }));

/* eslint-disable no-restricted-imports -- the test is an outside client */
import { withUserAccessToken } from '@larksuiteoapi/node-sdk';
import { afterEach, describe, expect, it } from 'vitest';
import { startLocalLark, type LocalLark } from './index.ts';
import { sdkClient, startBot, type Bot } from './testing/sdk-client.ts';

const open: { platforms: LocalLark[]; bots: Bot[] } = { platforms: [], bots: [] };
afterEach(async () => {
  for (const bot of open.bots.splice(0)) bot.close();
  for (const platform of open.platforms.splice(0)) await platform.close();
});

async function start(...args: Parameters<typeof startLocalLark>): Promise<LocalLark> {
  const platform = await startLocalLark(...args);
  open.platforms.push(platform);
  return platform;
}

async function bot(...args: Parameters<typeof startBot>): Promise<Bot> {
  const made = await startBot(...args);
  open.bots.push(made);
  return made;
}

interface Received {
  message: {
    message_id: string;
    content: string;
    chat_id: string;
    mentions?: { key: string; name: string }[];
  };
  sender: { sender_type: string; sender_id: { open_id: string } };
}

async function scene(platform: LocalLark) {
  const harness = platform.createApp('harness', { name: 'Harness' });
  const agent = platform.createApp('agent', { name: 'Agent' });
  const ann = platform.createUser('ann', { name: 'Ann', email: 'ann@example.com' });
  const client = sdkClient(platform, harness);
  const chat = await client.im.v1.chat.create({
    params: { user_id_type: 'union_id' },
    data: { name: 'Ops', owner_id: ann.union_id, bot_id_list: [agent.app_id] },
  });
  const chatId = chat.data?.chat_id ?? '';
  const info = await sdkClient(platform, agent).request<{ bot: { open_id: string } }>({
    method: 'GET',
    url: '/open-apis/bot/v3/info',
  });
  const say = async (text: string): Promise<string> => {
    const sent = await client.im.v1.message.create(
      {
        params: { receive_id_type: 'chat_id' },
        data: { receive_id: chatId, msg_type: 'text', content: JSON.stringify({ text }) },
      },
      withUserAccessToken(ann.access_token),
    );
    return sent.data?.message_id ?? '';
  };
  return { harness, agent, ann, client, chatId, agentOpenId: info.bot.open_id, say };
}

const isMessage = (e: { type: string }): boolean => e.type === 'im.message.receive_v1';

describe('an unmodified bot on the official SDK', () => {
  it('joins, is mentioned, shows that it types, and answers in a thread', async () => {
    const platform = await start();
    const { agent, ann, client, chatId, agentOpenId, say } = await scene(platform);
    const agentClient = sdkClient(platform, agent);
    const hearing = await bot(platform, agent, async (event) => {
      if (!isMessage(event)) return;
      const { message } = event.data as Received;
      await agentClient.im.v1.messageReaction.create({
        path: { message_id: message.message_id },
        data: { reaction_type: { emoji_type: 'Typing' } },
      });
      await agentClient.im.v1.message.reply({
        path: { message_id: message.message_id },
        data: { msg_type: 'text', content: JSON.stringify({ text: 'on it' }), reply_in_thread: true },
      });
    });
    const added = await hearing.next((e) => e.type === 'im.chat.member.bot.added_v1');
    expect(added.data).toMatchObject({ chat_id: chatId, name: 'Ops' });
    await say('not for the bot');
    const asked = await say(`<at user_id="${agentOpenId}">Agent</at> please`);
    const heard = (await hearing.next(isMessage)).data as Received;
    expect(heard.message).toMatchObject({ message_id: asked, content: '{"text":"@_user_1 please"}' });
    expect(heard.message.mentions).toMatchObject([{ key: '@_user_1', name: 'Agent', mentioned_type: 'bot' }]);
    expect(heard.sender).toMatchObject({
      sender_type: 'user',
      sender_id: { union_id: ann.union_id, user_id: null },
    });
    await hearing.next((e) => e.type === 'im.message.reaction.created_v1');
    await expect.poll(() => platform.operations().some((o) => o.op === 'im.message.reply')).toBe(true);

    const root = (await client.im.v1.message.get({ path: { message_id: asked } })).data?.items?.[0];
    const threadId = root?.thread_id ?? '';
    expect(threadId).toMatch(/^omt_[0-9a-f]{16}$/);
    const thread = await client.im.v1.message.list({
      params: { container_id_type: 'thread', container_id: threadId },
    });
    expect(thread.data?.items?.map((m) => m.body?.content)).toEqual([
      '{"text":"@_user_1 please"}',
      '{"text":"on it"}',
    ]);
    expect(thread.data?.items?.[1]?.sender).toMatchObject({
      id: agent.app_id,
      id_type: 'app_id',
      sender_type: 'app',
    });
    const top = await client.im.v1.message.list({
      params: { container_id_type: 'chat', container_id: chatId },
    });
    expect(top.data?.items).toHaveLength(2);
    expect(hearing.events.filter(isMessage)).toHaveLength(1);
    expect(platform.operations().map((o) => `${o.actor.kind} ${o.op}`)).toEqual([
      'app im.chat.create',
      'user im.message.create',
      'user im.message.create',
      'app im.message.reaction.create',
      'app im.message.reply',
    ]);
  });

  it('gets an event again when the handler failed, and not after an ack', async () => {
    const platform = await start({ dispatch: { ackWithin: 30, redeliverAfter: [40, 40] } });
    const { agent, agentOpenId, say } = await scene(platform);
    let failures = 1;
    const hearing = await bot(platform, agent, (event) => {
      if (isMessage(event) && failures-- > 0) throw new Error('not yet');
    });
    await say(`<at user_id="${agentOpenId}">Agent</at> hi`);
    await expect.poll(() => hearing.events.filter(isMessage).length).toBe(2);
    await say(`<at user_id="${agentOpenId}">Agent</at> last`);
    await expect.poll(() => hearing.events.filter(isMessage).length).toBe(3);
    const ids = hearing.events.filter(isMessage).map((e) => (e.data as Received).message.message_id);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  it('with two connections hears each event exactly once', async () => {
    const platform = await start();
    const { agent, agentOpenId, say } = await scene(platform);
    const first = await bot(platform, agent);
    const second = await bot(platform, agent);
    expect(platform.connections(agent.app_id)).toBe(2);
    for (let i = 0; i < 20; i += 1) await say(`<at user_id="${agentOpenId}">Agent</at> ${i}`);
    await expect.poll(() => [...first.events, ...second.events].filter(isMessage).length).toBe(20);
    expect(first.events.some(isMessage) && second.events.some(isMessage)).toBe(true);
  });
});

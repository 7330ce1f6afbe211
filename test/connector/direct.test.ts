import { describe, expect, it } from 'vitest';
import { rawSocket } from '../../engine/local-lark/testing/raw-socket.ts';
import { Caller, tenantToken } from '../../engine/local-lark/testing/caller.ts';
import { inCompany } from './company.ts';

const START = new Date(0).toISOString();
const V1 = '/open-apis/im/v1';

describe('the direct chat of an actor and an agent', () => {
  it('carries lines both ways, and tells who wrote them', async () => {
    await inCompany(async ({ lark, platform, bot }) => {
      const socket = await rawSocket(lark, bot);
      const sent = await platform.send({ direct: 'bot', actor: 'ann', text: 'only for you', key: 'k1' });
      expect(sent).toMatchObject({ author: { kind: 'npc', key: 'ann' }, text: 'only for you' });
      await expect
        .poll(() => socket.events.map((e) => e.header.event_type))
        .toEqual(['im.chat.access_event.bot_p2p_chat_entered_v1', 'im.message.receive_v1']);
      const heard = socket.events[1]?.event as { message: { chat_type: string; message_id: string } };
      expect(heard.message).toMatchObject({
        chat_type: 'p2p',
        message_id: sent.message_id,
        chat_id: sent.chat_id,
      });
      socket.close();

      const agent = new Caller(lark, await tenantToken(lark, bot));
      const own = { params: { message_id: sent.message_id } };
      const content = (text: string) => ({ msg_type: 'text', content: JSON.stringify({ text }) });
      await agent.call(`POST ${V1}/messages/:message_id/reactions`, {
        ...own,
        body: { reaction_type: { emoji_type: 'Typing' } },
      });
      await agent.call(`POST ${V1}/messages/:message_id/reply`, { ...own, body: content('quoted') });
      await agent.call(`POST ${V1}/messages/:message_id/reply`, {
        ...own,
        body: { ...content('in a thread'), reply_in_thread: true },
      });
      await agent.call(`POST ${V1}/messages`, {
        query: { receive_id_type: 'chat_id' },
        body: { receive_id: sent.chat_id, ...content('plain') },
      });
      const listed = await platform.readDirect({ actor: 'ann', agent: 'bot', from: START });
      expect(listed.map((m) => [m.author.key, m.text, m.root_id])).toEqual([
        ['ann', 'only for you', null],
        ['bot', 'quoted', sent.message_id],
        ['bot', 'in a thread', sent.message_id],
        ['bot', 'plain', null],
      ]);
      expect(await platform.directReactions({ actor: 'ann', message_id: sent.message_id })).toMatchObject([
        { emoji: 'Typing', by: { kind: 'agent', key: 'bot' } },
      ]);
    });
  });

  it('is found again by another session, also when the agent spoke first', async () => {
    await inCompany(async ({ lark, platform, bot, settings }) => {
      expect(await platform.readDirect({ actor: 'bob', agent: 'bot', from: START })).toEqual([]);
      const agent = new Caller(lark, await tenantToken(lark, bot));
      await agent.call(`POST ${V1}/messages`, {
        query: { receive_id_type: 'union_id' },
        body: {
          receive_id: settings.actors['bob']!.union_id,
          msg_type: 'text',
          content: '{"text":"hi Bob"}',
        },
      });
      const listed = await platform.readDirect({ actor: 'bob', agent: 'bot', from: START });
      expect(listed.map((m) => m.text)).toEqual(['hi Bob']);
      const answered = await platform.send({
        direct: 'bot',
        actor: 'bob',
        text: 'hello',
        key: 'k2',
        reply_to: listed[0]!.message_id,
      });
      expect(answered).toMatchObject({ root_id: listed[0]!.message_id, thread_id: null });
      const chat_id = answered.chat_id;
      expect(await platform.readDirect({ actor: 'bob', agent: 'bot', chat_id, from: START })).toHaveLength(2);
      expect(await platform.readDirect({ actor: 'ann', agent: 'bot', from: START })).toEqual([]);
    });
  });

  it('is open to nobody else, the operator neither, and takes a line once', async () => {
    await inCompany(async ({ lark, platform }) => {
      const line = { direct: 'bot', actor: 'ann', text: 'secret', key: 'k3' } as const;
      const sent = await platform.send(line);
      expect((await platform.send(line)).message_id).toBe(sent.message_id);
      await expect(platform.read(sent.message_id)).rejects.toMatchObject({ code: 230002 });
      await expect(platform.reactions(sent.message_id)).rejects.toMatchObject({ code: 231002 });
      await expect(
        platform.readDirect({ actor: 'bob', agent: 'bot', chat_id: sent.chat_id, from: START }),
      ).rejects.toMatchObject({ code: 230002 });
      expect(lark.operations().filter((o) => o.outcome === 'done')).toHaveLength(1);
    });
  });
});

it('mentions colleagues behind the agent', async () => {
  await inCompany(async ({ platform }) => {
    const { chat_id } = await platform.createGroup({
      name: 'Ops',
      description: '',
      private: true,
      members: ['ann', 'bob'],
      key: 'g1',
    });
    await platform.joinAgent({ agent: 'bot', chat_id });
    const sent = await platform.send({
      chat_id,
      actor: 'ann',
      text: 'look',
      mention: 'bot',
      also_mention: ['bob'],
      key: 'm1',
    });
    expect(sent.text).toBe('@Bot @Bob look');
    const shown = await platform.read(sent.message_id);
    expect(shown.mentions.map((m) => m.who)).toEqual([
      { kind: 'agent', key: 'bot' },
      { kind: 'npc', key: 'bob' },
    ]);
  });
});

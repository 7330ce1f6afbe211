import * as z from 'zod';
import { newId } from '../core/ids.ts';
import type { Actor, Chat, Message, Reaction } from '../core/model.ts';
import { isApp, principalOf, type World } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging } from '../http/validate.ts';
import { enqueue } from '../ws/outbox.ts';
import { isMember } from './chats.ts';
import { im } from './errors.ts';
import { eventIds } from './member-events.ts';

function reactable(world: World, actor: Actor, messageId: string): { chat: Chat; message: Message } {
  const message = world.rows.messages.get(messageId);
  const chat = world.rows.chats.get(message?.chat_id ?? '');
  if (message === undefined || chat === undefined || message.deleted) throw im.reactNoMessage();
  if (!isMember(chat, principalOf(actor))) throw im.reactOutside(chat.chat_id);
  return { chat, message };
}

function wireReaction(world: World, actor: Actor, reaction: Reaction): Record<string, unknown> {
  const app = isApp(reaction.operator);
  return {
    reaction_id: reaction.reaction_id,
    operator: {
      operator_id: app ? reaction.operator : world.openId(world.viewOf(actor), reaction.operator),
      operator_type: app ? 'app' : 'user',
    },
    action_time: String(reaction.action_time),
    reaction_type: { emoji_type: reaction.emoji_type },
  };
}

/** Every bot of the chat hears of it, the reacting one too; the event names neither chat nor reaction. */
function emitReaction(world: World, chat: Chat, reaction: Reaction, change: 'created' | 'deleted'): void {
  for (const bot of chat.members.filter(isApp)) {
    const who = isApp(reaction.operator)
      ? { app_id: reaction.operator }
      : { user_id: eventIds(world, bot, reaction.operator) };
    enqueue(world, bot, `im.message.reaction.${change}_v1`, {
      action_time: String(change === 'created' ? reaction.action_time : world.now()),
      message_id: reaction.message_id,
      operator_type: isApp(reaction.operator) ? 'app' : 'user',
      reaction_type: { emoji_type: reaction.emoji_type },
      ...who,
    });
  }
}

function log(world: World, actor: Actor, op: string, message: Message, reaction: Reaction): void {
  world.done(actor, {
    op,
    resource: { kind: 'reaction', token: reaction.reaction_id, parent: message.message_id },
    after: { emoji_type: reaction.emoji_type },
  });
}

function reactionsOn(world: World, message: string, type: string | undefined): Reaction[] {
  return world.rows.reactions
    .inGroup(message)
    .filter((r) => type === undefined || r.emoji_type === type)
    .sort((a, b) => a.seq - b.seq);
}

const REACTIONS = '/open-apis/im/v1/messages/:message_id/reactions';

export const reactionRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: REACTIONS,
    op: 'im.message.reaction.create',
    body: z.object({ reaction_type: z.object({ emoji_type: z.string() }) }),
    run: ({ world, actor, params, body }) => {
      const { chat, message } = reactable(world, actor, params.message_id);
      const { emoji_type } = body.reaction_type;
      if (!/^[A-Za-z0-9_]{1,40}$/.test(emoji_type)) throw im.badReaction();
      const operator = principalOf(actor);
      const same = world.rows.reactions
        .inGroup(message.message_id)
        .find((r) => r.operator === operator && r.emoji_type === emoji_type);
      if (same !== undefined) return { data: wireReaction(world, actor, same) };
      const reaction: Reaction = {
        reaction_id: newId.reaction(),
        seq: world.store.nextSeq(),
        message_id: message.message_id,
        operator,
        emoji_type,
        action_time: world.now(),
      };
      world.store.put(world.rows.reactions, reaction.reaction_id, reaction);
      log(world, actor, 'im.message.reaction.create', message, reaction);
      emitReaction(world, chat, reaction, 'created');
      return { data: wireReaction(world, actor, reaction) };
    },
  }),
  route({
    method: 'GET',
    path: REACTIONS,
    op: 'im.message.reaction.list',
    query: z.object({ reaction_type: z.string().optional(), ...paging(50, 20) }),
    run: ({ world, actor, params, query }) => {
      const { message } = reactable(world, actor, params.message_id);
      const rows = reactionsOn(world, message.message_id, query.reaction_type);
      const page = pageOf(
        rows,
        query,
        (r) => r.reaction_id,
        () => im.badReactionPage(),
      );
      return { data: { ...page, items: page.items.map((r) => wireReaction(world, actor, r)) } };
    },
  }),
  route({
    method: 'POST',
    path: '/open-apis/im/v1/messages/reactions/batch_query',
    op: 'im.message.reaction.batch_query',
    body: z.object({
      queries: z
        .array(z.object({ message_id: z.string(), page_token: z.string().optional() }))
        .min(1)
        .max(20),
      page_size_per_message: z.number().int().min(1).max(50).default(20),
      reaction_type: z.string().optional(),
    }),
    run: ({ world, actor, body }) => {
      const details: Record<string, unknown>[] = [];
      const counts: Record<string, unknown>[] = [];
      const failed: Record<string, unknown>[] = [];
      for (const { message_id, page_token } of body.queries) {
        const message = world.rows.messages.get(message_id);
        const chat = world.rows.chats.get(message?.chat_id ?? '');
        if (message === undefined || chat === undefined || !isMember(chat, principalOf(actor))) {
          failed.push({ message_id, fail_reason: 'invalid' });
          continue;
        }
        const all = reactionsOn(world, message_id, body.reaction_type);
        const asked = { page_size: body.page_size_per_message, page_token };
        const { items, ...more } = pageOf(all, asked, (r) => r.reaction_id, im.badReactionPage);
        details.push({
          message_id,
          ...more,
          message_reaction_items: items.map((r) => {
            const { reaction_type: _nested, ...shown } = wireReaction(world, actor, r);
            return { ...shown, emoji_type: r.emoji_type };
          }),
        });
        const kinds = [...new Set(all.map((r) => r.emoji_type))];
        counts.push({
          message_id,
          reaction_count: kinds.map((reaction_type) => ({
            reaction_type,
            count: String(all.filter((r) => r.emoji_type === reaction_type).length),
          })),
        });
      }
      return {
        data: {
          success_msg_reaction_details: details,
          success_msg_reaction_counts: counts,
          fail_msg_reaction_details: failed,
        },
      };
    },
  }),
  route({
    method: 'DELETE',
    path: `${REACTIONS}/:reaction_id`,
    op: 'im.message.reaction.delete',
    run: ({ world, actor, params }) => {
      const { chat, message } = reactable(world, actor, params.message_id);
      const reaction = world.rows.reactions.get(params.reaction_id);
      if (reaction?.message_id !== message.message_id) throw im.reactNoMessage();
      if (reaction.operator !== principalOf(actor)) throw im.notOwnReaction(reaction.reaction_id);
      world.store.remove(world.rows.reactions, reaction.reaction_id);
      log(world, actor, 'im.message.reaction.delete', message, reaction);
      emitReaction(world, chat, reaction, 'deleted');
      return { data: wireReaction(world, actor, reaction) };
    },
  }),
];

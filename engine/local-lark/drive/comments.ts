import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Actor, Comment, CommentElement, CommentReply, DriveNode } from '../core/model.ts';
import { idOf, resolveUser, type UserIdType } from '../core/resolve.ts';
import { isApp, principalOf, type World } from '../core/world.ts';
import { eventIds } from '../im/member-events.ts';
import { enqueue } from '../ws/outbox.ts';
import { levelOf, resourceOf } from './access.ts';

/** What the comment service says. */
export const commentErrors = {
  parameter: () => new LarkError(400, 1069302, 'param error'),
  forbidden: (node: DriveNode) => new LarkError(403, 1069303, 'forbidden', { refused: resourceOf(node) }),
  notOwn: (comment: Comment) =>
    new LarkError(403, 1069303, 'forbidden', {
      refused: { kind: 'comment', token: comment.comment_id, parent: comment.file_token },
    }),
  noDocument: () => new LarkError(400, 1069305, 'docs not exist'),
  notFound: () => new LarkError(404, 1069307, 'not exist'),
};

export const ReplyContent = z.object({
  elements: z
    .array(
      z.object({
        type: z.enum(['text_run', 'docs_link', 'person']),
        text_run: z.object({ text: z.string() }).optional(),
        docs_link: z.object({ url: z.string() }).optional(),
        person: z.object({ user_id: z.string() }).optional(),
      }),
    )
    .min(1),
});

/** The document, for a caller who can at least read it: readers may comment. */
export function commentable(world: World, actor: Actor, token: string, type: string): DriveNode {
  const node = world.rows.nodes.get(token);
  if (node?.kind !== type) throw commentErrors.noDocument();
  if (levelOf(world, principalOf(actor), token) === 0) throw commentErrors.forbidden(node);
  return node;
}

export function commentOf(world: World, node: DriveNode, id: string): Comment {
  const comment = world.rows.comments.get(id);
  if (comment?.file_token !== node.token) throw commentErrors.notFound();
  return comment;
}

function elementsOf(
  world: World,
  actor: Actor,
  type: UserIdType,
  content: z.infer<typeof ReplyContent>,
): CommentElement[] {
  return content.elements.map((element) => {
    if (element.type === 'text_run' && element.text_run !== undefined)
      return { type: 'text_run', text: element.text_run.text };
    if (element.type === 'docs_link' && element.docs_link !== undefined)
      return { type: 'docs_link', url: element.docs_link.url };
    if (element.type === 'person' && element.person !== undefined)
      return { type: 'person', principal: resolveUser(world, actor, type, element.person.user_id) };
    throw commentErrors.parameter();
  });
}

export function newReply(
  world: World,
  actor: Actor,
  type: UserIdType,
  content: z.infer<typeof ReplyContent>,
): CommentReply {
  const now = world.now();
  return {
    reply_id: newId.digits(19),
    user: principalOf(actor),
    elements: elementsOf(world, actor, type, content),
    created_at: now,
    updated_at: now,
  };
}

/** The reply with another text. */
export function rewritten(
  world: World,
  actor: Actor,
  type: UserIdType,
  reply: CommentReply,
  content: z.infer<typeof ReplyContent>,
): CommentReply {
  return { ...reply, elements: elementsOf(world, actor, type, content), updated_at: world.now() };
}

const seconds = (ms: number): number => Math.floor(ms / 1000);

export function wireReply(
  world: World,
  actor: Actor,
  type: UserIdType,
  reply: CommentReply,
): Record<string, unknown> {
  const view = world.viewOf(actor);
  return {
    content: {
      elements: reply.elements.map((e) => {
        if (e.type === 'text_run') return { type: e.type, text_run: { text: e.text } };
        if (e.type === 'docs_link') return { type: e.type, docs_link: { url: e.url } };
        return { type: e.type, person: { user_id: idOf(world, view, type, e.principal) } };
      }),
    },
    reply_id: reply.reply_id,
    user_id: idOf(world, view, type, reply.user),
    create_time: seconds(reply.created_at),
    update_time: seconds(reply.updated_at),
    extra: { image_list: [] },
  };
}

export function wireComment(
  world: World,
  actor: Actor,
  type: UserIdType,
  comment: Comment,
): Record<string, unknown> {
  const view = world.viewOf(actor);
  return {
    comment_id: comment.comment_id,
    user_id: idOf(world, view, type, comment.user),
    create_time: seconds(comment.created_at),
    update_time: seconds(comment.updated_at),
    is_solved: comment.solved_at !== undefined,
    ...(comment.solved_at === undefined || comment.solver === undefined
      ? {}
      : {
          solved_time: seconds(comment.solved_at),
          solver_user_id: idOf(world, view, type, comment.solver),
        }),
    has_more: false,
    is_whole: true,
    quote: '',
    reply_list: { replies: comment.replies.map((reply) => wireReply(world, actor, type, reply)) },
  };
}

/** Text of a reply as the operation log shows it. */
export function textOf(reply: CommentReply): string {
  return reply.elements
    .map((e) => (e.type === 'text_run' ? e.text : e.type === 'docs_link' ? e.url : `@${e.principal}`))
    .join('');
}

/** Tells the apps that are mentioned, and the app whose document it is. */
export function emitComment(
  world: World,
  actor: Actor,
  node: DriveNode,
  comment: Comment,
  reply: CommentReply,
): void {
  const from = principalOf(actor);
  const mentioned = reply.elements.flatMap((e) => (e.type === 'person' ? [e.principal] : []));
  const first = comment.replies[0]?.reply_id === reply.reply_id;
  for (const app of new Set([...mentioned, node.owner])) {
    if (!isApp(app) || app === from) continue;
    enqueue(world, app, 'drive.notice.comment_add_v1', {
      comment_id: comment.comment_id,
      is_mentioned: mentioned.includes(app),
      notice_meta: {
        file_token: node.token,
        file_type: node.kind,
        from_user_id: eventIds(world, app, from),
        notice_type: first ? 'add_comment' : 'add_reply',
        timestamp: String(world.now()),
        to_user_id: eventIds(world, app, app),
      },
      ...(first ? {} : { reply_id: reply.reply_id }),
    });
  }
}

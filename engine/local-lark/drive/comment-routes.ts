import * as z from 'zod';
import { newId } from '../core/ids.ts';
import type { Actor, Comment, CommentReply } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, userIdType } from '../http/validate.ts';
import {
  commentable,
  commentErrors,
  commentOf,
  emitComment,
  newReply,
  ReplyContent,
  rewritten,
  textOf,
  wireComment,
  wireReply,
} from './comments.ts';

const COMMENTS = '/open-apis/drive/v1/files/:file_token/comments';
const ONE = `${COMMENTS}/:comment_id` as const;
const REPLIES = `${ONE}/replies` as const;
const fileType = z.enum(['docx', 'bitable', 'file', 'doc', 'sheet', 'slides']);
const query = z.object({ file_type: fileType, user_id_type: userIdType() });
const flag = z
  .enum(['true', 'false'])
  .transform((text) => text === 'true')
  .optional();

function inOrder(world: World, token: string): Comment[] {
  return world.rows.comments.inGroup(token).sort((a, b) => a.seq - b.seq);
}

function resource(comment: Comment) {
  return { kind: 'comment', token: comment.comment_id, parent: comment.file_token } as const;
}

function ownReply(actor: Actor, comment: Comment, id: string): CommentReply {
  const reply = comment.replies.find((r) => r.reply_id === id);
  if (reply === undefined) throw commentErrors.notFound();
  if (reply.user !== principalOf(actor)) throw commentErrors.notOwn(comment);
  return reply;
}

/** Comments on whole documents. There is no call for one on a marked passage in the documented platform. */
export const commentRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: COMMENTS,
    op: 'drive.comment.create',
    query,
    body: z.object({
      reply_list: z.object({ replies: z.array(z.object({ content: ReplyContent })).length(1) }),
    }),
    run: ({ world, actor, params, query: { file_type, user_id_type }, body }) => {
      const node = commentable(world, actor, params.file_token, file_type);
      const replies = body.reply_list.replies.map((r) => newReply(world, actor, user_id_type, r.content));
      const now = world.now();
      const comment: Comment = {
        comment_id: newId.digits(19),
        seq: world.store.nextSeq(),
        file_token: node.token,
        user: principalOf(actor),
        created_at: now,
        updated_at: now,
        replies,
      };
      world.store.put(world.rows.comments, comment.comment_id, comment);
      world.done(actor, {
        op: 'drive.comment.create',
        resource: resource(comment),
        after: { text: replies.map(textOf).join('\n') },
      });
      for (const reply of replies) emitComment(world, actor, node, comment, reply);
      return { data: wireComment(world, actor, user_id_type, comment) };
    },
  }),
  route({
    method: 'GET',
    path: COMMENTS,
    op: 'drive.comment.list',
    query: query.extend({ is_whole: flag, is_solved: flag, ...paging(100, 50) }),
    run: ({ world, actor, params, query: asked }) => {
      const node = commentable(world, actor, params.file_token, asked.file_type);
      const rows = inOrder(world, node.token)
        .filter((c) => asked.is_solved === undefined || (c.solved_at !== undefined) === asked.is_solved)
        .filter(() => asked.is_whole !== false);
      const page = pageOf(rows, asked, (c) => c.comment_id, commentErrors.parameter);
      return {
        data: { ...page, items: page.items.map((c) => wireComment(world, actor, asked.user_id_type, c)) },
      };
    },
  }),
  route({
    method: 'POST',
    path: `${COMMENTS}/batch_query`,
    op: 'drive.comment.batch_query',
    query,
    body: z.object({ comment_ids: z.array(z.string()).min(1).max(100) }),
    run: ({ world, actor, params, query: { file_type, user_id_type }, body }) => {
      const node = commentable(world, actor, params.file_token, file_type);
      const found = inOrder(world, node.token).filter((c) => body.comment_ids.includes(c.comment_id));
      return { data: { items: found.map((c) => wireComment(world, actor, user_id_type, c)) } };
    },
  }),
  route({
    method: 'GET',
    path: ONE,
    op: 'drive.comment.get',
    query,
    run: ({ world, actor, params, query: { file_type, user_id_type } }) => {
      const node = commentable(world, actor, params.file_token, file_type);
      // the documented answer of this one call has neither
      const {
        is_whole: _whole,
        quote: _quote,
        ...shown
      } = wireComment(world, actor, user_id_type, commentOf(world, node, params.comment_id));
      return { data: shown };
    },
  }),
  route({
    method: 'PATCH',
    path: ONE,
    op: 'drive.comment.update',
    query,
    body: z.object({ is_solved: z.boolean() }),
    run: ({ world, actor, params, query: { file_type }, body }) => {
      const node = commentable(world, actor, params.file_token, file_type);
      const comment = commentOf(world, node, params.comment_id);
      const { solved_at, solver: _solver, ...open } = comment;
      if ((solved_at !== undefined) === body.is_solved) return { data: {} };
      const changed: Comment = body.is_solved
        ? { ...open, solved_at: world.now(), solver: principalOf(actor) }
        : open;
      world.store.put(world.rows.comments, comment.comment_id, changed);
      world.done(actor, {
        op: 'drive.comment.update',
        resource: resource(comment),
        before: { is_solved: !body.is_solved },
        after: { is_solved: body.is_solved },
      });
      return { data: {} };
    },
  }),
  route({
    method: 'POST',
    path: REPLIES,
    op: 'drive.comment.reply.create',
    query,
    body: z.object({ content: ReplyContent }),
    run: ({ world, actor, params, query: { file_type, user_id_type }, body }) => {
      const node = commentable(world, actor, params.file_token, file_type);
      const comment = commentOf(world, node, params.comment_id);
      const reply = newReply(world, actor, user_id_type, body.content);
      const changed: Comment = {
        ...comment,
        updated_at: reply.created_at,
        replies: [...comment.replies, reply],
      };
      world.store.put(world.rows.comments, comment.comment_id, changed);
      world.done(actor, {
        op: 'drive.comment.reply.create',
        resource: resource(comment),
        after: { reply_id: reply.reply_id, text: textOf(reply) },
      });
      emitComment(world, actor, node, changed, reply);
      return { data: wireReply(world, actor, user_id_type, reply) };
    },
  }),
  route({
    method: 'GET',
    path: REPLIES,
    op: 'drive.comment.reply.list',
    query: query.extend(paging(100, 50)),
    run: ({ world, actor, params, query: asked }) => {
      const node = commentable(world, actor, params.file_token, asked.file_type);
      const { replies } = commentOf(world, node, params.comment_id);
      const page = pageOf(replies, asked, (r) => r.reply_id, commentErrors.parameter);
      return {
        data: { ...page, items: page.items.map((r) => wireReply(world, actor, asked.user_id_type, r)) },
      };
    },
  }),
  route({
    method: 'PUT',
    path: `${REPLIES}/:reply_id`,
    op: 'drive.comment.reply.update',
    query,
    body: z.object({ content: ReplyContent }),
    run: ({ world, actor, params, query: { file_type, user_id_type }, body }) => {
      const node = commentable(world, actor, params.file_token, file_type);
      const comment = commentOf(world, node, params.comment_id);
      const before = ownReply(actor, comment, params.reply_id);
      const after = rewritten(world, actor, user_id_type, before, body.content);
      world.store.put(world.rows.comments, comment.comment_id, {
        ...comment,
        updated_at: after.updated_at,
        replies: comment.replies.map((r) => (r === before ? after : r)),
      });
      world.done(actor, {
        op: 'drive.comment.reply.update',
        resource: resource(comment),
        before: { reply_id: before.reply_id, text: textOf(before) },
        after: { reply_id: after.reply_id, text: textOf(after) },
      });
      return { data: {} };
    },
  }),
  route({
    method: 'DELETE',
    path: `${REPLIES}/:reply_id`,
    op: 'drive.comment.reply.delete',
    query,
    run: ({ world, actor, params, query: { file_type } }) => {
      const node = commentable(world, actor, params.file_token, file_type);
      const comment = commentOf(world, node, params.comment_id);
      const gone = ownReply(actor, comment, params.reply_id);
      const replies = comment.replies.filter((r) => r !== gone);
      // the last reply takes the comment with it
      if (replies.length === 0) world.store.remove(world.rows.comments, comment.comment_id);
      else world.store.put(world.rows.comments, comment.comment_id, { ...comment, replies });
      world.done(actor, {
        op: 'drive.comment.reply.delete',
        resource: resource(comment),
        before: { reply_id: gone.reply_id, text: textOf(gone) },
      });
      return { data: {} };
    },
  }),
];

import * as z from 'zod';
import { newId } from '../core/ids.ts';
import type { Tag } from '../core/model.ts';
import type { World } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { ownChat } from './chats.ts';
import { im } from './errors.ts';

const names = z.array(z.object({ locale: z.string(), name: z.string().default('') })).default([]);
const Relation = z.object({
  tag_biz_type: z.literal('chat'),
  biz_entity_id: z.string().min(1),
  tag_ids: z.array(z.string()).default([]),
});

function sameName(world: World, name: string): Tag | undefined {
  return [...world.rows.tags.values()].find((tag) => tag.name === name);
}

function wireTag(tag: Tag): Record<string, unknown> {
  return {
    id: tag.id,
    tag_type: 'tenant',
    name: tag.name,
    i18n_names: tag.i18n_names,
    create_time: String(tag.created_at),
    update_time: String(tag.updated_at),
  };
}

function tagOrThrow(world: World, id: string): Tag {
  const tag = world.rows.tags.get(id);
  if (tag === undefined) throw im.invalidParameter('invalid tag_id');
  return tag;
}

const RELATION = '/open-apis/im/v2/biz_entity_tag_relation';
const keyOf = (chat: string, tag: string): string => `${chat}|${tag}`;

/** Labels of the tenant and the groups on which they stand. A name that is taken is no error: the answer names its label. */
export const tagRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/im/v2/tags',
    op: 'im.tag.create',
    auth: 'tenant',
    body: z.object({
      create_tag: z.object({ tag_type: z.literal('tenant'), name: z.string().min(1), i18n_names: names }),
    }),
    run: ({ world, actor, body: { create_tag } }) => {
      const known = sameName(world, create_tag.name);
      if (known !== undefined) return { data: { create_tag_fail_reason: { duplicate_id: known.id } } };
      const now = world.now();
      const tag: Tag = {
        id: newId.digits(19),
        seq: world.store.nextSeq(),
        name: create_tag.name,
        i18n_names: create_tag.i18n_names,
        created_at: now,
        updated_at: now,
      };
      world.store.put(world.rows.tags, tag.id, tag);
      world.done(actor, {
        op: 'im.tag.create',
        resource: { kind: 'tag', token: tag.id },
        after: { name: tag.name },
      });
      return { data: { id: tag.id } };
    },
  }),
  route({
    method: 'PATCH',
    path: '/open-apis/im/v2/tags/:tag_id',
    op: 'im.tag.update',
    auth: 'tenant',
    body: z.object({
      patch_tag: z.object({ name: z.string().min(1).optional(), i18n_names: names.optional() }).default({}),
    }),
    run: ({ world, actor, params, body: { patch_tag } }) => {
      const tag = tagOrThrow(world, params.tag_id);
      const other = patch_tag.name === undefined ? undefined : sameName(world, patch_tag.name);
      if (other !== undefined && other.id !== tag.id)
        return { data: { patch_tag_fail_reason: { duplicate_id: other.id } } };
      const changed: Tag = {
        ...tag,
        name: patch_tag.name ?? tag.name,
        i18n_names: patch_tag.i18n_names ?? tag.i18n_names,
        updated_at: world.now(),
      };
      world.store.put(world.rows.tags, tag.id, changed);
      world.done(actor, {
        op: 'im.tag.update',
        resource: { kind: 'tag', token: tag.id },
        before: { name: tag.name },
        after: { name: changed.name },
      });
      return { data: { tag_info: wireTag(changed) } };
    },
  }),
  route({
    method: 'POST',
    path: RELATION,
    op: 'im.tag.bind',
    auth: 'tenant',
    body: Relation,
    run: ({ world, actor, body }) => {
      const chat = ownChat(world, actor, body.biz_entity_id);
      for (const id of body.tag_ids) {
        const tag = tagOrThrow(world, id);
        const key = keyOf(chat.chat_id, tag.id);
        if (world.rows.tagBindings.get(key) !== undefined) continue;
        world.store.put(world.rows.tagBindings, key, {
          chat_id: chat.chat_id,
          tag_id: tag.id,
          seq: world.store.nextSeq(),
        });
        world.done(actor, {
          op: 'im.tag.bind',
          resource: { kind: 'tag', token: tag.id, parent: chat.chat_id },
          after: { name: tag.name },
        });
      }
      return { data: {} };
    },
  }),
  route({
    method: 'GET',
    path: RELATION,
    op: 'im.tag.bound',
    auth: 'tenant',
    query: Relation.omit({ tag_ids: true }),
    run: ({ world, actor, query }) => {
      const chat = ownChat(world, actor, query.biz_entity_id);
      const bound = world.rows.tagBindings.inGroup(chat.chat_id).sort((a, b) => a.seq - b.seq);
      return {
        data: {
          tag_info_with_bind_versions: bound.map((b) => ({
            tag_info: wireTag(tagOrThrow(world, b.tag_id)),
            bind_version: String(b.seq),
          })),
        },
      };
    },
  }),
  route({
    method: 'PUT',
    path: RELATION,
    op: 'im.tag.unbind',
    auth: 'tenant',
    body: Relation,
    run: ({ world, actor, body }) => {
      const chat = ownChat(world, actor, body.biz_entity_id);
      for (const id of body.tag_ids) {
        const tag = tagOrThrow(world, id);
        const key = keyOf(chat.chat_id, tag.id);
        if (world.rows.tagBindings.get(key) === undefined) continue;
        world.store.remove(world.rows.tagBindings, key);
        world.done(actor, {
          op: 'im.tag.unbind',
          resource: { kind: 'tag', token: tag.id, parent: chat.chat_id },
          before: { name: tag.name },
        });
      }
      return { data: {} };
    },
  }),
];

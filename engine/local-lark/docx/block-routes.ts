import * as z from 'zod';
import { newId } from '../core/ids.ts';
import { principalOf, type World } from '../core/world.ts';
import type { Actor, DriveNode } from '../core/model.ts';
import { nodeFor, type Level } from '../drive/access.ts';
import { pageOf } from '../http/page.ts';
import { route, type Answer, type Route } from '../http/route.ts';
import { paging, queryFlag } from '../http/validate.ts';
import { docx, docxRefusals } from './errors.ts';
import { DOCUMENT_ID } from './document-routes.ts';
import { BlockChange, changeBlock } from './patch.ts';
import { blockOf, subtree } from './tree.ts';
import { createChildren, createDescendants, deleteChildren } from './write.ts';

/** ms; how long a `client_token` guards a write */
const TOKEN_LIFE = 3600_000;

const DOCUMENT = '/open-apis/docx/v1/documents/:document_id';
const BLOCK = `${DOCUMENT}/blocks/:block_id` as const;

const writeQuery = z.object({
  document_revision_id: z.string().optional(),
  client_token: z.string().optional(),
  user_id_type: z.string().optional(),
});
const json = z.record(z.string(), z.unknown());

function docFor(world: World, actor: Actor, id: string, level: Level): DriveNode {
  return nodeFor(world, actor, 'docx', id, level, docxRefusals);
}

/** A write: its answer carries the new revision and the client token, and is repeated for the same token. */
function write(
  world: World,
  actor: Actor,
  documentId: string,
  token: string | undefined,
  work: (node: DriveNode) => Record<string, unknown>,
): Answer {
  const node = docFor(world, actor, documentId, 2);
  const memory = `docx|${principalOf(actor)}|${documentId}|${token ?? ''}`;
  const known = token === undefined ? undefined : world.recall(memory);
  if (known !== undefined) return { data: JSON.parse(known) as unknown };
  const own = work(node);
  const data = {
    ...own,
    client_token: token ?? newId.uuid(),
    document_revision_id: world.rows.nodes.get(documentId)?.revision ?? node.revision,
  };
  if (token !== undefined) world.remember(memory, JSON.stringify(data), TOKEN_LIFE);
  return { data };
}

export const blockRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: `${DOCUMENT}/blocks`,
    op: 'docx.block.list',
    minLength: DOCUMENT_ID,
    query: z.object({ ...paging(500, 500) }),
    run: ({ world, actor, params, query }) => {
      const node = docFor(world, actor, params.document_id, 1);
      return {
        data: pageOf(subtree(world, node.token, node.token), query, (b) => b.block_id, docx.badPageToken),
      };
    },
  }),
  route({
    method: 'PATCH',
    path: `${DOCUMENT}/blocks/batch_update`,
    op: 'docx.block.update',
    minLength: DOCUMENT_ID,
    query: writeQuery,
    body: z.object({
      requests: z
        .array(BlockChange.extend({ block_id: z.string() }))
        .min(1)
        .max(200),
    }),
    run: ({ world, actor, params, query, body }) =>
      write(world, actor, params.document_id, query.client_token, (node) => ({
        blocks: body.requests.map(({ block_id, ...change }) =>
          changeBlock(world, actor, node, block_id, change),
        ),
      })),
  }),
  route({
    method: 'GET',
    path: BLOCK,
    op: 'docx.block.get',
    minLength: DOCUMENT_ID,
    run: ({ world, actor, params }) => {
      const node = docFor(world, actor, params.document_id, 1);
      const block = blockOf(world, node.token, params.block_id);
      if (block === undefined) throw docx.notFound();
      return { data: { block } };
    },
  }),
  route({
    method: 'PATCH',
    path: BLOCK,
    op: 'docx.block.update',
    minLength: DOCUMENT_ID,
    query: writeQuery,
    body: BlockChange,
    run: ({ world, actor, params, query, body }) =>
      write(world, actor, params.document_id, query.client_token, (node) => ({
        block: changeBlock(world, actor, node, params.block_id, body),
      })),
  }),
  route({
    method: 'GET',
    path: `${BLOCK}/children`,
    op: 'docx.block.children',
    minLength: DOCUMENT_ID,
    query: z.object({ with_descendants: queryFlag(), ...paging(500, 500) }),
    run: ({ world, actor, params, query }) => {
      const node = docFor(world, actor, params.document_id, 1);
      const [block, ...below] = subtree(world, node.token, params.block_id);
      if (block === undefined) throw docx.notFound();
      const rows = query.with_descendants ? below : below.filter((b) => b.parent_id === block.block_id);
      return { data: pageOf(rows, query, (b) => b.block_id, docx.badPageToken) };
    },
  }),
  route({
    method: 'POST',
    path: `${BLOCK}/children`,
    op: 'docx.block.create',
    minLength: DOCUMENT_ID,
    query: writeQuery,
    body: z.object({ children: z.array(json).min(1).max(50), index: z.number().int().default(-1) }),
    run: ({ world, actor, params, query, body }) =>
      write(world, actor, params.document_id, query.client_token, (node) => ({
        children: createChildren(world, actor, node, params.block_id, body.children, body.index),
      })),
  }),
  route({
    method: 'POST',
    path: `${BLOCK}/descendant`,
    op: 'docx.block.create',
    minLength: DOCUMENT_ID,
    query: writeQuery,
    body: z.object({
      children_id: z.array(z.string()).min(1).max(1000),
      descendants: z.array(json).min(1).max(1000),
      index: z.number().int().default(-1),
    }),
    run: ({ world, actor, params, query, body }) =>
      write(world, actor, params.document_id, query.client_token, (node) => {
        const made = createDescendants(
          world,
          actor,
          node,
          params.block_id,
          body.children_id,
          body.descendants,
          body.index,
        );
        return { children: made.children, block_id_relations: made.relations };
      }),
  }),
  route({
    method: 'DELETE',
    path: `${BLOCK}/children/batch_delete`,
    op: 'docx.block.delete',
    minLength: DOCUMENT_ID,
    query: writeQuery,
    body: z.object({ start_index: z.number().int().min(0), end_index: z.number().int().min(1) }),
    run: ({ world, actor, params, query, body }) =>
      write(world, actor, params.document_id, query.client_token, (node) => {
        deleteChildren(world, actor, node, params.block_id, body.start_index, body.end_index);
        return {};
      }),
  }),
];

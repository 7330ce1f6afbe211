import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Actor, DriveNode } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import { createDocument } from '../docx/create.ts';
import { isJson } from '../docx/block-kinds.ts';
import { markdownToBlocks } from '../docx/markdown-to-blocks.ts';
import { createDescendants } from '../docx/write.ts';
import { urlOf } from '../drive/access.ts';
import { route, type Route } from '../http/route.ts';
import { FilePart, storeFile } from './store-file.ts';

const drive = {
  params: () => new LarkError(400, 1061002, 'params error.'),
  notFound: () => new LarkError(404, 1061003, 'not found.'),
  forbidden: (token: string) =>
    new LarkError(403, 1061004, 'forbidden.', { refused: { kind: 'file', token } }),
  ticket: () => new LarkError(400, 1069904, 'invalid parameter'),
};

function ownFile(world: World, actor: Actor, token: string): { text: string; name: string } {
  const file = world.rows.files.get(token);
  if (file?.kind !== 'media') throw drive.notFound();
  if (file.owner !== principalOf(actor)) throw drive.forbidden(token);
  return { text: Buffer.from(file.base64, 'base64').toString('utf8'), name: file.name };
}

/** A document made of markdown, as the import leaves it. */
function importMarkdown(world: World, actor: Actor, title: string, markdown: string): DriveNode {
  const node = createDocument(world, actor, title, '');
  const { first_level_block_ids, blocks } = markdownToBlocks(markdown);
  const inputs = blocks.map((block) => {
    const table = block['table'];
    if (!isJson(table) || !isJson(table['property'])) return block;
    const { merge_info: _readOnly, ...property } = table['property'];
    return { ...block, table: { property } };
  });
  if (inputs.length > 0) createDescendants(world, actor, node, node.token, first_level_block_ids, inputs, -1);
  return node;
}

/** Upload and import of markdown: how lark-mcp makes documents. */
export const importRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/drive/v1/medias/upload_all',
    op: 'drive.media.upload',
    body: z.object({
      file_name: z.string().min(1),
      parent_type: z.string(),
      size: z.string().optional(),
      file: FilePart,
    }),
    run: ({ world, actor, body }) => ({
      data: { file_token: storeFile(world, actor, 'media', body.file, body.file_name).key },
    }),
  }),
  route({
    method: 'POST',
    path: '/open-apis/drive/v1/import_tasks',
    op: 'drive.import.create',
    body: z.object({
      file_extension: z.string(),
      file_token: z.string(),
      type: z.string(),
      file_name: z.string().optional(),
    }),
    run: ({ world, actor, body }) => {
      if (body.type !== 'docx' || !['md', 'mark', 'markdown', 'txt'].includes(body.file_extension))
        throw drive.params();
      const file = ownFile(world, actor, body.file_token);
      const title = body.file_name ?? file.name.replace(/\.[^.]*$/, '');
      const node = importMarkdown(world, actor, title, file.text);
      const ticket = newId.digits(19);
      world.store.put(world.rows.imports, ticket, {
        ticket,
        seq: world.store.nextSeq(),
        token: node.token,
        owner: principalOf(actor),
      });
      return { data: { ticket } };
    },
  }),
  route({
    method: 'GET',
    path: '/open-apis/drive/v1/import_tasks/:ticket',
    op: 'drive.import.get',
    run: ({ world, actor, params }) => {
      const task = world.rows.imports.get(params.ticket);
      if (task?.owner !== principalOf(actor)) throw drive.ticket();
      return {
        data: {
          result: {
            ticket: task.ticket,
            type: 'docx',
            job_status: 0,
            job_error_msg: 'success',
            token: task.token,
            url: urlOf('docx', task.token),
            extra: [],
          },
        },
      };
    },
  }),
];

import { createHash } from 'node:crypto';
import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import { newId } from '../core/ids.ts';
import type { Actor, PrincipalId } from '../core/model.ts';
import { idOf } from '../core/resolve.ts';
import { principalOf, type World } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, userIdType } from '../http/validate.ts';
import { levelOf, newNode, resourceOf, urlOf } from './access.ts';

const FILES = '/open-apis/drive/v1/files';

const drive = {
  params: () => new LarkError(400, 1061002, 'params error.'),
  notFound: () => new LarkError(404, 1061003, 'not found.'),
  forbidden: (token: string) =>
    new LarkError(403, 1061004, 'forbidden.', { refused: { kind: 'file', token } }),
};

/** Everybody has a space of its own, which no document names. */
function rootOf(principal: PrincipalId): string {
  return `nod${createHash('sha256').update(principal).digest('base64url').slice(0, 24)}`;
}

/** The folder that is meant, as documents name it: '' for the caller's own space. */
function folderOf(world: World, actor: Actor, token: string, needed: 1 | 2): string {
  const me = principalOf(actor);
  if (token === '' || token === rootOf(me)) return '';
  if (world.rows.nodes.get(token)?.kind !== 'folder') throw drive.notFound();
  if (levelOf(world, me, token) < needed) throw drive.forbidden(token);
  return token;
}

/** Folders and what is in them. */
export const fileRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: FILES,
    op: 'drive.file.list',
    query: z.object({
      folder_token: z.string().default(''),
      order_by: z.enum(['EditedTime', 'CreatedTime']).default('EditedTime'),
      direction: z.enum(['ASC', 'DESC']).default('DESC'),
      user_id_type: userIdType(),
      ...paging(200, 100),
    }),
    run: ({ world, actor, query }) => {
      const me = principalOf(actor);
      const folder = folderOf(world, actor, query.folder_token, 1);
      const by = query.order_by === 'EditedTime' ? 'modified_at' : 'created_at';
      const rows = [...world.rows.nodes.values()]
        .filter((n) => n.folder_token === folder && (folder !== '' || n.owner === me))
        .sort((a, b) => a[by] - b[by] || a.seq - b.seq);
      if (query.direction === 'DESC') rows.reverse();
      const { items, has_more, page_token } = pageOf(rows, query, (n) => n.token, drive.params);
      const seconds = (ms: number): string => String(Math.floor(ms / 1000));
      return {
        data: {
          files: items.map((node) => ({
            token: node.token,
            name: node.title,
            type: node.kind,
            parent_token: folder === '' ? rootOf(me) : folder,
            url: urlOf(node.kind, node.token),
            created_time: seconds(node.created_at),
            modified_time: seconds(node.modified_at),
            owner_id: idOf(world, world.viewOf(actor), query.user_id_type, node.owner),
          })),
          has_more,
          ...(page_token === undefined ? {} : { next_page_token: page_token }),
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: `${FILES}/create_folder`,
    op: 'drive.folder.create',
    body: z.object({ name: z.string().min(1).max(256), folder_token: z.string() }),
    run: ({ world, actor, body }) => {
      const parent = folderOf(world, actor, body.folder_token, 2);
      const folder = newNode(world, actor, 'folder', newId.drive(), body.name, parent);
      world.done(actor, {
        op: 'drive.folder.create',
        resource: resourceOf(folder),
        after: { title: folder.title, folder_token: parent },
      });
      return { data: { token: folder.token, url: urlOf('folder', folder.token) } };
    },
  }),
];

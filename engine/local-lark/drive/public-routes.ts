import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import type { Actor, DriveNode, PublicSettings } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { levelOf, resourceOf, type Level } from './access.ts';

const PUBLIC = '/open-apis/drive/v2/permissions/:token/public';

/** As a new document has them: nobody gets in who was not let in. */
const CLOSED: PublicSettings = {
  external_access_entity: 'closed',
  security_entity: 'anyone_can_view',
  comment_entity: 'anyone_can_view',
  share_entity: 'anyone',
  manage_collaborator_entity: 'collaborator_can_view',
  link_share_entity: 'closed',
  copy_entity: 'anyone_can_view',
};

const who = z.enum(['anyone_can_view', 'anyone_can_edit', 'only_full_access']);
const Change = z.object({
  external_access_entity: z.enum(['open', 'closed', 'allow_share_partner_tenant']).optional(),
  security_entity: who.optional(),
  comment_entity: z.enum(['anyone_can_view', 'anyone_can_edit']).optional(),
  share_entity: z.enum(['anyone', 'same_tenant']).optional(),
  manage_collaborator_entity: z
    .enum(['collaborator_can_view', 'collaborator_can_edit', 'collaborator_full_access'])
    .optional(),
  link_share_entity: z
    .enum([
      'tenant_readable',
      'tenant_editable',
      'partner_tenant_readable',
      'partner_tenant_editable',
      'anyone_readable',
      'anyone_editable',
      'closed',
    ])
    .optional(),
  copy_entity: who.optional(),
});

function nodeOf(world: World, actor: Actor, token: string, type: string, needed: Level): DriveNode {
  const node = world.rows.nodes.get(token);
  if (node?.kind !== type) throw new LarkError(404, 1063005, 'Resource is deleted');
  if (levelOf(world, principalOf(actor), token) < needed)
    throw new LarkError(403, 1063002, 'Permission denied', { refused: resourceOf(node) });
  return node;
}

const query = z.object({ type: z.enum(['docx', 'bitable', 'file', 'folder']) });
const shown = (settings: PublicSettings) => ({ permission_public: { ...settings, lock_switch: false } });

/** What whoever has the link may do; only who manages a document changes it. */
export const publicRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: PUBLIC,
    op: 'drive.public.get',
    query,
    run: ({ world, actor, params, query: { type } }) => ({
      data: shown(nodeOf(world, actor, params.token, type, 1).public ?? CLOSED),
    }),
  }),
  route({
    method: 'PATCH',
    path: PUBLIC,
    op: 'drive.public.update',
    query,
    body: Change,
    run: ({ world, actor, params, query: { type }, body }) => {
      const node = nodeOf(world, actor, params.token, type, 3);
      const before = node.public ?? CLOSED;
      const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
      const after: PublicSettings = { ...before, ...given };
      world.store.put(world.rows.nodes, node.token, { ...node, public: after });
      world.done(actor, { op: 'drive.public.update', resource: resourceOf(node), before, after });
      return { data: shown(after) };
    },
  }),
];

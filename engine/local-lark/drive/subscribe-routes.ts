import * as z from 'zod';
import { LarkError } from '../core/errors.ts';
import type { Actor, DriveNode } from '../core/model.ts';
import { principalOf, type World } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { levelOf, resourceOf } from './access.ts';

const FILE = '/open-apis/drive/v1/files/:file_token';
const query = z.object({ file_type: z.enum(['docx', 'bitable', 'file', 'folder']) });

/** A file and the app that asks about it. Only who manages a file may watch it. */
function watched(
  world: World,
  actor: Actor,
  token: string,
  type: string,
): { node: DriveNode; app_id: string; key: string; known: boolean } {
  const node = world.rows.nodes.get(token);
  if (node?.kind !== type) throw new LarkError(404, 1061003, 'not found.');
  if (levelOf(world, principalOf(actor), token) < 3)
    throw new LarkError(403, 1061004, 'forbidden.', { refused: resourceOf(node) });
  const app_id = principalOf(actor);
  const key = `${token}|${app_id}`;
  return { node, app_id, key, known: world.rows.subscriptions.get(key) !== undefined };
}

/** Which apps hear of changes of a file. */
export const subscribeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${FILE}/subscribe`,
    op: 'drive.file.subscribe',
    auth: 'tenant',
    query,
    run: ({ world, actor, params, query: { file_type } }) => {
      const { node, app_id, key, known } = watched(world, actor, params.file_token, file_type);
      if (known) return { data: {} };
      const seq = world.store.nextSeq();
      world.store.put(world.rows.subscriptions, key, { file_token: node.token, app_id, seq });
      world.done(actor, { op: 'drive.file.subscribe', resource: resourceOf(node), after: { app: app_id } });
      return { data: {} };
    },
  }),
  route({
    method: 'GET',
    path: `${FILE}/get_subscribe`,
    op: 'drive.file.subscription.get',
    auth: 'tenant',
    query,
    run: ({ world, actor, params, query: { file_type } }) => {
      const { known } = watched(world, actor, params.file_token, file_type);
      return { data: { is_subscribe: known } };
    },
  }),
  route({
    method: 'DELETE',
    path: `${FILE}/delete_subscribe`,
    op: 'drive.file.unsubscribe',
    auth: 'tenant',
    query,
    run: ({ world, actor, params, query: { file_type } }) => {
      const { node, app_id, key, known } = watched(world, actor, params.file_token, file_type);
      if (!known) return { data: {} };
      world.store.remove(world.rows.subscriptions, key);
      world.done(actor, {
        op: 'drive.file.unsubscribe',
        resource: resourceOf(node),
        before: { app: app_id },
      });
      return { data: {} };
    },
  }),
];

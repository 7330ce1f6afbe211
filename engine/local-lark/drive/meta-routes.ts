import * as z from 'zod';
import { idOf } from '../core/resolve.ts';
import { principalOf } from '../core/world.ts';
import { route, type Route } from '../http/route.ts';
import { userIdType } from '../http/validate.ts';
import { levelOf, urlOf } from './access.ts';

const NO_PERMISSION = 970003;
const NOT_FOUND = 970005;

/** Titles and links of documents; what cannot be read is in `failed_list`, never an error. */
export const metaRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/drive/v1/metas/batch_query',
    op: 'drive.meta.batch_query',
    query: z.object({ user_id_type: userIdType() }),
    body: z.object({
      request_docs: z.array(z.object({ doc_token: z.string(), doc_type: z.string() })).max(200),
      with_url: z.boolean().default(false),
    }),
    run: ({ world, actor, query, body }) => {
      const view = world.viewOf(actor);
      const metas: Record<string, unknown>[] = [];
      const failed: { token: string; code: number }[] = [];
      for (const { doc_token, doc_type } of body.request_docs) {
        const node = world.rows.nodes.get(doc_token);
        if (node?.kind !== doc_type) {
          failed.push({ token: doc_token, code: NOT_FOUND });
          continue;
        }
        if (levelOf(world, principalOf(actor), doc_token) === 0) {
          failed.push({ token: doc_token, code: NO_PERMISSION });
          continue;
        }
        metas.push({
          doc_token,
          doc_type,
          title: node.title,
          owner_id: idOf(world, view, query.user_id_type, node.owner),
          create_time: String(Math.floor(node.created_at / 1000)),
          latest_modify_user: idOf(world, view, query.user_id_type, node.modified_by),
          latest_modify_time: String(Math.floor(node.modified_at / 1000)),
          ...(body.with_url ? { url: urlOf(node.kind, doc_token) } : {}),
        });
      }
      return { data: { metas, ...(failed.length === 0 ? {} : { failed_list: failed }) } };
    },
  }),
];

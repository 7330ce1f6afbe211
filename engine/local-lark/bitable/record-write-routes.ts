import * as z from 'zod';
import type { Actor } from '../core/model.ts';
import type { UserIdType } from '../core/resolve.ts';
import { principalOf, type World } from '../core/world.ts';
import { route, type Answer, type Route } from '../http/route.ts';
import { userIdType } from '../http/validate.ts';
import { bitable } from './errors.ts';
import { createRecord, deleteRecord, updateRecord, type Fields, type RecordScope } from './records.ts';
import { baseFor, tableFor } from './tables.ts';

/** ms; how long a `client_token` guards a write */
const TOKEN_LIFE = 24 * 3600_000;
const MOST_AT_ONCE = 1000;

const RECORDS = '/open-apis/bitable/v1/apps/:app_token/tables/:table_id/records';

const query = z.object({
  user_id_type: userIdType(),
  client_token: z.string().optional(),
  ignore_consistency_check: z.string().optional(),
});
const fields = z.record(z.string(), z.unknown());

function scopeOf(
  world: World,
  actor: Actor,
  params: { app_token: string; table_id: string },
  type: UserIdType,
): RecordScope {
  const base = baseFor(world, actor, params.app_token, 2);
  const table = tableFor(world, base, params.table_id);
  return { world, actor, userIdType: type, base, tableId: table.table_id };
}

/** Runs a write once per `client_token`; the same token with another body is a conflict. */
function once(
  scope: RecordScope,
  token: string | undefined,
  body: unknown,
  work: () => Record<string, unknown>,
): Answer {
  if (token === undefined) return { data: work() };
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(token)) throw bitable.badClientToken();
  const memory = `bitable|${principalOf(scope.actor)}|${scope.tableId}|${token}`;
  const asked = JSON.stringify(body);
  const known = scope.world.recall(memory);
  if (known !== undefined) {
    const before = JSON.parse(known) as { asked: string; data: unknown };
    if (before.asked !== asked) throw bitable.tokenConflict();
    return { data: before.data };
  }
  const data = work();
  scope.world.remember(memory, JSON.stringify({ asked, data }), TOKEN_LIFE);
  return { data };
}

/** Writes echo what was written, in the write shapes. */
function echo(recordId: string, written: Fields): Record<string, unknown> {
  return { fields: written, id: recordId, record_id: recordId };
}

export const recordWriteRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: RECORDS,
    op: 'bitable.record.create',
    query,
    body: z.object({ fields }),
    run: ({ world, actor, params, query: q, body }) => {
      const scope = scopeOf(world, actor, params, q.user_id_type);
      return once(scope, q.client_token, body, () => ({
        record: echo(createRecord(scope, body.fields).record_id, body.fields),
      }));
    },
  }),
  route({
    method: 'POST',
    path: `${RECORDS}/batch_create`,
    op: 'bitable.record.create',
    query,
    body: z.object({ records: z.array(z.object({ fields })) }),
    run: ({ world, actor, params, query: q, body }) => {
      const scope = scopeOf(world, actor, params, q.user_id_type);
      if (body.records.length > MOST_AT_ONCE) throw bitable.tooManyAtOnce();
      return once(scope, q.client_token, body, () => ({
        records: body.records.map((r) => echo(createRecord(scope, r.fields).record_id, r.fields)),
      }));
    },
  }),
  route({
    method: 'PUT',
    path: `${RECORDS}/:record_id`,
    op: 'bitable.record.update',
    query,
    body: z.object({ fields }),
    run: ({ world, actor, params, query: q, body }) => {
      const scope = scopeOf(world, actor, params, q.user_id_type);
      updateRecord(scope, params.record_id, body.fields);
      return { data: { record: echo(params.record_id, body.fields) } };
    },
  }),
  route({
    method: 'POST',
    path: `${RECORDS}/batch_update`,
    op: 'bitable.record.update',
    query,
    body: z.object({ records: z.array(z.object({ record_id: z.string(), fields })) }),
    run: ({ world, actor, params, query: q, body }) => {
      const scope = scopeOf(world, actor, params, q.user_id_type);
      if (body.records.length > MOST_AT_ONCE) throw bitable.tooManyAtOnce();
      for (const r of body.records) updateRecord(scope, r.record_id, r.fields);
      return { data: { records: body.records.map((r) => echo(r.record_id, r.fields)) } };
    },
  }),
  route({
    method: 'DELETE',
    path: `${RECORDS}/:record_id`,
    op: 'bitable.record.delete',
    run: ({ world, actor, params }) => {
      deleteRecord(scopeOf(world, actor, params, 'open_id'), params.record_id);
      return { data: { deleted: true, record_id: params.record_id } };
    },
  }),
  route({
    method: 'POST',
    path: `${RECORDS}/batch_delete`,
    op: 'bitable.record.delete',
    body: z.object({ records: z.array(z.string()).max(500) }),
    run: ({ world, actor, params, body }) => {
      const scope = scopeOf(world, actor, params, 'open_id');
      for (const id of body.records) deleteRecord(scope, id);
      return { data: { records: body.records.map((record_id) => ({ deleted: true, record_id })) } };
    },
  }),
];

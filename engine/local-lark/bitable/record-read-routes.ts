import * as z from 'zod';
import type { Actor, Table, TableRecord } from '../core/model.ts';
import type { UserIdType } from '../core/resolve.ts';
import type { World } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, queryFlag, userIdType } from '../http/validate.ts';
import type { CellReader, CellShape } from './cell-read.ts';
import { bitable } from './errors.ts';
import { compileFilter, Filter } from './filter.ts';
import { automaticFields, recordOf, shownFields } from './records.ts';
import { Sort, sorted } from './sort.ts';
import { baseFor, tableFor } from './tables.ts';

const RECORDS = '/open-apis/bitable/v1/apps/:app_token/tables/:table_id/records';

function inOrder(world: World, table: Table): TableRecord[] {
  return world.rows.records.inGroup(table.table_id).sort((a, b) => a.seq - b.seq);
}

function wire(
  reader: CellReader,
  table: Table,
  record: TableRecord,
  automatic: boolean,
  names?: readonly string[],
): Record<string, unknown> {
  return {
    ...(automatic ? automaticFields(reader, record) : {}),
    fields: shownFields(reader, table, record, names),
    record_id: record.record_id,
  };
}

function readerOf(
  world: World,
  actor: Actor,
  userIdType: UserIdType,
  shape: CellShape,
  textAsArray = false,
): CellReader {
  return { world, actor, userIdType, shape, textAsArray };
}

/** Legacy list: `field_names` is a JSON list in a query string. */
function nameList(text: string | undefined): string[] | undefined {
  if (text === undefined || text === '') return undefined;
  try {
    return z.array(z.string()).parse(JSON.parse(text));
  } catch {
    throw bitable.wrongBody();
  }
}

export const recordReadRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${RECORDS}/search`,
    op: 'bitable.record.search',
    query: z.object({ user_id_type: userIdType(), ...paging(500, 20) }),
    body: z.object({
      view_id: z.string().optional(),
      field_names: z.array(z.string()).optional(),
      sort: Sort.optional(),
      filter: Filter.optional(),
      automatic_fields: z.boolean().default(false),
    }),
    run: ({ world, actor, params, query, body }) => {
      const table = tableFor(world, baseFor(world, actor, params.app_token, 1, 200), params.table_id);
      if (body.view_id !== undefined && body.view_id !== '' && body.view_id !== table.default_view_id)
        throw bitable.viewNotFound();
      for (const name of body.field_names ?? [])
        if (!table.fields.some((f) => f.field_name === name)) throw bitable.fieldNameNotFound(name);
      const scope = { world, actor, userIdType: query.user_id_type, table, now: world.now() };
      const matches = body.filter === undefined ? () => true : compileFilter(scope, body.filter);
      const rows = sorted(table, inOrder(world, table).filter(matches), body.sort ?? []);
      const page = pageOf(rows, query, (r) => r.record_id, bitable.invalidPageToken);
      const reader = readerOf(world, actor, query.user_id_type, 'search');
      const items = page.items.map((r) => wire(reader, table, r, body.automatic_fields, body.field_names));
      return { data: { ...page, items, total: rows.length } };
    },
  }),
  route({
    method: 'POST',
    path: `${RECORDS}/batch_get`,
    op: 'bitable.record.batch_get',
    body: z.object({
      record_ids: z.array(z.string()).min(1).max(100),
      user_id_type: userIdType(),
      with_shared_url: z.boolean().optional(),
      automatic_fields: z.boolean().default(false),
    }),
    run: ({ world, actor, params, body }) => {
      const table = tableFor(world, baseFor(world, actor, params.app_token, 1), params.table_id);
      const reader = readerOf(world, actor, body.user_id_type, 'search');
      const known = body.record_ids.filter(
        (id) => world.rows.records.get(`${table.table_id}/${id}`) !== undefined,
      );
      return {
        data: {
          records: known.map((id) =>
            wire(reader, table, recordOf(world, table.table_id, id), body.automatic_fields),
          ),
          forbidden_record_ids: [],
          absent_record_ids: body.record_ids.filter((id) => !known.includes(id)),
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: RECORDS,
    op: 'bitable.record.list',
    query: z.object({
      user_id_type: userIdType(),
      filter: z.string().optional(),
      sort: z.string().optional(),
      field_names: z.string().optional(),
      text_field_as_array: queryFlag(),
      automatic_fields: queryFlag(),
      ...paging(500, 20),
    }),
    run: ({ world, actor, params, query }) => {
      const table = tableFor(world, baseFor(world, actor, params.app_token, 1), params.table_id);
      // formulas are the legacy way to filter; what is not understood is refused, never ignored
      if (query.filter !== undefined && query.filter !== '')
        throw bitable.invalidFilter('filter formulas are not supported here, use records/search');
      if (query.sort !== undefined && query.sort !== '')
        throw bitable.invalidSort('sort is not supported here, use records/search');
      const rows = inOrder(world, table);
      const page = pageOf(rows, query, (r) => r.record_id, bitable.invalidPageToken);
      const reader = readerOf(world, actor, query.user_id_type, 'list', query.text_field_as_array);
      const names = nameList(query.field_names);
      const items = page.items.map((r) => wire(reader, table, r, query.automatic_fields, names));
      return { data: { ...page, items, total: rows.length } };
    },
  }),
  route({
    method: 'GET',
    path: `${RECORDS}/:record_id`,
    op: 'bitable.record.get',
    query: z.object({
      user_id_type: userIdType(),
      text_field_as_array: queryFlag(),
      automatic_fields: queryFlag(),
    }),
    run: ({ world, actor, params, query }) => {
      const table = tableFor(world, baseFor(world, actor, params.app_token, 1), params.table_id);
      const reader = readerOf(world, actor, query.user_id_type, 'get', query.text_field_as_array);
      const record = recordOf(world, table.table_id, params.record_id);
      const record_url = `https://tenant.feishu.cn/record/${record.record_id}`;
      return { data: { record: { ...wire(reader, table, record, query.automatic_fields), record_url } } };
    },
  }),
];

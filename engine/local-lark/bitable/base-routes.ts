import * as z from 'zod';
import { newId } from '../core/ids.ts';
import type { Actor, DriveNode, Field, Table } from '../core/model.ts';
import type { World } from '../core/world.ts';
import { newNode, resourceOf, touch, urlOf } from '../drive/access.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging } from '../http/validate.ts';
import { bitable } from './errors.ts';
import { TYPE } from './field-types.ts';
import { TableInput } from './inputs.ts';
import { addTable, baseFor, newField, tableFor, tablesOf } from './tables.ts';

const APP = '/open-apis/bitable/v1/apps/:app_token';

/** A new base comes with a table that nobody asked for. */
function blankFields(): Field[] {
  const plain = (field_name: string, type: number, primary = false): Field =>
    newField({ field_name, type }, primary);
  return [
    plain('文本', TYPE.text, true),
    plain('单选', TYPE.singleSelect),
    plain('日期', TYPE.date),
    plain('附件', TYPE.attachment),
  ];
}

function makeTable(world: World, actor: Actor, base: DriveNode, input: z.infer<typeof TableInput>): Table {
  const fields = (input.fields ?? [{ field_name: '文本', type: TYPE.text }]).map((f, i) =>
    newField(f, i === 0),
  );
  const table = addTable(world, base, input.name, input.default_view_name ?? '表格', fields);
  touch(world, actor, base);
  world.done(actor, {
    op: 'bitable.table.create',
    resource: { kind: 'table', token: table.table_id, parent: base.token },
    after: { name: table.name, fields: fields.map((f) => f.field_name) },
  });
  return table;
}

export const baseRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: '/open-apis/bitable/v1/apps',
    op: 'bitable.app.create',
    body: z.object({
      name: z.string().max(255).default(''),
      folder_token: z.string().default(''),
      time_zone: z.string().optional(),
    }),
    run: ({ world, actor, body }) => {
      const made = newNode(world, actor, 'bitable', newId.drive(), body.name, body.folder_token);
      const table = addTable(world, made, '数据表', '表格', blankFields());
      const base = touch(world, actor, made, { default_table_id: table.table_id, revision: 0 });
      world.done(actor, {
        op: 'bitable.app.create',
        resource: resourceOf(base),
        after: { name: base.title },
      });
      return {
        data: {
          app: {
            app_token: base.token,
            default_table_id: table.table_id,
            folder_token: body.folder_token,
            name: base.title,
            url: urlOf('bitable', base.token),
          },
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: APP,
    op: 'bitable.app.get',
    run: ({ world, actor, params }) => {
      const base = baseFor(world, actor, params.app_token, 1);
      return {
        data: {
          app: {
            app_token: base.token,
            name: base.title,
            revision: base.revision,
            is_advanced: false,
            time_zone: 'Asia/Beijing',
            formula_type: 1,
            advance_version: 'v1',
          },
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: `${APP}/tables`,
    op: 'bitable.table.create',
    body: z.object({ table: TableInput }),
    run: ({ world, actor, params, body }) => {
      const table = makeTable(world, actor, baseFor(world, actor, params.app_token, 2), body.table);
      const field_id_list = table.fields.map((f) => f.field_id);
      return { data: { table_id: table.table_id, default_view_id: table.default_view_id, field_id_list } };
    },
  }),
  route({
    method: 'POST',
    path: `${APP}/tables/batch_create`,
    op: 'bitable.table.create',
    body: z.object({ tables: z.array(TableInput).min(1).max(100) }),
    run: ({ world, actor, params, body }) => {
      const base = baseFor(world, actor, params.app_token, 2);
      return { data: { table_ids: body.tables.map((t) => makeTable(world, actor, base, t).table_id) } };
    },
  }),
  route({
    method: 'GET',
    path: `${APP}/tables`,
    op: 'bitable.table.list',
    query: z.object({ ...paging(100, 20) }),
    run: ({ world, actor, params, query }) => {
      const tables = tablesOf(world, baseFor(world, actor, params.app_token, 1));
      const page = pageOf(tables, query, (t) => t.table_id, bitable.invalidPageToken);
      const items = page.items.map((t) => ({ table_id: t.table_id, revision: t.revision, name: t.name }));
      return { data: { ...page, items, total: tables.length } };
    },
  }),
  route({
    method: 'DELETE',
    path: `${APP}/tables/:table_id`,
    op: 'bitable.table.delete',
    run: ({ world, actor, params }) => {
      const base = baseFor(world, actor, params.app_token, 2);
      const table = tableFor(world, base, params.table_id);
      for (const record of world.rows.records.inGroup(table.table_id))
        world.store.remove(world.rows.records, `${table.table_id}/${record.record_id}`);
      world.store.remove(world.rows.tables, table.table_id);
      touch(world, actor, base);
      world.done(actor, {
        op: 'bitable.table.delete',
        resource: { kind: 'table', token: table.table_id, parent: base.token },
        before: { name: table.name },
      });
      return { data: {} };
    },
  }),
  route({
    method: 'GET',
    path: `${APP}/tables/:table_id/views`,
    op: 'bitable.view.list',
    run: ({ world, actor, params }) => {
      const table = tableFor(world, baseFor(world, actor, params.app_token, 1), params.table_id);
      const view = {
        view_id: table.default_view_id,
        view_name: table.default_view_name,
        view_public_level: 'Public',
        view_type: 'grid',
      };
      return { data: { has_more: false, items: [view], total: 1 } };
    },
  }),
];

import * as z from 'zod';
import type { Field, Table } from '../core/model.ts';
import type { Resource } from '../core/operation.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging } from '../http/validate.ts';
import { bitable } from './errors.ts';
import { FieldInput } from './inputs.ts';
import { baseFor, listedField, newField, putTable, tableFor, wireField } from './tables.ts';

const FIELDS = '/open-apis/bitable/v1/apps/:app_token/tables/:table_id/fields';

function resource(table: Table, field: Field): Resource {
  return { kind: 'field', token: field.field_id, parent: `${table.app_token}/${table.table_id}` };
}

function fieldOf(table: Table, fieldId: string): Field {
  const field = table.fields.find((f) => f.field_id === fieldId);
  if (field === undefined) throw bitable.fieldNotFound();
  return field;
}

function requireFreeName(table: Table, name: string, except?: string): void {
  if (table.fields.some((f) => f.field_name === name && f.field_id !== except))
    throw bitable.fieldNameTaken();
}

export const fieldRoutes: readonly Route[] = [
  route({
    method: 'GET',
    path: FIELDS,
    op: 'bitable.field.list',
    query: z.object({ ...paging(100, 20) }),
    run: ({ world, actor, params, query }) => {
      const table = tableFor(world, baseFor(world, actor, params.app_token, 1), params.table_id);
      const page = pageOf(table.fields, query, (f) => f.field_id, bitable.invalidPageToken);
      return { data: { ...page, items: page.items.map(listedField), total: table.fields.length } };
    },
  }),
  route({
    method: 'POST',
    path: FIELDS,
    op: 'bitable.field.create',
    query: z.object({ client_token: z.string().optional() }),
    body: FieldInput,
    run: ({ world, actor, params, body }) => {
      const base = baseFor(world, actor, params.app_token, 2);
      const table = tableFor(world, base, params.table_id);
      requireFreeName(table, body.field_name);
      const field = newField(body, false);
      putTable(world, actor, base, { ...table, fields: [...table.fields, field] });
      world.done(actor, {
        op: 'bitable.field.create',
        resource: resource(table, field),
        after: wireField(field),
      });
      return { data: { field: wireField(field) } };
    },
  }),
  route({
    method: 'PUT',
    path: `${FIELDS}/:field_id`,
    op: 'bitable.field.update',
    body: FieldInput,
    run: ({ world, actor, params, body }) => {
      const base = baseFor(world, actor, params.app_token, 2);
      const table = tableFor(world, base, params.table_id);
      const old = fieldOf(table, params.field_id);
      if (old.type !== body.type) throw bitable.typesDoNotMatch();
      requireFreeName(table, body.field_name, old.field_id);
      const field = newField(
        { ...body, property: body.property ?? old.property },
        old.is_primary,
        old.field_id,
      );
      putTable(world, actor, base, { ...table, fields: table.fields.map((f) => (f === old ? field : f)) });
      world.done(actor, {
        op: 'bitable.field.update',
        resource: resource(table, field),
        before: wireField(old),
        after: wireField(field),
      });
      return { data: { field: wireField(field) } };
    },
  }),
  route({
    method: 'DELETE',
    path: `${FIELDS}/:field_id`,
    op: 'bitable.field.delete',
    run: ({ world, actor, params }) => {
      const base = baseFor(world, actor, params.app_token, 2);
      const table = tableFor(world, base, params.table_id);
      const field = fieldOf(table, params.field_id);
      if (field.is_primary) throw bitable.wrongBody();
      putTable(world, actor, base, { ...table, fields: table.fields.filter((f) => f !== field) });
      world.done(actor, {
        op: 'bitable.field.delete',
        resource: resource(table, field),
        before: wireField(field),
      });
      return { data: { field_id: field.field_id, deleted: true } };
    },
  }),
];

import { newId } from '../core/ids.ts';
import type { Actor, DriveNode, Field, Table } from '../core/model.ts';
import type { World } from '../core/world.ts';
import { nodeFor, touch, type Level } from '../drive/access.ts';
import { bitable, bitableRefusals } from './errors.ts';
import { TYPE, uiTypeOf } from './field-types.ts';
import type * as z from 'zod';
import type { FieldInput } from './inputs.ts';

/** The base, for a caller who may do at least this much with it. */
export function baseFor(
  world: World,
  actor: Actor,
  token: string,
  level: Level,
  deniedStatus: 200 | 403 = 403,
): DriveNode {
  return nodeFor(world, actor, 'bitable', token, level, bitableRefusals(deniedStatus));
}

export function tableFor(world: World, base: DriveNode, tableId: string): Table {
  const table = world.rows.tables.get(tableId);
  if (table?.app_token !== base.token) throw bitable.tableNotFound();
  return table;
}

export function tablesOf(world: World, base: DriveNode): Table[] {
  return world.rows.tables.inGroup(base.token).sort((a, b) => a.seq - b.seq);
}

interface Option {
  readonly color: number;
  readonly id: string;
  readonly name: string;
}

const COLORS = 55;

/** Options in the platform's form: each has an id and a colour. */
export function optionsOf(field: Field): Option[] {
  const options = field.property?.['options'];
  return Array.isArray(options) ? (options as Option[]) : [];
}

function isSelect(type: number): boolean {
  return type === TYPE.singleSelect || type === TYPE.multiSelect;
}

/** A field from what a client asked for. */
export function newField(
  input: z.infer<typeof FieldInput>,
  isPrimary: boolean,
  fieldId: string = newId.field(),
): Field {
  const ui = uiTypeOf(input.type);
  if (ui === undefined) throw bitable.typesDoNotMatch();
  const given = input.property ?? null;
  const options = given?.options?.map((o, i) => ({
    color: o.color ?? i % COLORS,
    id: o.id ?? newId.option(),
    name: o.name,
  }));
  const property = isSelect(input.type) ? { ...given, options: options ?? [] } : given;
  return {
    field_id: fieldId,
    field_name: input.field_name,
    type: input.type,
    ui_type: input.ui_type ?? ui,
    is_primary: isPrimary,
    property,
    ...(input.description?.text === undefined ? {} : { description: input.description.text }),
  };
}

/** The field with options for select values that it does not know yet: writing a new one makes it. */
export function withOptions(field: Field, names: readonly string[]): Field {
  const known = optionsOf(field);
  const fresh = [...new Set(names)].filter((n) => !known.some((o) => o.name === n));
  if (!isSelect(field.type) || fresh.length === 0) return field;
  const added = fresh.map((name, i) => ({ color: (known.length + i) % COLORS, id: newId.option(), name }));
  return { ...field, property: { ...field.property, options: [...known, ...added] } };
}

/** Stores a changed table under a new revision, and its base with it. */
export function putTable(world: World, actor: Actor, base: DriveNode, table: Table): Table {
  touch(world, actor, base);
  return world.store.put(world.rows.tables, table.table_id, { ...table, revision: table.revision + 1 });
}

/** @throws LarkError when the base has a table of that name */
export function addTable(
  world: World,
  base: DriveNode,
  name: string,
  viewName: string,
  fields: readonly Field[],
): Table {
  if (tablesOf(world, base).some((t) => t.name === name)) throw bitable.tableNameTaken();
  const table: Table = {
    table_id: newId.table(),
    seq: world.store.nextSeq(),
    app_token: base.token,
    name,
    revision: 1,
    default_view_id: newId.view(),
    default_view_name: viewName,
    fields,
    next_auto_number: 1,
  };
  return world.store.put(world.rows.tables, table.table_id, table);
}

/** A field as the field calls show it. */
export function wireField(field: Field): Record<string, unknown> {
  return {
    field_id: field.field_id,
    field_name: field.field_name,
    type: field.type,
    property: field.property,
    is_primary: field.is_primary,
    ui_type: field.ui_type,
    ...(field.description === undefined
      ? {}
      : { description: { disable_sync: false, text: field.description } }),
  };
}

/** The list alone gives the description as a plain text. */
export function listedField(field: Field): Record<string, unknown> {
  return {
    ...wireField(field),
    ...(field.description === undefined ? {} : { description: field.description }),
  };
}

import { newId } from '../core/ids.ts';
import type { DriveNode, Table, TableRecord } from '../core/model.ts';
import type { Resource } from '../core/operation.ts';
import { principalOf, type World } from '../core/world.ts';
import { touch } from '../drive/access.ts';
import { personCell, readCell, type CellReader } from './cell-read.ts';
import { storedCell, type CellWriter } from './cell-write.ts';
import { bitable } from './errors.ts';
import { emitRecordChanged } from './record-events.ts';
import { putTable, withOptions } from './tables.ts';

export type Fields = Readonly<Record<string, unknown>>;

/** Who writes into which table. */
export interface RecordScope extends CellWriter {
  readonly base: DriveNode;
  readonly tableId: string;
}

function tableOf(scope: RecordScope): Table {
  const table = scope.world.rows.tables.get(scope.tableId);
  if (table === undefined) throw bitable.tableNotFound();
  return table;
}

export function recordOf(world: World, tableId: string, recordId: string): TableRecord {
  const record = world.rows.records.get(`${tableId}/${recordId}`);
  if (record === undefined) throw bitable.recordNotFound();
  return record;
}

function resource(scope: RecordScope, recordId: string): Resource {
  return { kind: 'record', token: recordId, parent: `${scope.base.token}/${scope.tableId}` };
}

/** Field names to values, in the shape in which the operation log keeps them (that of a search). */
function logged(scope: RecordScope, table: Table, record: TableRecord): Record<string, unknown> {
  const reader: CellReader = { ...scope, userIdType: 'union_id', shape: 'get', textAsArray: false };
  return shownFields(reader, table, record);
}

/** The non-empty cells of a record by field name. */
export function shownFields(
  reader: CellReader,
  table: Table,
  record: TableRecord,
  names?: readonly string[],
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const field of table.fields) {
    if (names !== undefined && !names.includes(field.field_name)) continue;
    const value = readCell(reader, field, record);
    if (value !== undefined) shown[field.field_name] = value;
  }
  return shown;
}

/** `created_by`, `created_time` and their like, shown on request. */
export function automaticFields(reader: CellReader, record: TableRecord): Record<string, unknown> {
  return {
    created_by: personCell(reader, record.created_by),
    created_time: record.created_at,
    last_modified_by: personCell(reader, record.modified_by),
    last_modified_time: record.modified_at,
  };
}

/** Stored cells of what was written; new select values become options of their fields. */
function cellsOf(scope: RecordScope, fields: Fields): Record<string, unknown> {
  const cells: Record<string, unknown> = {};
  let table = tableOf(scope);
  for (const [name, value] of Object.entries(fields)) {
    const field = table.fields.find((f) => f.field_name === name);
    if (field === undefined) throw bitable.fieldNameNotFound(name);
    const stored = storedCell(scope, field, value);
    cells[field.field_id] = stored;
    const names =
      typeof stored === 'string'
        ? [stored]
        : Array.isArray(stored)
          ? stored.filter((s) => typeof s === 'string')
          : [];
    const grown = withOptions(field, names);
    if (grown !== field)
      table = putTable(scope.world, scope.actor, scope.base, {
        ...table,
        fields: table.fields.map((f) => (f === field ? grown : f)),
      });
  }
  return cells;
}

/** @throws LarkError 1254045, 12540xx; nothing is written when one record of a batch is refused */
export function createRecord(scope: RecordScope, fields: Fields): TableRecord {
  const { world, actor } = scope;
  const cells = cellsOf(scope, fields);
  const table = tableOf(scope);
  const me = principalOf(actor);
  const now = world.now();
  const record: TableRecord = {
    record_id: newId.record(),
    seq: world.store.nextSeq(),
    table_id: table.table_id,
    cells,
    auto_number: table.next_auto_number,
    created_by: me,
    modified_by: me,
    created_at: now,
    modified_at: now,
  };
  world.store.put(world.rows.tables, table.table_id, {
    ...table,
    next_auto_number: table.next_auto_number + 1,
  });
  world.store.put(world.rows.records, `${table.table_id}/${record.record_id}`, record);
  touch(world, actor, scope.base);
  world.done(actor, {
    op: 'bitable.record.create',
    resource: resource(scope, record.record_id),
    after: logged(scope, table, record),
  });
  emitRecordChanged(scope, table, { after: record });
  return record;
}

export function updateRecord(scope: RecordScope, recordId: string, fields: Fields): TableRecord {
  const { world, actor } = scope;
  const old = recordOf(world, scope.tableId, recordId);
  const cells = { ...old.cells, ...cellsOf(scope, fields) };
  const table = tableOf(scope);
  const record: TableRecord = { ...old, cells, modified_by: principalOf(actor), modified_at: world.now() };
  world.store.put(world.rows.records, `${table.table_id}/${recordId}`, record);
  touch(world, actor, scope.base);
  world.done(actor, {
    op: 'bitable.record.update',
    resource: resource(scope, recordId),
    before: logged(scope, table, old),
    after: logged(scope, table, record),
  });
  emitRecordChanged(scope, table, { before: old, after: record });
  return record;
}

export function deleteRecord(scope: RecordScope, recordId: string): void {
  const { world, actor } = scope;
  const old = recordOf(world, scope.tableId, recordId);
  world.store.remove(world.rows.records, `${scope.tableId}/${recordId}`);
  touch(world, actor, scope.base);
  world.done(actor, {
    op: 'bitable.record.delete',
    resource: resource(scope, recordId),
    before: logged(scope, tableOf(scope), old),
  });
  emitRecordChanged(scope, tableOf(scope), { before: old });
}

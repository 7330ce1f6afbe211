import type { Field, Table, TableRecord } from '../core/model.ts';
import { principalOf } from '../core/world.ts';
import { eventIds } from '../im/member-events.ts';
import { enqueue } from '../ws/outbox.ts';
import { readCell, type CellReader } from './cell-read.ts';
import { TYPE } from './field-types.ts';
import { tablesOf } from './tables.ts';
import type { RecordScope } from './records.ts';

const PEOPLE = new Set<number>([TYPE.person, TYPE.createdBy, TYPE.modifiedBy]);

/** A cell as events show it: its value as a text; who it names, by their three ids. */
function shown(scope: RecordScope, app: string, field: Field, record: TableRecord): Record<string, unknown> {
  const reader: CellReader = { ...scope, userIdType: 'union_id', shape: 'list', textAsArray: false };
  const value = readCell(reader, field, record);
  const people = PEOPLE.has(field.type) ? record.cells[field.field_id] : undefined;
  const users = (Array.isArray(people) ? (people as string[]) : []).map((person) => ({
    user_id: eventIds(scope.world, app, person),
    name: scope.world.nameOf(person),
    en_name: scope.world.user(person)?.en_name ?? scope.world.nameOf(person),
    avatar_url: 'https://internal-api-lark-file.feishu.cn/static-resource/v1/avatar-placeholder',
  }));
  return {
    field_id: field.field_id,
    field_value: value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value),
    ...(users.length === 0 ? {} : { field_identity_value: { users } }),
  };
}

/** Tells the apps that watch the base what became of a row. */
export function emitRecordChanged(
  scope: RecordScope,
  table: Table,
  change: { readonly before?: TableRecord; readonly after?: TableRecord },
): void {
  const { world, base } = scope;
  const { before, after } = change;
  const one = after ?? before;
  if (one === undefined) return;
  const touched = table.fields.filter(
    ({ field_id }) => JSON.stringify(before?.cells[field_id]) !== JSON.stringify(after?.cells[field_id]),
  );
  const action =
    before === undefined ? 'record_added' : after === undefined ? 'record_deleted' : 'record_edited';
  const watching = world.rows.subscriptions.inGroup(base.token).sort((a, b) => a.seq - b.seq);
  for (const { app_id } of watching) {
    const values = (record: TableRecord | undefined) =>
      record === undefined ? [] : touched.map((field) => shown(scope, app_id, field, record));
    enqueue(world, app_id, 'drive.file.bitable_record_changed_v1', {
      file_type: 'bitable',
      file_token: base.token,
      table_id: table.table_id,
      revision: tablesOf(world, base).find((t) => t.table_id === table.table_id)?.revision ?? table.revision,
      operator_id: eventIds(world, app_id, principalOf(scope.actor)),
      action_list: [
        {
          record_id: one.record_id,
          action,
          before_value: values(before),
          after_value: values(after),
        },
      ],
      subscriber_id_list: watching.map((s) => eventIds(world, app_id, s.app_id)),
      update_time: Math.floor(world.now() / 1000),
    });
  }
}

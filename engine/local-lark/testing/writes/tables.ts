import { BASE, T } from './paths.ts';
import { after, all, having, made, write, type Shape, type Write } from './write.ts';

const row = write('bitable.record.create', `POST ${T}/records`, having(all, { fields: { Name: 'b' } }), {
  keep: ['row', 'record.record_id'],
  undo: [`DELETE ${T}/records/:record_id`, made(all, 'record_id', 'row')],
  exact: true,
});
const unrow = write('bitable.record.delete', `DELETE ${T}/records/:record_id`, made(all, 'record_id', 'row'));
const column = write(
  'bitable.field.create',
  `POST ${T}/fields`,
  having(all, { field_name: 'Extra', type: 1 }),
  {
    keep: ['column', 'field.field_id'],
    undo: [`DELETE ${T}/fields/:field_id`, made(all, 'field_id', 'column')],
    exact: true,
  },
);
const uncolumn = write(
  'bitable.field.delete',
  `DELETE ${T}/fields/:field_id`,
  made(all, 'field_id', 'column'),
);
const table = write('bitable.table.create', `POST ${BASE}/tables`, having(all, { table: { name: 'U' } }), {
  keep: ['table', 'table_id'],
  undo: [`DELETE ${T}`, made(all, 'table_id', 'table')],
  exact: true,
});
const untable = write('bitable.table.delete', `DELETE ${T}`, made(all, 'table_id', 'table'));
const WATCH = '/open-apis/drive/v1/files/:file_token';
const watched: Shape = (ids) => ({
  params: { file_token: ids['app_token'] ?? '' },
  query: { file_type: 'bitable' },
});
const watch = write('drive.file.subscribe', `POST ${WATCH}/subscribe`, watched, {
  undo: [`DELETE ${WATCH}/delete_subscribe`, watched],
  exact: true,
});
const unwatch = write('drive.file.unsubscribe', `DELETE ${WATCH}/delete_subscribe`, watched);

/** Tables, their fields and rows. */
export const tableWrites: readonly Write[] = [
  watch,
  after(watch, unwatch, ['drive.file.unsubscribe']),
  table,
  after(table, untable, ['bitable.table.delete']),
  column,
  after(column, uncolumn, ['bitable.field.delete']),
  write('bitable.field.update', `PUT ${T}/fields/:field_id`, having(all, { field_name: 'Else', type: 1 }), {
    undo: [`PUT ${T}/fields/:field_id`, having(all, { field_name: 'Note', type: 1 })],
    exact: true,
  }),
  row,
  after(row, unrow, ['bitable.record.delete']),
  write('bitable.record.update', `PUT ${T}/records/:record_id`, having(all, { fields: { Name: 'else' } }), {
    undo: [`PUT ${T}/records/:record_id`, having(all, { fields: { Name: 'a' } })],
    exact: true,
  }),
];

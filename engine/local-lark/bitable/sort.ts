import * as z from 'zod';
import type { Table, TableRecord } from '../core/model.ts';
import { plainText } from './cell-read.ts';
import { bitable } from './errors.ts';
import { rawValue } from './filter.ts';

export const Sort = z.array(z.object({ field_name: z.string(), desc: z.boolean().default(false) }));
export type Sort = z.infer<typeof Sort>;

function comparable(value: unknown): number | string | undefined {
  if (typeof value === 'number' || typeof value === 'string') return value;
  if (typeof value === 'boolean') return Number(value);
  if (value === undefined || value === null) return undefined;
  if (!Array.isArray(value)) return JSON.stringify(value);
  return value.every((v) => typeof v === 'string') ? value.join(',') : plainText(value);
}

function compare(a: number | string, b: number | string): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
}

/** Records in the wanted order; empty cells come last either way, equal ones in the order of creation. */
export function sorted(table: Table, records: TableRecord[], sort: Sort): TableRecord[] {
  const keys = sort.map(({ field_name, desc }) => {
    const field = table.fields.find((f) => f.field_name === field_name);
    if (field === undefined) throw bitable.invalidSort(`sort field '${field_name}'`);
    return { field, sign: desc ? -1 : 1 };
  });
  return records.sort((a, b) => {
    for (const { field, sign } of keys) {
      const x = comparable(rawValue(field, a));
      const y = comparable(rawValue(field, b));
      if (x === y) continue;
      if (x === undefined) return 1;
      if (y === undefined) return -1;
      return sign * compare(x, y);
    }
    return a.seq - b.seq;
  });
}

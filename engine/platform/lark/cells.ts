import type { Cell, TableField } from '../../../schemas/index.ts';

/** Field types of the Open API by ours. */
export const FIELD_TYPES: Readonly<Record<TableField['type'], number>> = {
  text: 1,
  number: 2,
  select: 3,
  date: 5,
  checkbox: 7,
  person: 11,
  url: 15,
};
const MULTI_SELECT = 4;
const DATE_TYPES = new Set([5, 1001, 1002]);

export function fieldTypeNumber(field: TableField): number {
  return field.type === 'select' && field.multiple === true ? MULTI_SELECT : FIELD_TYPES[field.type];
}

/** Offset such as `+08:00` in ms. */
export function offsetMs(zone: string): number {
  const match = /^([+-])(\d\d):(\d\d)$/.exec(zone);
  if (match === null) return 0;
  const minutes = Number(match[2]) * 60 + Number(match[3]);
  return (match[1] === '-' ? -1 : 1) * minutes * 60_000;
}

/** A cell as the platform takes it: dates as ms, links as {text, link}. */
export function toPlatform(field: TableField | undefined, cell: Cell, zone: string): unknown {
  if (cell === null) return undefined;
  if (field?.type === 'date' && typeof cell === 'string') {
    const day = Date.parse(/^\d{4}-\d\d-\d\d$/.test(cell) ? `${cell}T00:00:00${zone}` : cell);
    if (Number.isNaN(day))
      throw new Error(`"${cell}" in field "${field.name}" is not a date; write YYYY-MM-DD`);
    return day;
  }
  if (field?.type === 'url' && typeof cell === 'string') return { text: cell, link: cell };
  if (field?.type === 'select' && field.multiple === true && typeof cell === 'string') return [cell];
  return cell;
}

/** A cell of records/search as one of ours; dates become YYYY-MM-DD in the tenant's zone (with the time when it is not midnight). */
export function fromPlatform(type: number | undefined, value: unknown, zone: string): Cell {
  if (value === null || value === undefined) return null;
  if (type !== undefined && DATE_TYPES.has(type) && typeof value === 'number') return dateText(value, zone);
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  if (Array.isArray(value)) return listCell(value);
  const fields = value as Record<string, unknown>;
  if (Array.isArray(fields['value']))
    return fromPlatform(Number(fields['type']), unwrap(fields['value']), zone);
  const linked = fields['link_record_ids'];
  if (Array.isArray(linked)) return linked.map(String);
  if (typeof fields['link'] === 'string') return fields['link'];
  if (typeof fields['text'] === 'string') return fields['text'];
  if (typeof fields['name'] === 'string') return fields['name'];
  return JSON.stringify(value);
}

function unwrap(list: readonly unknown[]): unknown {
  return list.length === 1 ? list[0] : list;
}

function listCell(list: unknown[]): Cell {
  if (list.every((item) => typeof item === 'string')) return list;
  const parts = list.map((item) => {
    const fields = (typeof item === 'object' && item !== null ? item : {}) as Record<string, unknown>;
    return fields['text'] ?? fields['name'] ?? JSON.stringify(item);
  });
  // Text comes in segments that belong together; people and files are separate names.
  const text = list.every((item) => typeof item === 'object' && item !== null && 'text' in item);
  return text ? parts.map(String).join('') : parts.map(String);
}

function dateText(ms: number, zone: string): string {
  const local = new Date(ms + offsetMs(zone)).toISOString();
  return local.endsWith('T00:00:00.000Z') ? local.slice(0, 10) : `${local.slice(0, 16)}${zone}`;
}

import * as z from 'zod';
import type { Actor, Field, Table, TableRecord } from '../core/model.ts';
import { findUser, type UserIdType } from '../core/resolve.ts';
import type { World } from '../core/world.ts';
import { plainText } from './cell-read.ts';
import { bitable } from './errors.ts';
import { TYPE } from './field-types.ts';

const OPERATORS = [
  'is',
  'isNot',
  'contains',
  'doesNotContain',
  'isEmpty',
  'isNotEmpty',
  'isGreater',
  'isGreaterEqual',
  'isLess',
  'isLessEqual',
] as const;
type Operator = (typeof OPERATORS)[number];

const Condition = z.object({
  field_name: z.string(),
  operator: z.enum(OPERATORS),
  value: z.array(z.string()).optional(),
});
type Condition = z.infer<typeof Condition>;

const Group = z.object({
  conjunction: z.enum(['and', 'or']).default('and'),
  conditions: z.array(Condition).optional(),
});

export const Filter = Group.extend({ children: z.array(Group).optional() });
export type Filter = z.infer<typeof Filter>;

export interface FilterScope {
  readonly world: World;
  readonly actor: Actor;
  readonly userIdType: UserIdType;
  readonly table: Table;
  /** ms */
  readonly now: number;
}

type Predicate = (record: TableRecord) => boolean;

const DAY = 86_400_000;

/** Day numbers in the time zone of the base (UTC+8), in which date filters count. */
function dayOf(ms: number): number {
  return Math.floor((ms + 8 * 3_600_000) / DAY);
}

function wantedDays(scope: FilterScope, field: Field, value: readonly string[]): [from: number, to: number] {
  const today = dayOf(scope.now);
  const [kind = '', exact] = value;
  const relative: Readonly<Record<string, [number, number]>> = {
    Today: [today, today],
    Tomorrow: [today + 1, today + 1],
    Yesterday: [today - 1, today - 1],
    TheLastWeek: [today - 7, today - 1],
    TheNextWeek: [today + 1, today + 7],
    TheLastMonth: [today - 30, today - 1],
    TheNextMonth: [today + 1, today + 30],
  };
  const days = relative[kind];
  if (days !== undefined) return days;
  const ms = Number(exact);
  if (kind !== 'ExactDate' || !Number.isFinite(ms))
    throw bitable.invalidFilter(
      `DateCondition field '${field.field_name}' value '[${value.join(' ')}]' is invalid`,
    );
  return [dayOf(ms), dayOf(ms)];
}

function datePredicate(
  scope: FilterScope,
  field: Field,
  condition: Condition,
  read: (r: TableRecord) => unknown,
): Predicate {
  const [from, to] = wantedDays(scope, field, condition.value ?? []);
  const test = (day: number): boolean => {
    if (condition.operator === 'is') return day >= from && day <= to;
    if (condition.operator === 'isGreater') return day > to;
    if (condition.operator === 'isLess') return day < from;
    throw bitable.invalidFilter(
      `field '${field.field_name}' fieldType '${field.type}' not support ${condition.operator}`,
    );
  };
  test(0);
  return (record) => {
    const value = read(record);
    return typeof value === 'number' && test(dayOf(value));
  };
}

function numberPredicate(
  field: Field,
  { operator, value }: Condition,
  read: (r: TableRecord) => unknown,
): Predicate {
  const wanted = Number(value?.[0]);
  if (!Number.isFinite(wanted))
    throw bitable.invalidFilter(
      `NumberCondition field '${field.field_name}' value '[${(value ?? []).join(' ')}]' is invalid`,
    );
  const tests: Partial<Record<Operator, (n: number) => boolean>> = {
    is: (n) => n === wanted,
    isNot: (n) => n !== wanted,
    isGreater: (n) => n > wanted,
    isGreaterEqual: (n) => n >= wanted,
    isLess: (n) => n < wanted,
    isLessEqual: (n) => n <= wanted,
  };
  const test = tests[operator];
  if (test === undefined)
    throw bitable.invalidFilter(
      `field '${field.field_name}' fieldType '${field.type}' not support ${operator}`,
    );
  return (record) => {
    const found = read(record);
    return typeof found === 'number' ? test(found) : operator === 'isNot';
  };
}

/** What a cell is compared by: texts of a select, principals, record ids, the text itself. */
function textsOf(field: Field, stored: unknown): string[] {
  if (stored === undefined || stored === null) return [];
  if (field.type === TYPE.text) return [plainText(stored)];
  if (field.type === TYPE.url) return [(stored as { text: string }).text];
  if (Array.isArray(stored))
    return stored.map((v: unknown) => (typeof v === 'string' ? v : (v as { file_token: string }).file_token));
  return [typeof stored === 'string' ? stored : JSON.stringify(stored)];
}

function wantedTexts(scope: FilterScope, field: Field, value: readonly string[]): string[] {
  const isPerson =
    field.type === TYPE.person || field.type === TYPE.createdBy || field.type === TYPE.modifiedBy;
  if (!isPerson) return [...value];
  return value.map((id) => {
    const person = findUser(scope.world, scope.actor, scope.userIdType, id);
    if (person === undefined)
      throw bitable.invalidFilter(`UserCondition field '${field.field_name}' value '[${id}]',id is invalid`);
    return person;
  });
}

function textPredicate(
  scope: FilterScope,
  field: Field,
  condition: Condition,
  read: (r: TableRecord) => unknown,
): Predicate {
  const wanted = wantedTexts(scope, field, condition.value ?? []);
  const whole = [TYPE.text, TYPE.phone, TYPE.url].includes(field.type as 1);
  const same = (have: string[]): boolean =>
    have.length === wanted.length && wanted.every((w) => have.includes(w));
  const holds = (have: string[]): boolean =>
    wanted.some((w) => have.some((h) => (whole ? h.includes(w) : h === w)));
  const tests: Partial<Record<Operator, (have: string[]) => boolean>> = {
    is: same,
    isNot: (have) => !same(have),
    contains: holds,
    doesNotContain: (have) => !holds(have),
  };
  const test = tests[condition.operator];
  if (test === undefined)
    throw bitable.invalidFilter(
      `field '${field.field_name}' fieldType '${field.type}' not support ${condition.operator}`,
    );
  return (record) => test(textsOf(field, read(record)));
}

/** The value a record is filtered and sorted by. */
export function rawValue(field: Field, record: TableRecord): unknown {
  switch (field.type) {
    case TYPE.createdTime:
      return record.created_at;
    case TYPE.modifiedTime:
      return record.modified_at;
    case TYPE.createdBy:
      return [record.created_by];
    case TYPE.modifiedBy:
      return [record.modified_by];
    case TYPE.autoNumber:
      return record.auto_number;
    default:
      return record.cells[field.field_id];
  }
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function predicate(scope: FilterScope, condition: Condition): Predicate {
  const field = scope.table.fields.find((f) => f.field_name === condition.field_name);
  if (field === undefined) throw bitable.fieldNameNotFound(condition.field_name);
  const read = (record: TableRecord): unknown => rawValue(field, record);
  if (condition.operator === 'isEmpty') return (record) => isEmpty(read(record));
  if (condition.operator === 'isNotEmpty') return (record) => !isEmpty(read(record));
  switch (field.type) {
    case TYPE.date:
    case TYPE.createdTime:
    case TYPE.modifiedTime:
      return datePredicate(scope, field, condition, read);
    case TYPE.number:
    case TYPE.autoNumber:
      return numberPredicate(field, condition, read);
    case TYPE.checkbox: {
      const wanted = condition.value?.[0] === 'true';
      return (record) => (read(record) === true) === wanted;
    }
    default:
      return textPredicate(scope, field, condition, read);
  }
}

function join(conjunction: 'and' | 'or', predicates: readonly Predicate[]): Predicate {
  if (predicates.length === 0) return () => true;
  return (record) =>
    conjunction === 'and' ? predicates.every((p) => p(record)) : predicates.some((p) => p(record));
}

/**
 * The filter of a search as a test of records.
 * @throws LarkError 1254018 for an operator or value that does not fit the field, 1254045 for an unknown field
 */
export function compileFilter(scope: FilterScope, filter: Filter): Predicate {
  const group = (g: z.infer<typeof Group>): Predicate =>
    join(
      g.conjunction,
      (g.conditions ?? []).map((c) => predicate(scope, c)),
    );
  const children = (filter.children ?? []).map(group);
  const own = (filter.conditions ?? []).map((c) => predicate(scope, c));
  return join(filter.conjunction, [...own, ...children]);
}

import type { Row, WhereInput } from '../../../schemas/index.ts';
import { testCell } from './cell.ts';
import { compilePattern } from './pattern.ts';
import { allOf, anyOf, notOf, type Truth } from './truth.ts';

/** Tests a row. A field that the row does not have counts as an empty cell; no condition at all holds. */
export function testWhere(where: WhereInput | undefined, row: Row): Truth {
  if (where === undefined) return true;
  return allOf([
    ...Object.entries(where.fields ?? {}).map(([name, test]) => testCell(row[name] ?? null, test)),
    ...(where.and ?? []).map((inner) => testWhere(inner, row)),
    ...(where.or === undefined ? [] : [anyOf(where.or.map((inner) => testWhere(inner, row)))]),
    ...(where.not === undefined ? [] : [notOf(testWhere(where.not, row))]),
  ]);
}

function inner(where: WhereInput): WhereInput[] {
  return [...(where.and ?? []), ...(where.or ?? []), ...(where.not === undefined ? [] : [where.not])];
}

/** Names of the fields that a condition speaks of. */
export function fieldsOf(where: WhereInput | undefined): string[] {
  if (where === undefined) return [];
  return [...Object.keys(where.fields ?? {}), ...inner(where).flatMap(fieldsOf)];
}

/** Why a condition cannot be tested: the first bad regular expression; null when all can be used. */
export function brokenWhere(where: WhereInput | undefined): string | null {
  if (where === undefined) return null;
  for (const test of Object.values(where.fields ?? {})) {
    if (test === null || typeof test !== 'object' || test.matches === undefined) continue;
    const pattern = compilePattern(test.matches);
    if (!pattern.ok) return `/${test.matches}/ cannot be used: ${pattern.why}`;
  }
  return (
    inner(where)
      .map(brokenWhere)
      .find((why) => why !== null) ?? null
  );
}

import type { ValuePath } from '../model.ts';

/** A JSON Schema, or a part of one, that is a map: what an author wrote, so any of it may be of any type. */
export type Schema = Readonly<Record<string, unknown>>;

/** Whether a key fits a pattern of the author's. */
export type Matches = (pattern: string, key: string) => boolean;

/** So many parts of a schema are looked at for one place. */
const MAX_PARTS = 500;

export const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What a schema says of a place in a value: every part of it that may apply there. Nothing is decided by the value. */
export function schemasAt(root: unknown, path: ValuePath, matches: Matches): Schema[] {
  let here = expand(root, [root]);
  for (const step of path)
    here = expand(
      root,
      here.flatMap((schema) => below(schema, step, matches)),
    );
  return here;
}

export interface Member {
  readonly schema: Schema;
  readonly required: boolean;
}

/** Keys that a schema names at a place, with what it says of each. */
export function membersAt(root: unknown, path: ValuePath, matches: Matches): Map<string, Member> {
  const members = new Map<string, Member>();
  for (const { properties, required } of schemasAt(root, path, matches)) {
    if (!isSchema(properties)) continue;
    for (const [key, schema] of Object.entries(properties))
      if (!members.has(key) && schema !== false)
        members.set(key, {
          schema: isSchema(schema) ? schema : {},
          required: Array.isArray(required) && required.includes(key),
        });
  }
  return members;
}

/** Whether a schema knows a key at a place: by its name, by a pattern, or as one of any names whose values it describes. */
export function declares(root: unknown, path: ValuePath, key: string, matches: Matches): boolean {
  return schemasAt(root, path, matches).some((schema) =>
    below(schema, key, matches).some((member) => member !== false),
  );
}

function below(schema: Schema, step: string | number, matches: Matches): unknown[] {
  if (typeof step === 'number') {
    const { items, prefixItems, additionalItems } = schema;
    const first = Array.isArray(prefixItems) ? prefixItems : Array.isArray(items) ? items : [];
    const item: unknown = first[step] ?? (Array.isArray(items) ? additionalItems : items);
    return item === undefined ? [] : [item];
  }
  const { properties, patternProperties, additionalProperties } = schema;
  const found: unknown[] = [];
  if (isSchema(properties) && Object.hasOwn(properties, step)) found.push(properties[step]);
  if (isSchema(patternProperties))
    for (const [pattern, member] of Object.entries(patternProperties))
      if (matches(pattern, step)) found.push(member);
  // `true` lets anything stand there, and says nothing of it: a misspelt key of ours would be lost in it.
  if (found.length === 0 && isSchema(additionalProperties)) found.push(additionalProperties);
  return found;
}

/** With what a part refers to, and what it is put together of. */
function expand(root: unknown, parts: readonly unknown[]): Schema[] {
  const all = new Set<Schema>();
  const add = (part: unknown): void => {
    if (!isSchema(part) || all.has(part) || all.size >= MAX_PARTS) return;
    all.add(part);
    const { $ref, allOf, anyOf, oneOf, then, else: otherwise, dependentSchemas } = part;
    if (typeof $ref === 'string') add(referred(root, $ref));
    for (const some of [allOf, anyOf, oneOf]) if (Array.isArray(some)) some.forEach(add);
    if (isSchema(dependentSchemas)) Object.values(dependentSchemas).forEach(add);
    add(then);
    add(otherwise);
  };
  parts.forEach(add);
  return [...all];
}

/** What a reference inside the same schema leads to. */
function referred(root: unknown, ref: string): unknown {
  if (!ref.startsWith('#')) return undefined;
  let at = root;
  for (const step of ref.slice(1).split('/').slice(1)) {
    if (typeof at !== 'object' || at === null) return undefined;
    const key = unescaped(step);
    at = Object.hasOwn(at, key) ? (at as Record<string, unknown>)[key] : undefined;
  }
  return at;
}

function unescaped(step: string): string {
  try {
    return decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~');
  } catch {
    return step;
  }
}

import { keysInOrder } from '../evalset/key-order.ts';

/**
 * A value as indented JSON in the author's key order (`JSON.stringify` moves keys like `"10"` to the front).
 * @throws RangeError for a number that JSON cannot hold
 */
export function jsonOf(value: unknown, indent = ''): string {
  const deeper = `${indent}  `;
  if (typeof value === 'number' && !Number.isFinite(value))
    throw new RangeError(`${String(value)} is a number that JSON cannot hold`);
  if (Array.isArray(value))
    return value.length === 0
      ? '[]'
      : `[\n${value.map((item) => deeper + jsonOf(item, deeper)).join(',\n')}\n${indent}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null);
  const record = value as Readonly<Record<string, unknown>>;
  const members = keysInOrder(record).map(
    (key) => `${deeper}${JSON.stringify(key)}: ${jsonOf(record[key], deeper)}`,
  );
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}

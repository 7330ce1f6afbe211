import type { ValuePath } from '../evalset/index.ts';

/** Every text in a value with its place, but for those under the given keys. */
export function stringsIn(
  value: unknown,
  at: ValuePath = [],
  skip: ReadonlySet<string> = new Set(),
): { readonly at: ValuePath; readonly text: string }[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (Array.isArray(value)) return value.flatMap((item: unknown, i) => stringsIn(item, [...at, i], skip));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) =>
    skip.has(key) ? [] : stringsIn(item, [...at, key], skip),
  );
}

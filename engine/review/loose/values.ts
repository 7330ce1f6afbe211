/**
 * Readings of files that another tool, another version or a person wrote: what is understood is taken, the rest is
 * left out, nothing throws.
 */
export type Loose = Readonly<Record<string, unknown>>;

export function objectOf(value: unknown): Loose | undefined {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Loose) : undefined;
}
export const str = (value: unknown, otherwise = ''): string =>
  typeof value === 'string' ? value : otherwise;
export const maybe = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
export const int = (value: unknown, otherwise = 0): number =>
  typeof value === 'number' && Number.isInteger(value) ? value : otherwise;
export const strings = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
export const objects = (value: unknown): Loose[] =>
  Array.isArray(value) ? value.map(objectOf).filter((item) => item !== undefined) : [];
/** A time as it stands; empty when it is none, never another. */
export const instant = (value: unknown): string => {
  const text = str(value);
  return Number.isNaN(Date.parse(text)) ? '' : text;
};

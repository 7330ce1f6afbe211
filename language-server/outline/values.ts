/** Parsed values that need not be valid, looked at with care. */
export type Fields = Readonly<Record<string, unknown>>;

export const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};

export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The first line that says something. */
export const firstLineOf = (text: string): string => (/[^\s].*/u.exec(text)?.[0] ?? '').trimEnd();

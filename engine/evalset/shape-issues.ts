import type { $ZodIssue } from 'zod/v4/core';
import { mayMean, nearest } from './did-you-mean.ts';
import type { FindingData, LocateOptions, SourceFile, ValuePath } from './model.ts';
import { joined, phrase, tell, type Told } from './told.ts';

/** A schema issue with its path from the root of the file. */
export type Issue = WithPath<Exclude<$ZodIssue, { code: 'invalid_union' }>>;

type WithPath<T> = T extends unknown ? Omit<T, 'path'> & { readonly path: ValuePath } : never;

export interface DescribedIssue {
  readonly code: string;
  readonly message: Told;
  readonly at: ValuePath;
  readonly what: NonNullable<LocateOptions['what']>;
  readonly data?: FindingData;
}

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: ValuePath): unknown {
  let at = value;
  for (const step of path) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined;
    at = (at as Record<string | number, unknown>)[step];
  }
  return at;
}

/** Issues with unions resolved: of a union, those of the option that the value comes nearest to. */
export function bestIssues(issues: readonly $ZodIssue[], root: unknown, at: ValuePath = []): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    const path = [...at, ...issue.path.filter((step) => typeof step !== 'symbol')];
    if (issue.code !== 'invalid_union') return [{ ...issue, path }];
    const options = issue.errors.map((errors) => bestIssues(errors, root, path));
    const best = options.toSorted((a, b) => misfit(a, path) - misfit(b, path))[0];
    if (best === undefined || best.length === 0) return [discriminator(issue, path)];
    return merged(options, best, path);
  });
}

/** A union whose discriminator names no option: the choices belong to that key. */
function discriminator(issue: Extract<$ZodIssue, { code: 'invalid_union' }>, path: ValuePath): Issue {
  const { discriminator: key, options } = issue as { discriminator?: string; options?: unknown[] };
  const last = path.at(-1);
  return {
    code: 'invalid_value',
    values: (options ?? []).filter((option) => typeof option === 'string'),
    message: issue.message,
    path: key === undefined || last === key ? [...path] : [...path, key],
  };
}

/** When the value's type fits no option, name the types of all. */
function merged(options: readonly Issue[][], best: Issue[], path: ValuePath): Issue[] {
  const types = options.map((issues) =>
    issues.length === 1 && issues[0]?.code === 'invalid_type' && issues[0].path.length === path.length
      ? issues[0].expected
      : undefined,
  );
  const [first] = best;
  if (first?.code !== 'invalid_type' || types.includes(undefined)) return best;
  return [{ ...first, expected: [...new Set(types)].join(' or ') }];
}

/** How far a value is from an option: a wrong type of the whole is worst, then wrong literals, then the rest. */
function misfit(issues: readonly Issue[], path: ValuePath): number {
  return issues.reduce((sum, issue) => {
    if (issue.path.length === path.length && issue.code === 'invalid_type') return sum + 1000;
    if (issue.code === 'invalid_value') return sum + 100;
    return sum + (issue.code === 'unrecognized_keys' ? 5 * issue.keys.length : 10);
  }, 0);
}

const TYPE_WORDS: Readonly<Record<string, Told>> = {
  string: tell`a text`,
  number: tell`a number`,
  int: tell`a whole number`,
  boolean: tell`true or false`,
  array: tell`a list`,
  object: tell`a map (keys and values)`,
  record: tell`a map (keys and values)`,
  tuple: tell`a list`,
  null: tell`null`,
};

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return typeof value;
}

/** Says what to do about an issue, and which part of the source shows it. */
export function describeIssue(issue: Issue, file: SourceFile): DescribedIssue {
  const { path } = issue;
  const value = valueAt(file.value, path);
  const key = path.at(-1);
  if (value === undefined && path.length > 0) {
    const wanted = issue.code === 'invalid_type' ? typeWords(issue.expected) : choices(issue);
    return {
      code: 'missing-key',
      message: tell`The key "${String(key)}" is missing${wanted === '' ? '' : tell` (${wanted})`}. Add it here.`,
      at: path.slice(0, -1),
      what: 'key',
      ...(typeof key === 'string' ? { data: { kind: 'missing-key', key } } : {}),
    };
  }
  const at = { at: path, what: 'head' } as const;
  if (issue.code === 'invalid_type')
    return {
      ...at,
      code: 'wrong-type',
      message: wrongType(issue, value, key),
      ...(lacksQuotes(issue, value) ? { data: { kind: 'unquoted' } } : {}),
    };
  if (issue.code === 'invalid_value') {
    const meant = typeof value === 'string' ? nearest(value, issue.values.map(String)) : undefined;
    const choice = choices(issue);
    const shown = JSON.stringify(value) as string | undefined;
    return {
      ...at,
      code: 'wrong-value',
      message: tell`${name(key)} cannot be ${shown === undefined ? tell`nothing` : shown.slice(0, 60)}.${mayMean(meant)}${choice === '' ? '' : tell` It is ${choice}.`}`,
      ...(meant === undefined ? {} : { data: { kind: 'misspelt', meant } }),
    };
  }
  if (issue.code === 'too_small' && typeof value === 'string')
    return { ...at, code: 'empty-value', message: tell`${name(key)} is empty. Write a value.` };
  if (issue.code === 'invalid_format' && issue.message.startsWith('expected'))
    return { ...at, code: 'bad-format', message: tell`${name(key)}: ${issueWords(issue.message)}.` };
  const what = issue.code === 'too_small' || issue.code === 'too_big' ? 'key' : 'head';
  return { at: path, what, code: 'bad-value', message: tell`${name(key)}: ${issueWords(issue.message)}.` };
}

const name = (key: string | number | undefined): Told =>
  key === undefined ? tell`The file` : typeof key === 'number' ? tell`Item ${key + 1}` : tell`"${key}"`;

const typeWords = (expected: string): Told | '' =>
  joined(
    expected.split(' or ').map((type) => TYPE_WORDS[type] ?? phrase(type)),
    (a, b) => tell`${a} or ${b}`,
  );

/** What a schema says of a value, by the words that it has in the schema; a bound is a place in them. */
export function issueWords(message: string): Told {
  const values: string[] = [];
  const words = message.replace(/(?<=[<>]=?)-?\d+/g, (bound) => `{${values.push(bound) - 1}}`);
  return { words, values };
}

function choices(issue: Issue): string | Told {
  if (issue.code !== 'invalid_value' || issue.values.length === 0) return '';
  const list = issue.values.map((item) => JSON.stringify(item));
  return list.length === 1 ? (list[0] ?? '') : tell`one of ${list.join(', ')}`;
}

const lacksQuotes = (issue: Extract<Issue, { code: 'invalid_type' }>, value: unknown): boolean =>
  issue.expected.includes('string') && ['number', 'boolean'].includes(typeof value);

function wrongType(
  issue: Extract<Issue, { code: 'invalid_type' }>,
  value: unknown,
  key: string | number | undefined,
): Told {
  const quote = lacksQuotes(issue, value) ? tell` Put it in quotes: "${String(value)}".` : '';
  return tell`${name(key)} must be ${typeWords(issue.expected)}, not ${typeWords(typeOf(value))}.${quote}`;
}

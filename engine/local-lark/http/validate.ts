import { z, type ZodType } from 'zod';
import { fieldViolation, gateway, type FieldViolation, type LarkError } from '../core/errors.ts';

type Issue = z.core.$ZodIssue;

/** `children.0.file` -> `children[*].file`, as the gateway writes it. */
function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>((name, part) => {
    if (typeof part === 'number') return `${name}[*]`;
    return name === '' ? String(part) : `${name}.${String(part)}`;
  }, '');
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>((value, part) => {
    if (typeof value !== 'object' || value === null) return undefined;
    return (value as Record<PropertyKey, unknown>)[part];
  }, input);
}

function violation(issue: Issue, input: unknown): FieldViolation | undefined {
  const field = fieldName(issue.path);
  const value = valueAt(input, issue.path);
  const shown = typeof value === 'string' || typeof value === 'number' ? { value: String(value) } : {};
  if (value === undefined) return { field, description: `${field} is required` };
  if (issue.code === 'invalid_value')
    return { field, description: `options: [${issue.values.map(String).join(',')}]`, ...shown };
  if (issue.code === 'too_small')
    return { field, description: `the min ${size(issue.origin)} is ${String(issue.minimum)}`, ...shown };
  if (issue.code === 'too_big')
    return { field, description: `the max ${size(issue.origin)} is ${String(issue.maximum)}`, ...shown };
  if (issue.code === 'custom' || issue.code === 'invalid_format')
    return { field, description: issue.message, ...shown };
  return undefined;
}

function size(origin: string): string {
  return origin === 'number' || origin === 'int' ? 'value' : 'len';
}

function refusal(issues: readonly Issue[], input: unknown): LarkError {
  const violations: FieldViolation[] = [];
  for (const issue of issues) {
    const found = violation(issue, input);
    if (found === undefined) return gateway.wrongType(fieldName(issue.path));
    violations.push(found);
  }
  return fieldViolation(...violations);
}

function parse<T>(schema: ZodType<T> | undefined, input: unknown): T {
  if (schema === undefined) return undefined as T;
  const result = schema.safeParse(input);
  if (!result.success) throw refusal(result.error.issues, input);
  return result.data;
}

/** The gateway's parameter check: 99992402 with field_violations, or 9499 for a wrong JSON type. */
export const checked = {
  query: <T>(schema: ZodType<T> | undefined, input: unknown): T => parse(schema, input),
  body: <T>(schema: ZodType<T> | undefined, input: unknown): T => parse(schema, input ?? {}),
  params(
    params: Readonly<Record<string, string>>,
    minLength: Readonly<Partial<Record<string, number>>>,
  ): Record<string, string> {
    for (const [field, value] of Object.entries(params)) {
      const min = minLength[field];
      if (min !== undefined && value.length < min)
        throw fieldViolation({ field, value, description: `the min len is ${min}` });
    }
    return { ...params };
  },
};

/** A whole number in a query string. */
export function wholeNumber(min: number, max: number): z.ZodType<number> {
  return z
    .string()
    .regex(/^-?\d+$/, 'must be an integer')
    .transform(Number)
    .pipe(z.number().min(min).max(max));
}

/** `page_size` (whole, 1..max; `fallback` when absent) and `page_token`. */
export function paging(
  max: number,
  fallback: number,
): {
  page_size: z.ZodType<number>;
  page_token: z.ZodType<string | undefined>;
} {
  return { page_size: wholeNumber(1, max).default(fallback), page_token: z.string().optional() };
}

/** `a=1`, `a=1&a=2` and `a[]=1` all mean a list. */
export function queryList(): z.ZodType<string[]> {
  return z.union([z.array(z.string()), z.string().transform((one) => [one])]);
}

/** `true`/`false` in a query string; absent is false. */
export function queryFlag(): z.ZodType<boolean> {
  return z
    .enum(['true', 'false'])
    .default('false')
    .transform((text) => text === 'true');
}

export const userIdType = (): z.ZodType<'open_id' | 'union_id' | 'user_id'> =>
  z.enum(['open_id', 'union_id', 'user_id']).default('open_id');

import { visit } from 'jsonc-parser';
import * as z from 'zod';

/** Why an answer cannot be used. */
export type AnswerFault = 'empty' | 'refusal' | 'truncated' | 'not-json' | 'off-schema';

export type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly cause: AnswerFault; readonly message: string };

/** `message_id` must be there where a server holds the answer to the schema, and may be left out where none does. */
const quotes = (messageId: z.ZodType<string | null | undefined>) =>
  z
    .array(
      z.union([
        z.strictObject({ path: z.string(), message_id: messageId, quote: z.string() }),
        z.strictObject({ path: z.string(), change: z.int().min(0) }),
      ]),
    )
    .max(50);

const word = (messageId: z.ZodType<string | null | undefined>) =>
  z.strictObject({
    verdict: z.enum(['met', 'unmet', 'cannot_judge']),
    reason: z.string(),
    quotes: quotes(messageId),
  });

const sent = z.string().nullable();
const read = z.string().nullish();

/** Answer about one point. */
export const pointAnswer = word(read);
/** Answer about the points of a case; each must be there once. */
export const caseAnswer = (ids: readonly string[]) =>
  z.strictObject({ decisions: z.array(word(read).extend({ id: z.enum(ids) })) });
export const supportAnswer = z.strictObject({
  verdict: z.enum(['supports', 'contradicts', 'insufficient']),
  reason: z.string(),
});

export const conditionAnswer = z.strictObject({
  verdict: z.enum(['holds', 'does_not_hold', 'cannot_tell']),
  reason: z.string(),
  message_id: read,
  quote: read,
});

export type PointAnswer = z.infer<typeof pointAnswer>;

type Json = Record<string, unknown>;
const schemaOf = (model: z.ZodType): Json => {
  const { $schema: _dialect, ...schema } = z.toJSONSchema(model, { target: 'draft-7' });
  return schema;
};

/** The forms as JSON Schemas that OpenAI's strict mode takes: no key optional, none beside, no limits on numbers. */
export const POINT_FORM = { name: 'decision', schema: strictForm(schemaOf(word(sent))) };
export const SUPPORT_FORM = { name: 'support', schema: strictForm(schemaOf(supportAnswer)) };
export const CONDITION_FORM = {
  name: 'condition',
  schema: strictForm(schemaOf(conditionAnswer.extend({ message_id: sent, quote: sent }))),
};
export const caseForm = (ids: readonly string[]): { name: string; schema: Json } => ({
  name: 'decisions',
  schema: strictForm(
    schemaOf(z.strictObject({ decisions: z.array(word(sent).extend({ id: z.enum(ids) })) })),
  ),
});

function strictForm(schema: Json): Json {
  const clean = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(clean);
    if (value === null || typeof value !== 'object') return value;
    const unsupported = new Set(['minimum', 'maximum', 'maxItems']);
    return Object.fromEntries(
      Object.entries(value)
        .filter(([key, inner]) => !(unsupported.has(key) && typeof inner === 'number'))
        .map(([key, inner]) => [key, clean(inner)]),
    );
  };
  return Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, clean(value)]));
}

/** Whether an object of a JSON text has a key twice: readers disagree on which of them counts. */
function hasDoubleKey(text: string): boolean {
  const open: Set<string>[] = [];
  let double = false;
  visit(text, {
    onObjectBegin: () => void open.push(new Set()),
    onObjectEnd: () => void open.pop(),
    onObjectProperty: (key) => {
      const keys = open.at(-1);
      if (keys?.has(key) === true) double = true;
      keys?.add(key);
    },
  });
  return double;
}

/**
 * Reads an answer of the given form, and nothing that is only nearly one: no fence is taken off, no brace added, no word
 * searched for in prose. What is not exactly of the form has no word.
 */
export function readAnswer<T>(
  completion: {
    readonly text: string | null;
    readonly finish: string | null;
    readonly refusal: string | null;
    readonly toolCalls: boolean;
  },
  model: z.ZodType<T>,
): Read<T> {
  const { text, finish, refusal, toolCalls } = completion;
  const no = (cause: AnswerFault, message: string): Read<T> => ({ ok: false, cause, message });
  if (refusal !== null) return no('refusal', `the model refused: ${short(refusal)}`);
  if (finish === 'content_filter') return no('refusal', 'a filter of the server stopped the answer');
  if (finish === 'length')
    return no('truncated', 'the answer was cut at its most tokens (max_output_tokens)');
  if (toolCalls) return no('off-schema', 'the model called a tool; it has none');
  if (text === null || text.trim() === '') return no('empty', 'the answer is empty');
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const begun = /^\s*\{/.test(text);
    return begun
      ? no('truncated', `the answer is JSON that breaks off or is broken: …${short(text.slice(-60))}`)
      : no('not-json', `the answer is not JSON: ${short(text)}`);
  }
  if (hasDoubleKey(text)) return no('off-schema', 'the answer has a key twice');
  const parsed = model.safeParse(value);
  if (parsed.success) return { ok: true, value: parsed.data };
  const issue = parsed.error.issues[0];
  const place = issue === undefined || issue.path.length === 0 ? '' : `${issue.path.map(String).join('.')}: `;
  return no(
    'off-schema',
    `the answer is not of the form that was asked for: ${place}${issue?.message ?? ''}`,
  );
}

const short = (text: string): string => text.replaceAll(/\s+/g, ' ').slice(0, 120);

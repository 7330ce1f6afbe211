import * as z from 'zod';
import { keyOf, verbatim } from './text.ts';

const needle = verbatim('Text; may hold date placeholders');
const oneOrMore = z.union([needle, z.array(needle).min(1)]);
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** Compares one cell. All given operators must hold. */
const cellTest = z
  .strictObject({
    eq: scalar.optional().meta({ description: 'Equal' }),
    ne: scalar.optional().meta({ description: 'Not equal' }),
    gt: z.number().optional(),
    gte: z.number().optional(),
    lt: z.number().optional(),
    lte: z.number().optional(),
    contains: z.string().optional().meta({ description: 'The text, or the list of options, contains it' }),
    in: z.array(scalar).optional().meta({ description: 'One of these' }),
    matches: z.string().optional().meta({ description: 'Regular expression, flag u' }),
    has_all: z.array(z.string()).optional().meta({ description: 'The list of options has all of these' }),
  })
  .meta({ title: 'Cell test' });

/** Which rows are meant. A bare value is `eq`. */
export interface WhereInput {
  fields?: Record<string, z.infer<typeof scalar> | z.infer<typeof cellTest>> | undefined;
  and?: WhereInput[] | undefined;
  or?: WhereInput[] | undefined;
  not?: WhereInput | undefined;
}
export const where: z.ZodType<WhereInput, WhereInput> = z
  .strictObject({
    fields: z
      .record(z.string(), z.union([scalar, cellTest]))
      .optional()
      .meta({ description: 'Tests by field name; all must hold' }),
    get and() {
      return z.array(where).optional();
    },
    get or() {
      return z.array(where).optional();
    },
    get not() {
      return where.optional();
    },
  })
  .meta({ id: 'Where', title: 'Which rows' });

const affirms = oneOrMore.optional().meta({
  description:
    'As `matches`, but at a place that is not denied: no “not”, “is not”, “没有”, “不是” stands before it in its clause',
});

const count = z
  .strictObject({ min: z.int().min(0).optional(), max: z.int().min(0).optional() })
  .meta({ title: 'Count', description: 'How many must match; at least one when absent' });

export const messageCheck = z
  .strictObject({
    author: z
      .string()
      .optional()
      .meta({ description: '`agent` (default), `any`, or an actor key: whose messages are looked at' }),
    where: z.enum(['case', 'thread', 'toplevel', 'verification']).optional().meta({
      description:
        '`case` (default): the thread and the agent’s top-level messages of the stimulus group. `verification`: the verification groups.',
    }),
    group: keyOf('group', 'Only messages in this group').optional(),
    turn: z
      .int()
      .min(1)
      .optional()
      .meta({ description: 'Only answers to this turn: after its question, before the next' }),
    says: oneOrMore.optional().meta({ description: 'One message holds all of these texts' }),
    says_any: z.array(needle).min(1).optional().meta({ description: 'The message holds one of these texts' }),
    says_none: z
      .array(needle)
      .min(1)
      .optional()
      .meta({ description: 'The message holds none of these texts' }),
    matches: oneOrMore
      .optional()
      .meta({ description: 'The message matches all of these regular expressions (flags u, s)' }),
    affirms,
    mentions: z
      .union([keyOf('actor', 'Actor'), z.array(keyOf('actor', 'Actor')).min(1)])
      .optional()
      .meta({ description: 'The message mentions all of these actors' }),
    count: count.optional(),
  })
  .meta({ title: 'Message check', description: 'A message that meets every condition given' });

const limit = z.int().min(0).optional();

export const saidCheck = z
  .strictObject({
    where: messageCheck.shape.where,
    group: messageCheck.shape.group,
    turn: messageCheck.shape.turn,
    max_chars: limit.meta({ description: 'Most characters of all its messages together' }),
    max_messages: limit.meta({ description: 'Most messages' }),
  })
  .meta({
    title: 'How much was said',
    description:
      'Holds when the agent said no more than that: who posts all that it can read has answered nothing. Put it beside a message check, in `all`',
  });

export const rowCheck = z
  .strictObject({
    asset: keyOf('asset', 'Base'),
    change: z.enum(['added', 'removed', 'changed', 'present']).meta({
      description:
        'A row that the agent added, removed or changed, or (`present`) that stands after the case',
    }),
    where: where.optional().meta({ description: 'Which row (for `changed`: before the change)' }),
    from: where.optional().meta({ description: 'What the row held before' }),
    to: where.optional().meta({ description: 'What the row holds after' }),
    count: count.optional(),
  })
  .meta({ title: 'Row check' });

export const documentCheck = z
  .strictObject({
    asset: keyOf('asset', 'Document').optional().meta({ description: 'A known document' }),
    linked: z
      .literal(true)
      .optional()
      .meta({ description: 'Any document that the agent linked in its messages' }),
    changed: z.boolean().optional().meta({ description: 'Whether the agent changed it' }),
    says: oneOrMore.optional(),
    says_any: z.array(needle).min(1).optional(),
    says_none: z.array(needle).min(1).optional(),
    matches: oneOrMore.optional(),
    affirms,
  })
  .meta({ title: 'Document check' });

export const nothingElse = z
  .strictObject({
    assets: z
      .array(keyOf('asset', 'Asset'))
      .optional()
      .meta({ description: 'These; every write target when absent' }),
    except: z.array(rowCheck).optional().meta({ description: 'Changes that are expected' }),
  })
  .meta({
    title: 'Nothing else changed',
    description: 'Holds when the agent made no change beyond the expected ones',
  });

export type MessageCheck = z.infer<typeof messageCheck>;
export type SaidCheck = z.infer<typeof saidCheck>;
export type RowCheck = z.infer<typeof rowCheck>;
export type DocumentCheck = z.infer<typeof documentCheck>;
export type NothingElse = z.infer<typeof nothingElse>;

/** A deterministic check: exactly one of its keys. */
export type Check =
  | { all: Check[] }
  | { any: Check[] }
  | { not: Check }
  | { message: MessageCheck }
  | { absent: MessageCheck }
  | { said: SaidCheck }
  | { row: RowCheck }
  | { document: DocumentCheck }
  | { nothing_else_changed: NothingElse }
  | { open: string };

const CHECK_KEYS = [
  'all',
  'any',
  'not',
  'message',
  'absent',
  'said',
  'row',
  'document',
  'nothing_else_changed',
  'open',
] as const;

const checkObject = z
  .strictObject({
    get all() {
      return z.array(check).min(1).optional();
    },
    get any() {
      return z.array(check).min(1).optional();
    },
    get not() {
      return check.optional();
    },
    message: messageCheck.optional(),
    absent: messageCheck.optional().meta({ description: 'No message meets the conditions' }),
    said: saidCheck.optional(),
    row: rowCheck.optional(),
    document: documentCheck.optional(),
    nothing_else_changed: nothingElse.optional(),
    open: z.string().min(1).optional().meta({
      description:
        'What no rule can decide, in words: it is left to a judge. In `all` beside other checks it is only asked when they hold',
    }),
  })
  .refine((value) => CHECK_KEYS.filter((key) => value[key] !== undefined).length === 1, {
    error: `a check has exactly one of: ${CHECK_KEYS.join(', ')}`,
  })
  .meta({
    id: 'Check',
    title: 'Check',
    description: 'Decides a point from evidence; names the quote or diff that decided it',
  });

/** The parsed value has exactly one key (refined above), which is what the union type says. */
export const check = checkObject as unknown as z.ZodType<Check, Check>;

/** `cases.checks.yaml`: deterministic checks beside the cards, which keep their text and hash. */
export const checksFile = z
  .strictObject({
    checks: z
      .record(keyOf('case', 'Case'), z.record(z.string(), check))
      .meta({ description: 'By case id, then by point id (`CP1`, `DED1`, `VETO1`)' }),
    conditionals: z
      .record(keyOf('case', 'Case'), z.record(z.string(), check))
      .optional()
      .meta({ description: 'When a conditional line is sent: by case id, then `cond1`, `cond2` …' }),
  })
  .meta({ title: 'Checks', description: 'Deterministic checks by case and checkpoint' });

export type ChecksFile = z.infer<typeof checksFile>;

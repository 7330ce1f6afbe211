import * as z from 'zod';
import { isoInstant } from './text.ts';

const amount = z.number().min(0);
const currency = z.string().min(1).optional().meta({ description: 'Name of the currency; USD by default' });

/** Most that one batch may use, agent under test and judges together. */
export const batchLimits = z
  .strictObject({
    minutes: z.number().positive().optional().meta({
      description: 'Most minutes that cases are played; a case that could take longer is not begun',
    }),
    messages: z
      .int()
      .min(0)
      .optional()
      .meta({ description: 'Most messages in cases, of colleagues and of the agent' }),
    tokens: z.int().min(0).optional().meta({ description: 'Most tokens, questions and answers together' }),
    cost: amount.optional().meta({ description: 'Most money' }),
    currency,
  })
  .meta({
    title: 'Budget of a batch',
    description:
      'Most that one batch may use, agent and judges together. The most that a case can use is taken before it begins; a case that does not fit is not begun, and has no score',
  });

/** Most that an agent takes to deal with one line of a case. */
export const mostPerTurn = z
  .strictObject({
    tokens: z.int().min(0).optional(),
    cost: amount.optional().meta({ description: 'Money, of all models and services behind the agent' }),
    currency,
    messages: z.int().min(0).optional().meta({ description: 'Messages that it writes' }),
  })
  .meta({
    title: 'Most per turn',
    description:
      'Most that the agent takes for one line that is sent to it. Taken out of the budget of the batch before a case begins; what the agent reports replaces it, and without a report it counts as used',
  });

/**
 * One line of the file that AGENT_USAGE_FILE names in the environment of an agent's process: what it took for a message.
 * Several lines about one message add up.
 */
export const usageLine = z
  .looseObject({
    message_id: z
      .string()
      .min(1)
      .optional()
      .meta({ description: 'Message that it dealt with; without one the use is counted beside all turns' }),
    tokens: z.int().min(0).optional().meta({ description: 'Questions and answers together' }),
    cost: amount.optional(),
    currency,
  })
  .refine(({ tokens, cost }) => tokens !== undefined || cost !== undefined, {
    error: 'a line of usage has tokens, cost, or both',
  })
  .meta({ title: 'Use of an agent' });

/** A limit of the batch that was raised when it was resumed. */
export const raisedLimits = z.strictObject({ at: isoInstant, limits: batchLimits });

export const notBegun = z.strictObject({
  case_id: z.string(),
  why: z.string().meta({ description: 'Which limit it did not fit, with figures' }),
  limit: z
    .enum(['minutes', 'messages', 'tokens', 'cost'])
    .optional()
    .meta({ description: 'That limit; absent where another case was left out, and this one with it' }),
});

/** `budget` of a batch manifest. */
export const budgetInManifest = z.strictObject({
  limits: batchLimits.meta({ description: 'The limits in force' }),
  raised: z
    .array(raisedLimits)
    .min(1)
    .optional()
    .meta({ description: 'When limits were raised, and to what; oldest first' }),
  not_begun: z
    .array(notBegun)
    .min(1)
    .optional()
    .meta({ description: 'Cases that the budget left out; `run --resume` with a raised limit plays them' }),
});

const amounts = z.strictObject({
  messages: z.int().min(0).nullable().meta({ description: 'null: not known' }),
  tokens: z.int().min(0).nullable(),
  cost: amount.nullable(),
});

/** `budget` of a summary: what the batch used of its limits. */
export const budgetInSummary = z.strictObject({
  limits: batchLimits,
  used: amounts.extend({
    minutes: amount.meta({ description: 'Minutes in which cases were played' }),
    currency: z.string(),
  }),
  agent: amounts.extend({
    turns: z.int().min(0).meta({ description: 'Lines that were sent to the agent' }),
    assumed_turns: z.int().min(0).meta({
      description: 'Of them those that it reported nothing, or not all, of: they count as the most per turn',
    }),
  }),
  judges: amounts.omit({ messages: true }),
  not_begun: z
    .array(notBegun)
    .min(1)
    .optional()
    .meta({ description: 'Cases without a score because the budget left them out' }),
});

export type BatchLimits = z.infer<typeof batchLimits>;
export type MostPerTurn = z.infer<typeof mostPerTurn>;
export type UsageLine = z.infer<typeof usageLine>;
export type NotBegun = z.infer<typeof notBegun>;
export type BudgetInManifest = z.infer<typeof budgetInManifest>;
export type BudgetInSummary = z.infer<typeof budgetInSummary>;

import * as z from 'zod';

const positive = z.number().positive();

/** One model that judges: where it is asked, how, and what it may cost. `judges` of `evalset.yaml` holds them by name. */
export const judgeDefinition = z
  .strictObject({
    base_url: z
      .url({ protocol: /^https?$/, hostname: /.+/ })
      .regex(/^[^@?#]+$/)
      .meta({
        description:
          'Where an OpenAI-compatible server is asked: `/chat/completions` is put behind it. Without a key, query or fragment',
      }),
    model: z.string().min(1).meta({ description: 'Id of the model, as the server names it' }),
    key_env: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
      .optional()
      .meta({
        description: 'Name of the environment variable that holds the key; the key itself stands in no file',
      }),
    per: z.enum(['point', 'case']).optional().meta({
      description: '`point` (default): one question a point. `case`: one question for all points of a case',
    }),
    support: z.boolean().optional().meta({
      description: 'Ask, in a question of its own, whether the quotes of a point carry it; true by default',
    }),
    repeats: z.int().min(1).max(9).optional().meta({
      description:
        'How often each point is asked, in another order each time. The first answer counts; how many differ is printed. Once by default',
    }),
    seed: z.int().min(0).max(2_147_483_647).optional().meta({
      description:
        'Seed of the order of evidence and points, and of the model where it takes one; 1 by default',
    }),
    temperature: z.number().min(0).max(2).nullable().optional().meta({
      description: '0 by default; null for models that take none',
    }),
    max_output_tokens: z
      .int()
      .min(16)
      .optional()
      .meta({ description: 'Most tokens of an answer; 2000 by default' }),
    output_limit_key: z.enum(['max_tokens', 'max_completion_tokens']).optional().meta({
      description: 'How the server calls the most tokens of an answer; `max_tokens` by default',
    }),
    answer_format: z.enum(['json_schema', 'json_object', 'none']).optional().meta({
      description:
        'What the server can hold an answer to; `json_schema` by default. The answer is checked in the same way with each of them',
    }),
    max_input_chars: z.int().min(1000).optional().meta({
      description:
        'Longest question in characters. A longer one is not asked and not cut: it cannot be judged. 200000 by default',
    }),
    timeout_sec: positive
      .max(3600)
      .optional()
      .meta({ description: 'Most seconds that one try may take; 120 by default' }),
    attempts: z.int().min(1).max(10).optional().meta({
      description:
        'Most tries of one question, when the server is busy, fails, or does not answer; 3 by default',
    }),
    retry_wait_sec: z.number().min(0).max(60).optional().meta({
      description: 'Seconds before the second try; twice as long before each further one; 1 by default',
    }),
    concurrency: z
      .int()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Most questions at once; 4 by default' }),
    price: z
      .strictObject({
        input: z.number().min(0).meta({ description: 'Price of a million tokens of questions' }),
        output: z.number().min(0).meta({ description: 'Price of a million tokens of answers' }),
        currency: z.string().min(1).optional().meta({ description: 'Name of the currency; USD by default' }),
      })
      .optional()
      .meta({ description: 'What the model costs; without it a limit in money cannot be held' }),
    budget: z
      .strictObject({
        calls: z.int().min(0).optional().meta({ description: 'Most requests that are sent' }),
        tokens: z
          .int()
          .min(0)
          .optional()
          .meta({ description: 'Most tokens, questions and answers together' }),
        cost: z.number().min(0).optional().meta({ description: 'Most money, in the currency of the price' }),
      })
      .optional()
      .meta({
        description:
          'Most that this judge may use in one batch, with all that was asked before. What does not fit is not asked',
      }),
  })
  .meta({ title: 'Judge definition' });

/** What the first pass of a question left in a judge file, beside the word. */
const pass = z.strictObject({
  seed: z.int(),
  met: z.enum(['met', 'unmet']).nullable(),
  reason: z.string(),
  cause: z.string().optional().meta({ description: 'Code of why it cannot be judged' }),
  calls: z
    .array(z.string())
    .meta({ description: 'Hashes of the questions; `judge-calls/` has those that were sent' }),
});

/** How a model came to a decision. */
export const asked = z
  .strictObject({
    ...pass.pick({ seed: true, cause: true, calls: true }).shape,
    repeats: z
      .array(pass)
      .optional()
      .meta({ description: 'Further passes; they only tell how steady it is' }),
  })
  .meta({ title: 'How a model was asked' });

export const usage = z.strictObject({
  questions: z.int().meta({ description: 'Different questions, answered or not' }),
  replayed: z.int().meta({ description: 'Of them answered from file' }),
  requests: z.int().meta({ description: 'Requests that were sent now, tries included' }),
  tokens: z.strictObject({ input: z.int(), output: z.int() }),
  cost: z
    .number()
    .nullable()
    .meta({ description: 'null: no price is given. A cost that is not known counts as the most it can be' }),
  currency: z.string().optional(),
});

/** The part of a judge file that says with what, and how, a model judged. */
export const modelJudging = z
  .strictObject({
    name: z.string().meta({ description: 'Name of the judge in `evalset.yaml`' }),
    base_url: z.string(),
    model: z.string().meta({ description: 'Model that was asked for' }),
    answered_by: z.array(z.string()).meta({ description: 'Model ids that answered' }),
    prompt: z.strictObject({ version: z.string(), sha256: z.string() }),
    per: z.enum(['point', 'case']),
    support: z.boolean(),
    repeats: z.int(),
    seed: z.int(),
    temperature: z.number().nullable(),
    usage: z
      .strictObject({
        calls: z.int().meta({ description: 'Different questions about this case; `judge-calls/` has them' }),
        tokens: z.strictObject({ input: z.int(), output: z.int() }),
        cost: z.number().nullable().meta({ description: 'Of all tries; null: no price is given' }),
        currency: z.string().optional(),
      })
      .meta({ description: 'What the answers took when they were given; a replayed one takes nothing more' }),
    causes: z.record(z.string(), z.int()).meta({ description: 'Points that it cannot judge, by cause' }),
    unstable: z
      .strictObject({ points: z.int(), of: z.int() })
      .optional()
      .meta({ description: 'Points whose repeats differ, of those asked more than once' }),
  })
  .meta({ title: 'Judging by a model' });

export type JudgeDefinition = z.infer<typeof judgeDefinition>;
export type Asked = z.infer<typeof asked>;
export type ModelUsage = z.infer<typeof usage>;
export type ModelJudging = z.infer<typeof modelJudging>;

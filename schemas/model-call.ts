import * as z from 'zod';
import { isoInstant, sha256 } from './text.ts';

const tokens = z.strictObject({ input: z.int().min(0), output: z.int().min(0) });

/** One request that was sent, or could not be. */
const attempt = z
  .strictObject({
    at: isoInstant,
    ms: z.int().min(0).meta({ description: 'How long it took' }),
    status: z.int().optional().meta({ description: 'HTTP status, when there was an answer' }),
    cause: z.string().optional().meta({ description: 'Code of what failed; absent: it was answered' }),
    message: z.string().optional().meta({ description: 'What failed, in words' }),
    retry_after_sec: z.number().optional().meta({ description: 'How long the server asked to wait' }),
    tokens: tokens.nullable().meta({ description: 'null: the server did not tell' }),
    counted: z
      .strictObject({
        tokens: z.int().min(0),
        cost: z.number().nullable(),
        basis: z.enum(['usage', 'most', 'none']),
      })
      .meta({
        description:
          'What it counts as in the budget. `usage`: as the server told; `most`: not known, so the most that it can be; `none`: nothing reached a model',
      }),
  })
  .meta({ title: 'Attempt' });

/** `judge-calls/<hash>.json`: a question to a model with all that came of it. Holds no key. */
export const modelCall = z
  .strictObject({
    hash: sha256.meta({ description: 'sha256 over `endpoint` and `request`' }),
    client: z.string().meta({ description: 'Name of the judge that asked' }),
    about: z.string().meta({ description: 'What was asked, for people' }),
    endpoint: z.string(),
    request: z.record(z.string(), z.unknown()).meta({ description: 'Body that was sent' }),
    prompt_sha256: sha256.meta({ description: 'Of the system message' }),
    seed: z.int(),
    temperature: z.number().nullable(),
    attempts: z.array(attempt),
    answered: z
      .boolean()
      .meta({ description: 'The model answered: this call is replayed, and not paid again' }),
    model: z.string().nullable().meta({ description: 'Model id as answered' }),
    tokens: tokens.nullable(),
    cost: z.number().nullable().meta({ description: 'Of all attempts; null: no price is given' }),
    currency: z.string().optional(),
    response: z.unknown().meta({ description: 'Body of the answer' }),
  })
  .meta({ title: 'Call of a model' });

export type ModelCall = z.infer<typeof modelCall>;
export type CallAttempt = z.infer<typeof attempt>;
export type TokenCount = z.infer<typeof tokens>;

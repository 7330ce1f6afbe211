import type { JudgeDefinition } from '../../../schemas/index.ts';
import { MODEL_DEFAULTS, type ModelSettings } from '../../models/index.ts';

/** A judge definition with every default filled in. */
export interface ModelJudgeSettings {
  readonly name: string;
  readonly per: 'point' | 'case';
  readonly support: boolean;
  readonly repeats: number;
  readonly seed: number;
  readonly maxInputChars: number;
  readonly client: ModelSettings;
}

/** @param env where the key is looked up; it is written nowhere */
export function judgeSettings(
  name: string,
  given: JudgeDefinition,
  env: Readonly<Record<string, string | undefined>>,
): ModelJudgeSettings {
  const { key_env: variable, price } = given;
  return {
    name,
    per: given.per ?? 'point',
    support: given.support ?? true,
    repeats: given.repeats ?? 1,
    seed: given.seed ?? 1,
    maxInputChars: given.max_input_chars ?? MODEL_DEFAULTS.maxInputChars,
    client: {
      client: name,
      baseUrl: given.base_url,
      model: given.model,
      key: variable === undefined ? null : { env: variable, value: env[variable] },
      temperature: given.temperature === undefined ? 0 : given.temperature,
      maxOutputTokens: given.max_output_tokens ?? MODEL_DEFAULTS.maxOutputTokens,
      outputLimitKey: given.output_limit_key ?? 'max_tokens',
      answerFormat: given.answer_format ?? 'json_schema',
      timeoutMs: Math.round((given.timeout_sec ?? 120) * 1000),
      attempts: given.attempts ?? 3,
      retryWaitMs: Math.round((given.retry_wait_sec ?? 1) * 1000),
      concurrency: given.concurrency ?? 4,
      ...(price === undefined
        ? {}
        : { price: { input: price.input, output: price.output, currency: price.currency ?? 'USD' } }),
    },
  };
}

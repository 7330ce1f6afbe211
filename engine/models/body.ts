import { createHash } from 'node:crypto';
import type { ModelSettings, Question } from './model.ts';

export const sha256Of = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex');

/** The body of a chat-completions request. Nothing of it is secret. */
export function bodyOf(settings: ModelSettings, question: Question): Record<string, unknown> {
  const { name, schema } = question.answer;
  const format =
    settings.answerFormat === 'json_schema'
      ? { response_format: { type: 'json_schema', json_schema: { name, strict: true, schema } } }
      : settings.answerFormat === 'json_object'
        ? { response_format: { type: 'json_object' } }
        : {};
  return {
    model: settings.model,
    messages: [
      { role: 'system', content: question.system },
      { role: 'user', content: question.user },
    ],
    ...(settings.temperature === null ? {} : { temperature: settings.temperature }),
    seed: question.seed,
    [settings.outputLimitKey]: settings.maxOutputTokens,
    ...format,
  };
}

export const endpointOf = ({ baseUrl }: ModelSettings): string =>
  `${baseUrl.replace(/\/+$/, '')}/chat/completions`;

/** What a call is found again by: the same question to the same server, to the letter. */
export const hashOf = (endpoint: string, body: unknown): string => sha256Of(JSON.stringify([endpoint, body]));

/**
 * The most tokens that a request can come to. A token of a byte-level vocabulary is a byte at least, so its bytes bound
 * the question from above; the servers' own marks around messages are bounded by a constant.
 */
export function mostTokens(settings: ModelSettings, body: unknown): { input: number; output: number } {
  return { input: Buffer.byteLength(JSON.stringify(body), 'utf8') + 64, output: settings.maxOutputTokens };
}

/** A sum of money without the dust of its additions, whose order is that of the answers. */
export const rounded = (amount: number): number => Math.round(amount * 1e9) / 1e9;

/** Money for tokens; null where no price is known. */
export function costOf(
  { price }: Pick<ModelSettings, 'price'>,
  tokens: { readonly input: number; readonly output: number },
): number | null {
  return price === undefined ? null : (tokens.input * price.input + tokens.output * price.output) / 1_000_000;
}

import * as z from 'zod';
import type { Completion } from './model.ts';

const count = z.int().min(0);

/** What is read of a chat-completions answer. Servers add keys of their own. */
const answer = z.looseObject({
  model: z.string().nullish(),
  choices: z
    .array(
      z.looseObject({
        finish_reason: z.string().nullish(),
        message: z.looseObject({
          content: z.string().nullish(),
          refusal: z.string().nullish(),
          tool_calls: z.array(z.unknown()).nullish(),
        }),
      }),
    )
    .length(1),
  usage: z.unknown().optional(),
});

const usage = z.looseObject({ prompt_tokens: count, completion_tokens: count });

/** Reads the body of an answer; null when it is none of a chat completion. */
export function readCompletion(body: unknown): Completion | null {
  const parsed = answer.safeParse(body);
  const choice = parsed.data?.choices[0];
  if (parsed.data === undefined || choice === undefined) return null;
  const told = usage.safeParse(parsed.data.usage);
  const { content, refusal, tool_calls } = choice.message;
  return {
    text: content ?? null,
    finish: choice.finish_reason ?? null,
    refusal: refusal ?? null,
    toolCalls: (tool_calls ?? []).length > 0,
    model: parsed.data.model ?? null,
    // A number that is not there is not nothing: without both the tokens are not known.
    tokens: told.success ? { input: told.data.prompt_tokens, output: told.data.completion_tokens } : null,
  };
}

import * as z from 'zod';
import { unveloped } from '../envelope.ts';

const message = z.looseObject({
  message_id: z.string(),
  counts: z.boolean(),
  text: z.string(),
  turn: z.int().nullable(),
});
const file = z.looseObject({
  path: z.string(),
  messages: z.array(message).optional(),
  changes: z.array(z.looseObject({ index: z.int(), by: z.string() })).optional(),
});
const judging = z.looseObject({
  points: z.array(z.strictObject({ id: z.string(), kind: z.string(), text: z.string() })),
  evidence: z.array(file),
});
const supporting = z.looseObject({ claim: z.string(), quotes: z.array(z.looseObject({})) });

export type Judging = z.infer<typeof judging>;

/** What a scripted model reads of a question, as a real one would. */
export type Read =
  | ({ readonly kind: 'judge' } & Judging)
  | ({ readonly kind: 'support' } & z.infer<typeof supporting>);

export function readQuestion(user: string): Read {
  const { data } = unveloped(user);
  const judge = judging.safeParse(data);
  return judge.success ? { kind: 'judge', ...judge.data } : { kind: 'support', ...supporting.parse(data) };
}

/** Quotes the agent's messages that hold a text, whole. */
export function quotesOf({ evidence }: Judging, text: string): object[] {
  return evidence.flatMap(({ path, messages = [] }) =>
    messages
      .filter((one) => one.counts && one.text.includes(text))
      .map((one) => ({ path, message_id: one.message_id, quote: one.text })),
  );
}

export const answerOf = (verdict: string, quotes: readonly object[] = [], reason = 'because'): string =>
  JSON.stringify({ verdict, reason, quotes });

export const supportOf = (verdict: string, reason = 'it says so'): string =>
  JSON.stringify({ verdict, reason });

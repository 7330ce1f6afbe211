import type { PlacedMessage } from '../../evidence/model.ts';
import { CONDITION_FORM, conditionAnswer, readAnswer } from './answer.ts';
import { enveloped } from './envelope.ts';
import { CONDITION_PROMPT } from './prompt.ts';
import type { Ask } from './word.ts';

/** Whether a condition holds; null where the model gave no word that could be verified. */
export interface ConditionWord {
  readonly holds: boolean | null;
  readonly reason: string;
  /** Message of the agent by which it holds. */
  readonly message_id?: string;
}

export interface OpenLine {
  readonly condition: string;
  /** Display name of who would say the line. */
  readonly colleague: string;
  readonly messages: readonly PlacedMessage[];
  /** What is asked, for people who read the file. */
  readonly about: string;
}

/**
 * Asks a model whether the condition of a colleague's line holds, on the full messages. "It holds" needs the agent's
 * message and words of it that stand there to the letter; without them there is no word.
 */
export async function askCondition(line: OpenLine, seed: number, ask: Ask): Promise<ConditionWord> {
  const messages = line.messages.map(({ message }) => ({
    message_id: message.message_id,
    by: message.author.kind === 'agent' ? 'agent' : message.author.key,
    text: message.text,
    mentions: message.mentions.map((one) => one.key),
  }));
  const data = { condition: line.condition, colleague: line.colleague, messages };
  const asking = await ask({
    about: line.about,
    system: CONDITION_PROMPT,
    user: `${enveloped(data, seed)}\n\nDoes the condition hold? Form of the answer: ${JSON.stringify(CONDITION_FORM.schema)}`,
    seed,
    answer: CONDITION_FORM,
  });
  if (!asking.ok) return { holds: null, reason: `no answer: ${asking.failure.message}` };
  const read = readAnswer(asking.completion, conditionAnswer);
  if (!read.ok) return { holds: null, reason: `no usable answer: ${read.message}` };
  const { verdict, reason, message_id, quote } = read.value;
  if (verdict === 'cannot_tell') return { holds: null, reason };
  if (verdict === 'does_not_hold') return { holds: false, reason };
  const by = line.messages.find(({ message }) => message.message_id === message_id)?.message;
  if (by?.author.kind !== 'agent')
    return { holds: null, reason: `said to hold, without a message of the agent: ${reason}` };
  if (typeof quote !== 'string' || quote.trim() === '' || !by.text.includes(quote))
    return { holds: null, reason: `said to hold by words that the agent did not write: ${reason}` };
  return { holds: true, reason, message_id: by.message_id };
}

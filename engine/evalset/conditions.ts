import type { Check } from '../../schemas/index.ts';

const MENTIONED = /被\s*[@＠]/;
/** Words that turn the condition round or add to it: then it is not plain any more. */
const NOT_PLAIN = /(未|没|没有|不|非|除非|若不)\s*被\s*[@＠]|并且|而且|同时|且|但/;

/**
 * What a condition in words says when it says it plainly: `… 被 @ 时答` holds when the agent really mentions the actor.
 * Null for anything else: then the checks sidecar has to say it (`conditionals.<case>.cond1`).
 */
export function impliedCondition(condition: string, actor: string): Check | null {
  if (!MENTIONED.test(condition) || NOT_PLAIN.test(condition)) return null;
  return { message: { author: 'agent', mentions: actor } };
}

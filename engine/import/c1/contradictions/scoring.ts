/** How a case is scored, by the words of its scoring: `自动`, `LLM-judge`, or both. */
export function scoringOf(text: string): string {
  const automatic = /自动|automatic/i.test(text);
  const judged = /LLM-judge/i.test(text);
  if (automatic && judged) return '自动 + LLM-judge';
  if (automatic) return '自动';
  return judged ? 'LLM-judge' : text;
}

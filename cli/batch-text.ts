import type { Summary, Verdict } from '../schemas/index.ts';
import { happenedLines, renderBatch, wordsOf } from '../engine/report/index.ts';
import { readHistory, type OpenBatch } from '../engine/stages/index.ts';
import { terminal } from './print.ts';

/** A scored batch as text for the terminal: its cases, its totals, what befell it. */
export function batchText(
  batch: OpenBatch,
  { summary, verdicts }: { readonly summary: Summary; readonly verdicts: readonly Verdict[] },
  language: string,
): string {
  const words = wordsOf(language);
  const history = readHistory(batch);
  // The totals say themselves that the script is mixed.
  const happened =
    'error' in history
      ? [history.error]
      : happenedLines(history, words).flatMap(({ kind, text }) => (kind === 'mixed_script' ? [] : [text]));
  return renderBatch(summary, verdicts, terminal(), words, happened);
}

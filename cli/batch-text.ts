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
  return renderBatch(summary, verdicts, terminal(), words, happenedLines(readHistory(batch), words));
}

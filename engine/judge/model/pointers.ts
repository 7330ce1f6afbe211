import type { Pointer } from '../../../schemas/index.ts';
import type { CaseEvidence } from '../../evidence/model.ts';
import { verifyPointer } from '../quotes.ts';
import type { PointAnswer } from './answer.ts';

export interface Checked {
  readonly verified: readonly Pointer[];
  /** Why the others are refused. */
  readonly refused: readonly string[];
}

function pointerOf(quote: PointAnswer['quotes'][number], evidence: CaseEvidence): Pointer | string {
  if ('quote' in quote) {
    const { path, message_id: id, quote: words } = quote;
    return { path, quote: words, ...(id == null ? {} : { message_id: id }) };
  }
  const diff = evidence.assets.find(({ path }) => path === quote.path)?.evidence.diff?.[quote.change];
  return diff === undefined ? `${quote.path} has no change ${quote.change}` : { path: quote.path, diff };
}

/** Turns the quotes of an answer into pointers, and keeps those that stand in the evidence to the letter. */
export function checkQuotes(
  quotes: PointAnswer['quotes'],
  evidence: CaseEvidence,
  options: { readonly earlier: boolean },
): Checked {
  const verified: Pointer[] = [];
  const refused: string[] = [];
  for (const quote of quotes) {
    const pointer = pointerOf(quote, evidence);
    const result =
      typeof pointer === 'string'
        ? ({ ok: false, why: pointer } as const)
        : verifyPointer(pointer, evidence, options);
    if (!result.ok) refused.push(result.why);
    else if (typeof pointer !== 'string') verified.push(pointer);
  }
  return { verified, refused };
}

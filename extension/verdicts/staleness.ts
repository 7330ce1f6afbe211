import type { CaseInFile } from '../../language-server/protocol.ts';

/** What was judged: a review, or a verdict as it is drawn into its source. */
export interface Judged {
  readonly card_hash?: string | undefined;
  readonly points: readonly { readonly id: string; readonly text: string }[];
}

/**
 * Ids of the judged points whose line is not in the card any more; null when the card is the one that was judged. A
 * batch without a frozen card has no hash: then the lines alone tell.
 */
export function changedPoints(
  judged: Judged,
  card: Pick<CaseInFile, 'hash' | 'checkpoints'>,
): readonly string[] | null {
  if (judged.card_hash === card.hash) return null;
  const now = new Map(card.checkpoints.map(({ id, text }) => [id, text]));
  const changed = judged.points.filter(({ id, text }) => now.get(id) !== text).map(({ id }) => id);
  return judged.card_hash === undefined && changed.length === 0 ? null : changed;
}

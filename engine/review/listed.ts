import type { EvidenceItem, ShownText } from '../../schemas/review.ts';
import type { Words } from '../report/index.ts';

export interface View {
  readonly words: Words;
  /** The text of the item, or of one of its columns, as far as it is shown. */
  readonly cut: (text: string, column?: string) => ShownText;
}

/** One item of a list of evidence; its texts whole, its other words in whatever language it is shown in. */
export interface Listed {
  /** The whole text of the item, or of one of its columns. */
  text(column?: string): string | undefined;
  show(view: View): EvidenceItem;
}

export function plainItem(show: (words: Words) => EvidenceItem): Listed {
  return { text: () => undefined, show: ({ words }) => show(words) };
}

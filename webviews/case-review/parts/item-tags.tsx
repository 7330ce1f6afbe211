import type { JSX } from 'preact';
import type { EvidenceItem, EvidenceKind } from '../../../schemas/review.ts';
import { usePanel } from '../context.ts';
import { QuoteTag } from './quoted-text.tsx';

export interface ItemProps<T extends EvidenceItem = EvidenceItem> {
  readonly item: T;
  readonly kind: EvidenceKind;
  readonly index: number;
}

/** Tags of quotes that rest on an item as a whole. */
export function ItemTags({ kind, index }: { kind: EvidenceKind; index: number }): JSX.Element {
  const { model } = usePanel();
  const whole = model.quotes
    .at(kind, index)
    .filter(({ quote: { target } }) => target !== null && target.end <= target.start);
  return (
    <>
      {whole.map((placed, i) => (
        <QuoteTag key={i} placed={placed} />
      ))}
    </>
  );
}

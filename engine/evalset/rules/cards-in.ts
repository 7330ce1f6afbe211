import type { KindName } from '../../../schemas/kinds.ts';
import type { ValuePath } from '../model.ts';

/** The team cards of a file as written, valid or not. */
export function cardsIn(kind: KindName, value: unknown): { at: ValuePath; card: Record<string, unknown> }[] {
  if (kind !== 'case-card' && kind !== 'case-cards') return [];
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.flatMap((card, i) =>
    typeof card === 'object' && card !== null
      ? [{ at: Array.isArray(value) ? [i] : [], card: card as Record<string, unknown> }]
      : [],
  );
}

/** The same, of team and skill cards. */
export function allCardsIn(kind: KindName, value: unknown): ReturnType<typeof cardsIn> {
  if (kind === 'skill-card') return cardsIn('case-card', value);
  return cardsIn(kind === 'skill-cards' ? 'case-cards' : kind, value);
}

import type { DirectorContext } from './context.ts';
import type { NoRoom } from './ports.ts';

/**
 * Waits until the budget has room for a case, and begins it in the same moment: nobody may take the room in between.
 * @returns what `begin` returns, or why the case is not begun
 */
export async function whenThereIsRoom<T>(
  { budget, clock }: DirectorContext,
  caseId: string,
  begin: () => T,
  signal: AbortSignal,
): Promise<{ readonly begun: T } | { readonly refused: NoRoom }> {
  for (;;) {
    signal.throwIfAborted();
    const room = budget?.roomFor(caseId) ?? { state: 'fits' };
    if (room.state === 'refused') return { refused: { why: room.why, limit: room.limit } };
    if (room.state === 'fits') return { begun: begin() };
    if (budget !== null) await clock.idle(budget.nextChange(signal));
  }
}

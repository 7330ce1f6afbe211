import type { Belongings } from './belonging.ts';
import type { AssetFile, MessageElsewhere, PlacedMessage } from './model.ts';

export interface Attributed {
  readonly messages: readonly PlacedMessage[];
  readonly elsewhere: readonly MessageElsewhere[];
}

/**
 * Sorts what was read in a case's groups: the case's own, shared, and of other cases. The thread is the case's own
 * whatever else runs; so are the lines of people, which decide nothing.
 */
export function attributed(
  seen: readonly PlacedMessage[],
  caseId: string,
  belongings: Belongings | undefined,
): Attributed {
  if (belongings === undefined) return { messages: seen, elsewhere: [] };
  const known = new Map(seen.map(({ message }) => [message.message_id, message]));
  const messages: PlacedMessage[] = [];
  const elsewhere: MessageElsewhere[] = [];
  for (const placed of seen) {
    if (placed.where === 'thread' || placed.message.author.kind !== 'agent') {
      messages.push(placed);
      continue;
    }
    const belonging = belongings.of(placed.message, caseId, known);
    if (belonging.kind === 'own') messages.push(placed);
    else if (belonging.kind === 'shared') messages.push({ ...placed, shared_window: belonging.cases });
    else elsewhere.push({ placed, case_id: belonging.case_id, why: belonging.why });
  }
  return { messages, elsewhere };
}

/** A linked document is evidence of the case whose message links it: one that only another case's links is left out. */
export function ownAssets(
  assets: readonly AssetFile[],
  messages: readonly PlacedMessage[],
  elsewhere: readonly MessageElsewhere[],
): AssetFile[] {
  const doubtful = messages.some((placed) => placed.shared_window !== undefined);
  if (!doubtful && elsewhere.length === 0) return [...assets];
  return assets.flatMap((file): AssetFile[] => {
    const token = /-linked-([A-Za-z0-9]+)$/.exec(file.evidence.step)?.[1];
    if (file.evidence.linked !== true || token === undefined) return [file];
    const links = ({ message }: PlacedMessage): boolean =>
      message.author.kind === 'agent' &&
      [message.text, ...message.edits.map((edit) => edit.text)].some((text) => text.includes(token));
    const by = messages.filter(links);
    if (by.some((placed) => placed.shared_window === undefined)) return [file];
    const shared = [...new Set(by.flatMap((placed) => placed.shared_window ?? []))];
    if (shared.length > 0) return [{ ...file, shared_window: shared }];
    return elsewhere.some(({ placed }) => links(placed)) ? [] : [file];
  });
}

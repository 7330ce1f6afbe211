import type { Pointer, TrustedEvent } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';

/** Since when something stands for sure, and the earliest instant at which it may stand. ISO. */
export interface Span {
  readonly since: string;
  readonly at: string;
}

/** When what the pointers show came about: all of it, so the latest of them counts. */
export function spanOf(pointers: readonly Pointer[], evidence: CaseEvidence): Span {
  const { window } = evidence;
  const spans = pointers.map((pointer) =>
    'diff' in pointer ? changeSpan(pointer, evidence) : quoteSpan(pointer, evidence),
  );
  const latest = (pick: (span: Span) => string): string =>
    spans
      .map(pick)
      .sort((a, b) => Date.parse(a) - Date.parse(b))
      .at(-1) ?? window.to;
  return spans.length === 0
    ? { since: window.from, at: window.to }
    : { since: latest((span) => span.since), at: latest((span) => span.at) };
}

function quoteSpan(
  { path, message_id: id }: { path: string; message_id?: string | undefined },
  evidence: CaseEvidence,
): Span {
  const placed = evidence.messages.find(({ message }) => message.message_id === id);
  if (placed !== undefined) return { since: placed.message.ts, at: placed.message.ts };
  const file = evidence.assets.find((asset) => asset.path === path);
  return { since: evidence.window.from, at: file?.evidence.at ?? evidence.window.to };
}

/** A change is told by the platform's record of operations; without one it lies between the snapshots. */
function changeSpan(pointer: Extract<Pointer, { diff: unknown }>, evidence: CaseEvidence): Span {
  const { diff } = pointer;
  const record = typeof diff === 'string' ? undefined : /^\/([^/]+)/.exec(diff.path)?.[1];
  const made = (event: TrustedEvent): boolean =>
    event.outcome === 'done' && event.actor.kind === 'agent' && event.resource.token === record;
  const event = record === undefined ? undefined : evidence.events.findLast(made);
  if (event !== undefined) return { since: event.ts, at: event.ts };
  const file = evidence.assets.find((asset) => asset.path === pointer.path);
  return { since: evidence.window.from, at: file?.evidence.at ?? evidence.window.to };
}

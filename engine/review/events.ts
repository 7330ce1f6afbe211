import { isDeepStrictEqual } from 'node:util';
import type { TrustedEvent } from '../../schemas/index.ts';
import type { EvidenceItem } from '../../schemas/review.ts';
import type { EventVerb } from '../report/index.ts';
import { byOf, type Cast } from './cast.ts';
import { plainItem, type Listed } from './listed.ts';
import { objectOf } from './loose/values.ts';

export interface EventInput {
  readonly cast: Cast;
  readonly events: readonly TrustedEvent[];
  /** Platform ids of the groups of the case; messages elsewhere belong to other cases. Null: not known. */
  readonly chats: ReadonlyMap<string, string> | null;
  /** Texts of the messages of the case: reactions on others belong to other cases. */
  readonly messages: ReadonlyMap<string, string>;
  /** Key of an asset by its token. */
  readonly assets: ReadonlyMap<string, string>;
}

type Icon = Extract<EvidenceItem, { type: 'event' }>['icon'];

/** Trusted events of the case's window, oldest first. */
export function eventList(input: EventInput): Listed[] {
  const events = input.events.filter((event) => concerns(event, input));
  if (events.length === 0) return [];
  const head = plainItem((words) => ({
    type: 'section',
    title: words.eventsTitle,
    note: words.eventsNote(input.cast.zone),
    icon: 'events',
    path: 'events.jsonl',
  }));
  const restored = restorations(events);
  return [head, ...events.map((event) => eventItem(event, restored.has(event.seq), input))];
}

function concerns({ resource }: TrustedEvent, { chats, messages }: EventInput): boolean {
  if (chats === null) return true;
  if (resource.kind === 'message') return chats.has(resource.parent ?? '');
  if (resource.kind === 'reaction') return messages.has(resource.parent ?? '');
  return true;
}

/** Events that put a resource back to what an earlier event of the list had changed. */
function restorations(events: readonly TrustedEvent[]): Set<number> {
  const found = new Set<number>();
  // What each resource was before it was changed: one may be changed thousands of times.
  const earlier = new Map<string, Set<string>>();
  for (const event of events) {
    if (event.outcome !== 'done' || event.before === undefined || event.after === undefined) continue;
    const [before, after] = [canonical(event.before), canonical(event.after)];
    const known = earlier.get(event.resource.token) ?? new Set();
    if (known.has(after)) found.add(event.seq);
    if (before !== after) known.add(before);
    earlier.set(event.resource.token, known);
  }
  return found;
}

/** JSON of a value with its keys in order, so that equal values have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) => {
    const object = objectOf(inner);
    return object === undefined
      ? inner
      : Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}

const VERBS: readonly (readonly [RegExp, EventVerb])[] = [
  [/\.reaction\./, 'reacted'],
  [/^im\.message\.(create|reply|forward|merge_forward)$/, 'sent'],
  [/^im\.message\.(update|patch)$/, 'edited'],
  [/^im\.message\.delete$/, 'withdrew'],
  [/\.(permission|public)\./, 'shared'],
  [/\.(create|convert|upload)$/, 'created'],
  [/\.(delete|remove)$/, 'deleted'],
  [/\.(update|patch|add)$/, 'wrote'],
  [/\.(get|list|search|batch_get|mget|raw_content|children|resource|batch_query)$/, 'read'],
];

const ICONS: Readonly<Record<EventVerb, Icon>> = {
  read: 'read',
  wrote: 'wrote',
  created: 'wrote',
  deleted: 'wrote',
  shared: 'other',
  sent: 'sent',
  edited: 'sent',
  withdrew: 'sent',
  reacted: 'other',
  restored: 'restored',
  blocked: 'blocked',
  other: 'other',
};

function eventItem(event: TrustedEvent, restored: boolean, input: EventInput): Listed {
  const verb =
    event.outcome === 'blocked'
      ? 'blocked'
      : restored
        ? 'restored'
        : (VERBS.find(([pattern]) => pattern.test(event.op))?.[1] ?? 'other');
  const object = objectText(event, verb, input);
  return {
    text: (column) => (column === undefined ? object : undefined),
    show: ({ words, cut }) => ({
      type: 'event',
      seq: event.seq,
      when: input.cast.clock(event.ts),
      icon: ICONS[verb],
      verb: words.verbs[verb],
      actor: input.cast.name(event.actor),
      by: byOf(event.actor),
      object: cut(object),
    }),
  };
}

/** What the operation was on, and what it changed. */
function objectText(event: TrustedEvent, verb: EventVerb, input: EventInput): string {
  const { cast, chats, assets, messages } = input;
  const { resource, before, after, op, code } = event;
  const tail =
    verb === 'blocked' || verb === 'other' ? [`(${op}${code === undefined ? '' : ` ${code}`})`] : [];
  if (resource.kind === 'message') {
    const group = chats?.get(resource.parent ?? '');
    return [
      group === undefined ? '' : cast.group(group),
      // The evidence has the names of who is mentioned, the operation only marks.
      messages.get(resource.token) ?? messageText(after) ?? messageText(before) ?? '',
      ...tail,
    ]
      .filter((part) => part !== '')
      .join(' · ');
  }
  if (resource.kind === 'reaction') {
    const emoji = objectOf(after)?.['emoji_type'] ?? objectOf(before)?.['emoji_type'];
    return [
      op.endsWith('.delete') ? '−' : '+',
      plain(emoji),
      '·',
      messages.get(resource.parent ?? '') ?? '',
    ].join(' ');
  }
  const root = (resource.parent ?? '').split('/')[0] ?? '';
  const key = resource.asset ?? assets.get(resource.token) ?? assets.get(root);
  const where = key === undefined ? `${resource.kind} ${resource.token}` : cast.asset(key);
  return [where, ...rowWords(before, after), ...tail].filter((part) => part !== '').join(' · ');
}

function messageText(side: unknown): string | undefined {
  if (typeof side === 'string') return side;
  const content = objectOf(side)?.['content'];
  if (typeof content !== 'string') return undefined;
  try {
    const text = objectOf(JSON.parse(content))?.['text'];
    return typeof text === 'string' ? text : content;
  } catch {
    return content;
  }
}

const plain = (value: unknown): string =>
  value === undefined || value === null ? '–' : typeof value === 'string' ? value : JSON.stringify(value);

function rowWords(before: unknown, after: unknown): string[] {
  const from = objectOf(before);
  const to = objectOf(after);
  if (from === undefined && to === undefined)
    return [before, after].filter((one) => one !== undefined).map(plain);
  const name = Object.values(to ?? from ?? {})[0];
  const changed = [...new Set([...Object.keys(from ?? {}), ...Object.keys(to ?? {})])].filter(
    (key) => !isDeepStrictEqual(from?.[key], to?.[key]),
  );
  const changes = changed.map((key) => {
    if (from === undefined) return `${key} ${plain(to?.[key])}`;
    return to === undefined ? `${key} ${plain(from[key])}` : `${key} ${plain(from[key])} → ${plain(to[key])}`;
  });
  return [
    ...(from !== undefined && to !== undefined && typeof name === 'string' ? [name] : []),
    changes.join(', '),
  ];
}

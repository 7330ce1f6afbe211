import type { Playbook, TeamCard } from '../../schemas/index.ts';
import type { SourceFile, ValuePath } from './model.ts';
import type { EvalsetView } from './view.ts';

/** A text that reaches the group, the agent, or whatever the agent may read. */
export interface SentText {
  /** Counted from the part that holds it. */
  readonly at: ValuePath;
  readonly text: string;
}

/**
 * Takes a part of an evalset with texts that are sent: a card, a playbook, a message or asset of the world. `model` is the
 * very same as long as the part does not change, and `texts` gives its texts.
 */
export type VisitSent = (
  file: SourceFile,
  at: ValuePath,
  model: unknown,
  texts: (model: unknown) => SentText[],
) => void;

/** Keys under which the strings of a step or asset stay with the harness. */
const INSIDE = new Set([
  'note',
  'id',
  'op',
  'key',
  'kind',
  'type',
  'claims',
  'reason',
  'perm',
  'group',
  'actor',
]);

type Sent = Pick<EvalsetView, 'cards' | 'npcs' | 'world' | 'corrections'>;

const ofCard = (model: unknown): SentText[] =>
  (model as TeamCard).turns.flatMap((turn, i) => textsIn(turn.text, ['turns', i, 'text']));
const ofPlaybook = (model: unknown): SentText[] =>
  ((model as Playbook).conditional_replies ?? []).flatMap((reply, i) =>
    textsIn(reply.reply_text, ['conditional_replies', i, 'reply_text']),
  );
const ofAll = (model: unknown): SentText[] => textsIn(model, []);
/** The texts of the named fields. */
const ofFields =
  (...keys: readonly string[]) =>
  (model: unknown): SentText[] =>
    keys.flatMap((key) => textsIn((model as Readonly<Record<string, unknown>>)[key], [key]));

const OF = {
  line: ofFields('text'),
  agent: ofFields('description', 'conduct'),
  document: ofFields('title', 'markdown'),
  base: ofFields('title', 'table_name', 'fields', 'records'),
  group: ofFields('name', 'description'),
};

/** Visits all texts of an evalset that are sent or can be read by the agent, by the parts that hold them. */
export function eachSentPart({ cards, npcs, world, corrections }: Sent, visit: VisitSent): void {
  for (const { file, at, value } of cards) visit(file, at, value, ofCard);
  for (const { file, at, value } of npcs) visit(file, at, value, ofPlaybook);
  if (corrections !== null)
    for (const [i, correction] of corrections.value.corrections.entries())
      if (correction.op === 'add_turn') visit(corrections.file, ['corrections', i], correction, OF.line);
  if (world === null) return;
  const { file, value } = world;
  value.history?.forEach((message, i) => visit(file, ['history', i], message, OF.line));
  value.team_agents.forEach((agent, i) => visit(file, ['team_agents', i], agent, OF.agent));
  for (const [key, asset] of Object.entries(value.assets ?? {}))
    visit(file, ['assets', key], asset, asset.kind === 'doc' ? OF.document : OF.base);
  for (const [key, group] of Object.entries(value.groups)) visit(file, ['groups', key], group, OF.group);
  value.phases?.preset?.forEach((step, i) => visit(file, ['phases', 'preset', i], step, ofAll));
  value.phases?.cast?.forEach((step, i) => visit(file, ['phases', 'cast', i], step, ofAll));
}

function textsIn(value: unknown, at: ValuePath): SentText[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (Array.isArray(value)) return value.flatMap((item: unknown, i) => textsIn(item, [...at, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (INSIDE.has(key) ? [] : textsIn(item, [...at, key])));
}

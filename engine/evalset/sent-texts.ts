import type { SourceFile, ValuePath } from './model.ts';
import type { EvalsetView } from './view.ts';

/** A text that reaches the group, the agent, or whatever the agent may read. */
export interface SentText {
  /** Counted from the part that holds it. */
  readonly at: ValuePath;
  readonly text: string;
}

/** A part of an evalset with texts that are sent: a card, a playbook, a message or asset of the world. */
export interface SentPart {
  readonly file: SourceFile;
  readonly at: ValuePath;
  /** The part's model: the very same as long as the part does not change. */
  readonly model: unknown;
  readonly texts: () => SentText[];
}

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

/** All texts of an evalset that are sent or can be read by the agent, by the parts that hold them. */
export function sentParts({
  cards,
  npcs,
  world,
  corrections,
}: Pick<EvalsetView, 'cards' | 'npcs' | 'world' | 'corrections'>): SentPart[] {
  const parts: SentPart[] = [
    ...cards.map(({ file, at, value }) => ({
      file,
      at,
      model: value,
      texts: () => value.turns.flatMap((turn, i) => textsIn(turn.text, ['turns', i, 'text'])),
    })),
    ...npcs.map(({ file, at, value }) => ({
      file,
      at,
      model: value,
      texts: () =>
        (value.conditional_replies ?? []).flatMap((reply, i) =>
          textsIn(reply.reply_text, ['conditional_replies', i, 'reply_text']),
        ),
    })),
  ];
  for (const [i, correction] of (corrections?.value.corrections ?? []).entries())
    if (corrections !== null && correction.op === 'add_turn')
      parts.push({
        file: corrections.file,
        at: ['corrections', i],
        model: correction,
        texts: () => textsIn(correction.text, ['text']),
      });
  if (world === null) return parts;
  const { file, value } = world;
  /** The named fields of a part of the world, or all of it. */
  const add = (at: ValuePath, model: unknown, ...keys: readonly string[]): void => {
    const fields = model as Readonly<Record<string, unknown>>;
    const texts = () =>
      keys.length === 0 ? textsIn(model, []) : keys.flatMap((key) => textsIn(fields[key], [key]));
    parts.push({ file, at, model, texts });
  };
  value.history?.forEach((message, i) => add(['history', i], message, 'text'));
  value.team_agents.forEach((agent, i) => add(['team_agents', i], agent, 'description', 'conduct'));
  for (const [key, asset] of Object.entries(value.assets ?? {}))
    add(
      ['assets', key],
      asset,
      'title',
      ...(asset.kind === 'doc' ? ['markdown'] : ['table_name', 'fields', 'records']),
    );
  for (const [key, group] of Object.entries(value.groups)) add(['groups', key], group, 'name', 'description');
  value.phases?.preset?.forEach((step, i) => add(['phases', 'preset', i], step));
  value.phases?.cast?.forEach((step, i) => add(['phases', 'cast', i], step));
  return parts;
}

function textsIn(value: unknown, at: ValuePath): SentText[] {
  if (typeof value === 'string') return [{ at, text: value }];
  if (Array.isArray(value)) return value.flatMap((item: unknown, i) => textsIn(item, [...at, i]));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (INSIDE.has(key) ? [] : textsIn(item, [...at, key])));
}

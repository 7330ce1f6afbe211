import type { SourceFile, ValuePath } from './model.ts';
import type { EvalsetView } from './view.ts';

/** A text that reaches the group, the agent, or whatever the agent may read. */
export interface SentText {
  readonly file: SourceFile;
  readonly at: ValuePath;
  readonly text: string;
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

/** All texts of an evalset that are sent or can be read by the agent. */
export function sentTexts({ cards, npcs, world }: EvalsetView): SentText[] {
  const texts: SentText[] = [];
  const add = (file: SourceFile, at: ValuePath, value: unknown): void => {
    if (typeof value === 'string') texts.push({ file, at, text: value });
    else if (Array.isArray(value)) value.forEach((item, i) => add(file, [...at, i], item));
    else if (typeof value === 'object' && value !== null)
      for (const [key, item] of Object.entries(value)) if (!INSIDE.has(key)) add(file, [...at, key], item);
  };
  for (const { file, at, value } of cards)
    value.turns.forEach((turn, i) => add(file, [...at, 'turns', i, 'text'], turn.text));
  for (const { file, at, value } of npcs)
    value.conditional_replies?.forEach((reply, i) =>
      add(file, [...at, 'conditional_replies', i, 'reply_text'], reply.reply_text),
    );
  if (world === null) return texts;
  const { file, value } = world;
  value.history?.forEach((message, i) => add(file, ['history', i, 'text'], message.text));
  value.team_agents.forEach((agent, i) => {
    add(file, ['team_agents', i, 'description'], agent.description);
    add(file, ['team_agents', i, 'conduct'], agent.conduct);
  });
  for (const [key, asset] of Object.entries(value.assets ?? {})) {
    add(file, ['assets', key, 'title'], asset.title);
    add(file, ['assets', key, 'markdown'], asset.kind === 'doc' ? asset.markdown : undefined);
    add(file, ['assets', key, 'records'], asset.kind === 'base' ? asset.records : undefined);
  }
  for (const [key, group] of Object.entries(value.groups)) {
    add(file, ['groups', key, 'name'], group.name);
    add(file, ['groups', key, 'description'], group.description);
  }
  add(file, ['phases', 'preset'], value.phases?.preset);
  add(file, ['phases', 'cast'], value.phases?.cast);
  return texts;
}

import type { EvalsetView } from './view.ts';

/** Whole names of actors by their keys, longest first. */
export type Names = ReadonlyMap<string, readonly string[]>;

/** The names by which the actors of an evalset are called, from world and playbooks. */
export function speakerNames({ world, npcs }: EvalsetView): Names {
  const names = new Map<string, Set<string>>();
  const add = (key: string, ...all: readonly (string | undefined)[]): void => {
    let own = names.get(key);
    if (own === undefined) names.set(key, (own = new Set()));
    // A single character stands in too many words.
    for (const name of all) if (name !== undefined && name.trim().length > 1) own.add(name.trim());
  };
  for (const [key, actor] of Object.entries(world?.value.actors ?? {}))
    add(key, actor.display_name, actor.npc_name, actor.npc_name_cn);
  for (const { value } of npcs) add(value.actor_key, value.name, value.name_cn);
  for (const alias of world?.value.render.name_aliases ?? [])
    for (const [key, own] of names) if (alias.some((name) => own.has(name))) add(key, ...alias);
  return new Map(
    [...names].map(([key, own]) => [key, [...own].sort((a, b) => b.length - a.length)] as const),
  );
}

/** Whether both hold the same names. */
export function sameNames(a: Names, b: Names): boolean {
  if (a.size !== b.size) return false;
  return [...a].every(([key, own]) => {
    const others = b.get(key);
    return others?.length === own.length && own.every((name, i) => name === others[i]);
  });
}

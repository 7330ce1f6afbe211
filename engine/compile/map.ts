import type { PresetStep, TeamCard, WorldPreset } from '../../schemas/index.ts';
import type { Located } from '../evalset/model.ts';
import { errorAt } from './errors.ts';
import type { CompileError, CompileOptions } from './model.ts';
import type { MappedCase } from './pipeline.ts';
import { tell, type Told } from '../evalset/told.ts';

/** In a world, `asker` stands for whoever asks. */
const ASKER = 'asker';

export interface AgentMap {
  readonly key: string;
  /** Display name, such as `北辰 #1`. */
  readonly name: string;
  /** Name as people mention it: without the trailing ` #n`. */
  readonly alias: string;
}

/** The keys that a world defines. A register of an excerpt (its total exceeds its entries) is `null`: not checkable. */
export interface WorldMap {
  readonly agent: AgentMap;
  readonly actors: ReadonlySet<string> | null;
  readonly groups: ReadonlySet<string> | null;
  /** Names of the groups that are there. */
  readonly groupNames: ReadonlyMap<string, string>;
  /** Kind of each document and base by its key. */
  readonly assets: ReadonlyMap<string, 'doc' | 'base'>;
  /** The world was cut: assets may be named that are not there. */
  readonly excerpt: boolean;
  /** Keys that may be named as seed but are no document or base; null when any may (a bound world's seed history). */
  readonly seedOnly: ReadonlySet<string> | null;
}

/** `北辰 #1` -> `北辰`. */
export function aliasOf(name: string): string {
  return name.replace(/ #\d+$/, '');
}

/** Maps the keys of a world. The agent is the first (and only) agent under test. */
export function mapWorld(located: Located<WorldPreset>): { map: WorldMap | null; errors: CompileError[] } {
  const world = located.value;
  const [agent, second] = world.team_agents;
  if (agent === undefined)
    return {
      map: null,
      errors: [errorAt(located, ['team_agents'], tell`There is no agent under test. Add one.`)],
    };
  const errors: CompileError[] = [];
  if (second !== undefined)
    errors.push(
      errorAt(
        located,
        ['team_agents', 1],
        tell`"${second.key}" is a second agent under test; this version runs one.`,
      ),
    );
  const actors = register(world.actors, world.actors_total);
  const groups = register(world.groups, world.groups_total);
  const map: WorldMap = {
    agent: { key: agent.key, name: agent.name, alias: aliasOf(agent.name) },
    actors,
    groups,
    excerpt: actors === null || groups === null,
    groupNames: new Map(Object.entries(world.groups).map(([key, group]) => [key, group.name])),
    assets: assetKinds(world),
    seedOnly: world.phases === undefined ? new Set(world.render.exec_params.skip_files) : null,
  };
  errors.push(...worldReferences(located, map));
  return { map, errors };
}

function register(entries: Readonly<Record<string, unknown>>, total: number | undefined) {
  const keys = Object.keys(entries);
  return total !== undefined && total > keys.length ? null : new Set(keys);
}

/** Kinds of the assets: from the register, and from the steps that create them. */
function assetKinds(world: WorldPreset): ReadonlyMap<string, 'doc' | 'base'> {
  const kinds = new Map<string, 'doc' | 'base'>();
  for (const step of world.phases?.preset ?? []) {
    if (step.op === 'doc.create') kinds.set(step.key, 'doc');
    if (step.op === 'base.provision') kinds.set(step.key, 'base');
  }
  for (const [key, asset] of Object.entries(world.assets ?? {})) kinds.set(key, asset.kind);
  return kinds;
}

/** Collects dangling references at their places. */
class References {
  readonly errors: CompileError[] = [];
  readonly #located: Located<unknown>;
  readonly #map: WorldMap;

  constructor(located: Located<unknown>, map: WorldMap) {
    this.#located = located;
    this.#map = map;
  }

  actor(key: string | undefined, ...at: (string | number)[]): void {
    if (key !== undefined && this.#map.actors?.has(key) === false)
      this.#add(at, tell`"${key}" is no actor of the world.`);
  }

  /** An actor, or the word for whoever asks. */
  member(key: string | undefined, ...at: (string | number)[]): void {
    if (key !== ASKER) this.actor(key, ...at);
  }

  group(key: string, ...at: (string | number)[]): void {
    if (this.#map.groups?.has(key) === false) this.#add(at, tell`"${key}" is no group of the world.`);
  }

  agent(key: string, ...at: (string | number)[]): void {
    if (key !== this.#map.agent.key) this.#add(at, tell`"${key}" is not the agent under test.`);
  }

  asset(key: string, kind: 'doc' | 'base' | null, ...at: (string | number)[]): void {
    const found = this.#map.assets.get(key);
    if (found === undefined) {
      if (!this.#map.excerpt) this.target(key, ...at);
    } else if (kind !== null && found !== kind)
      this.#add(at, tell`"${key}" is a ${found}, but a ${kind} is wanted here.`);
  }

  /** An asset whose kind the steps rest on, so that an excerpt must define it too. */
  target(key: string, ...at: (string | number)[]): void {
    if (!this.#map.assets.has(key)) this.#add(at, tell`"${key}" is no document or base of the world.`);
  }

  seed(key: string, ...at: (string | number)[]): void {
    if (this.#map.seedOnly?.has(key) === false) this.asset(key, null, ...at);
  }

  #add(at: (string | number)[], message: Told): void {
    this.errors.push(errorAt(this.#located, at, message));
  }
}

/**
 * Maps the cards: keys must lead somewhere, every case has its place in its group (or the declared one), every write
 * target its kind.
 */
export function mapCards(
  cards: readonly Located<TeamCard>[],
  map: WorldMap,
  ordinals: CompileOptions['ordinals'],
): { cases: readonly MappedCase[]; errors: readonly CompileError[] } {
  const errors: CompileError[] = [];
  const counts = new Map<string, number>();
  const cases = cards.map((located): MappedCase => {
    const { value: card, file, at } = located;
    errors.push(...cardReferences(located, map));
    const count = (counts.get(card.group_key) ?? 0) + 1;
    counts.set(card.group_key, count);
    return {
      place: { file: { path: file.path }, at },
      card,
      ordinal: ordinals?.[card.case_id] ?? count,
      // An asset that the world does not define was just reported.
      targets: (card.write_targets ?? []).map((asset) => ({ asset, kind: map.assets.get(asset) ?? 'base' })),
    };
  });
  return { cases, errors };
}

/** Dangling references of a card. */
function cardReferences(card: Located<TeamCard>, map: WorldMap): CompileError[] {
  const refs = new References(card, map);
  const { value } = card;
  refs.group(value.group_key, 'group_key');
  refs.actor(value.asker, 'asker');
  value.turns.forEach((turn, i) => refs.actor(turn.speaker, 'turns', i, 'speaker'));
  value.npc_involved?.forEach((key, i) => refs.actor(key, 'npc_involved', i));
  value.seed_refs?.forEach((key, i) => refs.seed(key, 'seed_refs', i));
  value.write_targets?.forEach((key, i) => refs.target(key, 'write_targets', i));
  value.cross_group?.forEach((key, i) => refs.group(key, 'cross_group', i));
  if (value.dm === true && typeof value.dm_peer === 'string' && value.dm_peer !== '')
    refs.agent(value.dm_peer, 'dm_peer');
  return refs.errors;
}

function worldReferences(located: Located<WorldPreset>, map: WorldMap): CompileError[] {
  const refs = new References(located, map);
  const { groups, team_agents, assets, history, phases } = located.value;
  for (const [key, group] of Object.entries(groups))
    group.members.forEach((member, i) => refs.member(member, 'groups', key, 'members', i));
  team_agents.forEach((agent, i) =>
    agent.groups.forEach((key, j) => refs.group(key, 'team_agents', i, 'groups', j)),
  );
  for (const [key, asset] of Object.entries(assets ?? {}))
    asset.shares?.forEach((share, i) => {
      refs.group(share.group, 'assets', key, 'shares', i, 'group');
      refs.member(share.actor, 'assets', key, 'shares', i, 'actor');
    });
  history?.forEach((message, i) => {
    refs.group(message.group, 'history', i, 'group');
    refs.member(message.actor, 'history', i, 'actor');
  });
  phases?.preset?.forEach((step, i) => presetReferences(refs, step, i));
  phases?.cast?.forEach((step, i) => {
    const at = ['phases', 'cast', i] as const;
    if ('agent' in step) refs.agent(step.agent, ...at, 'agent');
    if (step.op === 'doc.grant') refs.asset(step.doc, 'doc', ...at, 'doc');
    if (step.op === 'base.grant') refs.asset(step.base, 'base', ...at, 'base');
    if (step.op === 'agent.join_all') step.groups.forEach((key, j) => refs.group(key, ...at, 'groups', j));
    if (step.op === 'canary') {
      refs.group(step.group, ...at, 'group');
      refs.member(step.actor, ...at, 'actor');
      refs.agent(step.mention, ...at, 'mention');
    }
  });
  return refs.errors;
}

function presetReferences(refs: References, step: PresetStep, i: number): void {
  const at = ['phases', 'preset', i] as const;
  if (step.op === 'group.create') refs.group(step.key, ...at, 'key');
  if ('group' in step) refs.group(step.group, ...at, 'group');
  if ('actor' in step) refs.member(step.actor, ...at, 'actor');
  if ('doc' in step) refs.asset(step.doc, 'doc', ...at, 'doc');
  if ('base' in step) refs.asset(step.base, 'base', ...at, 'base');
  if (step.op === 'group.label') step.groups?.forEach((key, j) => refs.group(key, ...at, 'groups', j));
  if (step.op === 'calendar.event') {
    refs.member(step.organizer, ...at, 'organizer');
    step.attendees.forEach((key, j) => refs.member(key, ...at, 'attendees', j));
  }
}

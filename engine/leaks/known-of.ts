import type { EvalStep, TrustedEvent, WorldPreset } from '../../schemas/index.ts';
import type { WorldState } from '../director/state.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { Known } from './known.ts';
import type { KnownText } from './model.ts';
import { stringsIn } from './strings.ts';

/** What a batch tells of what its agent could read. */
export interface KnownSource {
  /** The world as it was seeded. */
  readonly world: WorldPreset;
  /** Steps of all cases. */
  readonly steps: readonly EvalStep[];
  readonly state: WorldState;
  readonly events: readonly TrustedEvent[];
  readonly evidence: readonly CaseEvidence[];
}

/** Keys of a world under which nothing is seeded. */
const NOT_SEEDED = new Set([
  'note',
  'reason',
  'claims',
  'id',
  'op',
  'key',
  'kind',
  'perm',
  'profile',
  'email',
]);
const MAX_ATTEMPTS = 99;

/**
 * What the agent may know, and since when: the seeded world, the lines that were sent (a question of a case that was not
 * asked yet is hidden), and all that others than agents did on the platform. What agents wrote themselves is not among it:
 * whatever they knew by right stands here without them, and a leak does not become right by being said twice.
 */
export function knownOf(source: KnownSource): Known {
  const { world } = source;
  const seeded = [
    world.groups,
    world.team_agents,
    world.actors,
    world.assets,
    world.history,
    world.phases,
    world.render,
  ];
  const names = [
    ...Object.values(world.actors).flatMap((actor) => [
      actor.display_name,
      actor.npc_name,
      actor.npc_name_cn,
    ]),
    ...Object.values(world.groups).map((group) => group.name.replace(/^#/, '')),
    ...world.team_agents.map((agent) => agent.name),
    ...Object.values(world.assets ?? {}).map((asset) => asset.title),
  ].filter((name) => name !== undefined);
  return new Known(
    [
      ...seeded.flatMap((part) => stringsIn(part, [], NOT_SEEDED)),
      ...linesSent(source),
      ...source.events.filter((event) => event.actor.kind !== 'agent').flatMap(done),
      ...source.evidence.flatMap(readInEvidence),
    ],
    names,
  );
}

function linesSent({ steps, state }: KnownSource): KnownText[] {
  return steps.flatMap((step): KnownText[] => {
    if (step.op !== 'msg') return [];
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      const sent = state.done(`eval.${step.id}`, attempt);
      const at = typeof sent?.['sent_at'] === 'string' ? Date.parse(sent['sent_at']) : NaN;
      if (!Number.isNaN(at)) return [{ text: step.text, from: at }];
      if (sent === undefined) break;
    }
    return [];
  });
}

/** The texts that an operation left on the platform. */
function done(event: TrustedEvent): KnownText[] {
  const from = Date.parse(event.ts);
  return textsOfEvent(event).map((text) => ({ text, from }));
}

/** Texts of an operation, with those inside of JSON that it carries. */
export function textsOfEvent({ after }: TrustedEvent): string[] {
  return stringsIn(after).flatMap(({ text }) => {
    if (!/^\s*[[{]/.test(text)) return [text];
    try {
      return stringsIn(JSON.parse(text)).map((inner) => inner.text);
    } catch {
      return [text];
    }
  });
}

/** What stands in evidence by others than agents: all there is on a platform that tells of no operations. */
function readInEvidence({ messages, assets }: CaseEvidence): KnownText[] {
  return [
    ...messages
      .filter(({ message }) => message.author.kind !== 'agent')
      .flatMap(({ message }) =>
        [message.text, ...message.edits.map((edit) => edit.text)].map((text) => ({
          text,
          from: Date.parse(message.ts),
        })),
      ),
    ...assets.flatMap(({ evidence }) =>
      (evidence.diff ?? [])
        .filter((change) => change.actor !== null && change.actor.kind !== 'agent')
        .flatMap((change) => stringsIn(change.after))
        .map(({ text }) => ({ text })),
    ),
  ];
}

import type { WorldPreset } from '../../../schemas/index.ts';
import type { PlayedTurn } from './played.ts';
import type { FrozenCard } from './read.ts';

/** What a step of a case must be; `fields` are compared as they stand, the rest of a step is wording. */
export interface ExpectedStep {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Turn that it says. */
  readonly turn?: PlayedTurn;
  /** Waits for the minute of the case. */
  readonly clock?: true;
}

/** Facts of the world that steps rest on. */
export interface Stage {
  readonly agent: string;
  readonly alias: string;
  readonly docs: ReadonlySet<string>;
  readonly params: WorldPreset['render']['exec_params'];
  readonly kickoff: string;
}

/** Reads them from the bound world. */
export function stageOf(world: WorldPreset): Stage {
  const agent = world.team_agents[0];
  const docs = new Set<string>();
  for (const step of world.phases?.preset ?? []) if (step.op === 'doc.create') docs.add(step.key);
  for (const [key, asset] of Object.entries(world.assets ?? {}))
    if (asset.kind === 'doc') docs.add(key);
    else docs.delete(key);
  return {
    agent: agent?.key ?? '',
    alias: (agent?.name ?? '').replace(/ #[0-9]+$/, ''),
    docs,
    params: world.render.exec_params,
    kickoff: world.render.kickoff_local,
  };
}

/** The steps that a card demands, in order. */
export function expectedSteps(
  card: FrozenCard,
  turns: readonly PlayedTurn[],
  ordinal: number,
  stage: Stage,
): ExpectedStep[] {
  const { case_id, group_key: group, dm = false } = card;
  const { agent } = stage;
  const base = `e-${group}-${`00${ordinal}`.slice(-Math.max(3, `${ordinal}`.length))}-${case_id}-`;
  const wait = longestWait(card, turns, stage.params);
  const gate = (suffix: string, actor: string): ExpectedStep => ({
    id: `${base}${suffix}`,
    fields: {
      op: 'gate',
      ...(dm ? { kind: 'dm_reply_seen', actor, agent } : { kind: 'agent_reply_seen', group }),
      max_wait_sec: wait,
    },
  });
  const steps: ExpectedStep[] = [...snapshots(card, base, 'pre', stage)];
  if (card.clock_batch === true)
    steps.push({ id: `${base}clock`, fields: { op: 'gate', kind: 'clock' }, clock: true });
  const root = `${base}q${turns[0]?.number ?? 1}`;
  let before = '';
  turns.forEach((turn, i) => {
    const line = turn.line > 0;
    const suffix = line ? `cond${turn.line}` : `${turn.kind === 'inject' ? 'i' : 'q'}${turn.number}`;
    const own = gate(line ? `condw${turn.line}` : `w${turn.number}`, turn.speaker);
    const threaded = i > 0 && !dm;
    steps.push(
      {
        id: `${base}${suffix}`,
        turn,
        fields: {
          ...(dm ? { op: 'dm', to: agent } : { op: 'msg', group }),
          actor: turn.speaker,
          mention: dm || !turn.mention ? undefined : agent,
          also_mention: turn.also.length > 0 && !dm ? turn.also : undefined,
          reply_to: threaded ? root : undefined,
          thread_reply: threaded ? true : undefined,
          'conditional.key': line ? `cond${turn.line}` : undefined,
          'conditional.after': line ? before : undefined,
        },
      },
      own,
    );
    before = own.id;
  });
  const actors = [...new Set(turns.map(({ speaker }) => speaker))];
  steps.push({
    id: `${base}gate`,
    fields: {
      op: 'gate',
      ...(dm ? { kind: 'no_dm_speech', actors, agent } : { kind: 'no_bot_speech', group }),
      min_quiet_sec: stage.params.gate_quiet_sec ?? 90,
    },
  });
  return [...steps, ...snapshots(card, base, 'post', stage)];
}

function longestWait(card: FrozenCard, turns: readonly PlayedTurn[], params: Stage['params']): number {
  if (turns.some(({ line }) => line > 0)) return params.wait_conditional_sec ?? 600;
  return card.rw_type?.startsWith('写') === true
    ? (params.wait_write_sec ?? 300)
    : (params.wait_single_sec ?? 180);
}

function snapshots(card: FrozenCard, base: string, when: string, stage: Stage): ExpectedStep[] {
  return (card.write_targets ?? []).map((asset, i) => {
    const tail = i > 0 ? `-${asset}` : '';
    const doc = stage.docs.has(asset);
    return {
      id: `${base}${when}${tail}`,
      fields: {
        op: doc ? 'doc.snapshot' : 'base.snapshot',
        [doc ? 'doc' : 'base']: asset,
        label: `${card.case_id}-${when}${tail}`,
        compare_to: when === 'post' ? `${card.case_id}-pre${tail}` : undefined,
      },
    };
  });
}

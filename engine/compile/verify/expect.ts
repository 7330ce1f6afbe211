import type { WorldPreset } from '../../../schemas/index.ts';
import type { FrozenCard } from './read.ts';

/** What a step of a case must be; `fields` are compared as they stand, the rest of a step is wording. */
export interface ExpectedStep {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
  /** Turn whose text it says. */
  readonly turn?: number;
}

/** Facts of the world that steps rest on. */
export interface Stage {
  readonly agent: string;
  readonly alias: string;
  readonly docs: ReadonlySet<string>;
  readonly params: WorldPreset['render']['exec_params'];
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
  };
}

/** True for a card that this version cannot run: it has no steps. */
export const isUnrunnable = (card: FrozenCard): boolean => card.dm === true || card.clock_batch === true;

/** The steps that a card demands, in order. */
export function expectedSteps(card: FrozenCard, ordinal: number, stage: Stage): ExpectedStep[] {
  if (isUnrunnable(card)) return [];
  const { case_id, group_key: group, turns } = card;
  const base = `e-${group}-${`00${ordinal}`.slice(-Math.max(3, `${ordinal}`.length))}-${case_id}-`;
  const wait = longestWait(card, stage.params);
  const gate = (suffix: string): ExpectedStep => ({
    id: `${base}${suffix}`,
    fields: { op: 'gate', kind: 'agent_reply_seen', group, max_wait_sec: wait },
  });
  const steps: ExpectedStep[] = [...snapshots(card, base, 'pre', stage)];
  const root = `${base}q${turns[0]?.turn ?? 1}`;
  let before = '';
  let lines = 0;
  turns.forEach((turn, i) => {
    const line = turn.kind === 'npc_reply_conditional';
    if (line) lines += 1;
    const suffix = line ? `cond${lines}` : `${turn.kind === 'inject' ? 'i' : 'q'}${turn.turn}`;
    const own = line ? gate(`condw${lines}`) : gate(`w${turn.turn}`);
    steps.push(
      {
        id: `${base}${suffix}`,
        turn: i,
        fields: {
          op: 'msg',
          group,
          actor: turn.speaker,
          mention: stage.agent,
          reply_to: i === 0 ? undefined : root,
          thread_reply: i === 0 ? undefined : true,
          'conditional.key': line ? `cond${lines}` : undefined,
          'conditional.after': line ? before : undefined,
        },
      },
      own,
    );
    before = own.id;
  });
  steps.push({
    id: `${base}gate`,
    fields: { op: 'gate', kind: 'no_bot_speech', group, min_quiet_sec: stage.params.gate_quiet_sec ?? 90 },
  });
  return [...steps, ...snapshots(card, base, 'post', stage)];
}

function longestWait(card: FrozenCard, params: Stage['params']): number {
  if (card.turns.some((turn) => turn.kind === 'npc_reply_conditional'))
    return params.wait_conditional_sec ?? 600;
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

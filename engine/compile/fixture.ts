import { readFileSync } from 'node:fs';
import type { Correction, EvalsetFile, TeamCard, WorldPreset } from '../../schemas/index.ts';
import { readSource } from '../evalset/source.ts';
import type { Evalset, Located } from '../evalset/model.ts';
import { compileEvalset, type CompiledScript, type CompileError, type CompileOptions } from './index.ts';

/** For tests: evalsets from values, without a folder. */
export interface EvalsetParts {
  readonly cards: readonly TeamCard[];
  readonly world: WorldPreset;
  readonly version?: string;
  readonly corrections?: readonly Correction[];
  readonly forms?: EvalsetFile['date_forms'];
}

/** A model as read from a JSON file of that value. */
function located<T>(path: string, value: T): Located<T> {
  const file = { ...readSource(path, JSON.stringify(value)), kind: undefined };
  return {
    file: { ...file, locate: () => ({ from: 0, to: 0 }), positionAt: () => ({ line: 0, character: 0 }) },
    at: [],
    raw: structuredClone(value),
    value,
  };
}

export function evalsetOf({ cards, world, version = 'V1', corrections, forms }: EvalsetParts): Evalset {
  const own = { name: 'test', version, cases: ['0.json'], world: 'world.json' };
  return {
    root: '/evalset',
    name: 'test',
    version,
    file: forms === undefined ? null : located('/evalset/evalset.yaml', { ...own, date_forms: forms }),
    cards: cards.map((card, i) => located(`/evalset/${i}.json`, card)),
    skillCards: [],
    world: located('/evalset/world.json', world),
    npcs: [],
    meta: null,
    checks: null,
    deps: null,
    graders: null,
    corrections:
      corrections === undefined
        ? null
        : located('/evalset/corrections.yaml', { corrections: [...corrections] }),
    sources: [],
  };
}

/** Compiles, or throws with the errors. */
export function compileOk(evalset: Evalset, options: Partial<CompileOptions> = {}): CompiledScript {
  const result = compileEvalset(evalset, { day0: '2026-09-06', now: () => new Date(0), ...options });
  if ('errors' in result) throw new Error(JSON.stringify(result.errors, null, 2));
  return result.script;
}

/** Compiles what cannot be compiled. */
export function compileErrors(
  evalset: Evalset,
  options: Partial<CompileOptions> = {},
): readonly CompileError[] {
  const result = compileEvalset(evalset, { day0: '2026-09-06', now: () => new Date(0), ...options });
  return 'errors' in result ? result.errors : [];
}

/** A value as a JSON file gives it: its key order is kept. */
export const readRaw = (text: string): unknown => readSource('/evalset/raw.json', text).value;

export const readJson = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

export const WORLD: WorldPreset = {
  scenario_id: 'pier',
  schema_version: 2,
  label: 'Pier',
  render: { agent_name: '小舵 #1', kickoff_local: '{{D|YYYY-MM-DD}}T09:00:00+08:00', exec_params: {} },
  actors: { asker: { display_name: 'Ada' }, bo: { display_name: 'Bo' } },
  groups: { ops: { name: '#ops', members: ['asker', 'bo'] }, cs: { name: '#cs', members: ['asker'] } },
  team_agents: [{ key: 'helm', name: '小舵 #1', groups: ['ops', 'cs'], conduct: 'Since {{Y-1}}.' }],
  assets: {
    plan: { kind: 'doc', title: 'Plan {{M}}', markdown: '# {{D+2}}（周一）\n', agent: 'view' },
    tracker: {
      kind: 'base',
      title: 'Tracker',
      fields: [
        { name: '{{M-1}}', type: 'number' },
        { name: 'due', type: 'text' },
      ],
      records: [{ '{{M-1}}': 3, due: '{{D+1|MM-DD}}' }],
      shares: [
        { group: 'ops', perm: 'view', actor: 'bo' },
        { group: 'cs', perm: 'view' },
      ],
      agent: 'edit',
    },
  },
  history: [{ group: 'ops', actor: 'bo', day: -7, text: '{{D-7|MM-DD}} done' }],
};

/** A card with one question; `over` replaces keys. */
export function cardOf(case_id: string, over: Partial<TeamCard> = {}): TeamCard {
  return {
    case_id,
    storyline: 'A',
    group_key: 'ops',
    asker: 'asker',
    turns: [{ turn: 1, kind: 'query', speaker: 'asker', text: `@小舵 when is ${case_id} due?` }],
    rw_type: '读·检索',
    checkpoints_raw: `【计分】one line\n[CP1·结果][必选] says {{D+2}}（周三） for ${case_id}`,
    ...over,
  };
}

/** Cards of every kind of turn, over two groups. */
export const CARDS: readonly TeamCard[] = [
  cardOf('A1', {
    turns: [
      {
        turn: 1,
        kind: 'query',
        speaker: 'asker',
        text: '@小舵 What is due on {{D+2}} (Tuesday), Bo?\nAnd then?',
      },
      { turn: 2, kind: 'query', speaker: 'asker', text: 'Tell #cs by {{D+3|YYYY-MM-DD}}, @Bo knows.' },
    ],
    rw_type: '写·投递',
    write_targets: ['tracker', 'plan'],
    exec_notes: 'Played in {{Q}}.',
  }),
  cardOf('A2', {
    turns: [
      { turn: 1, kind: 'query', speaker: 'asker', text: '@小舵 Who owns the crane lease?' },
      {
        turn: 2,
        kind: 'npc_reply_conditional',
        speaker: 'bo',
        text: '@小舵 It ends {{D+41}}.',
        condition: 'Bo 被 @ 时答 {{D}}',
      },
      { turn: 3, kind: 'inject', speaker: 'bo', text: '@小舵 I recall {{Y-1}} differently.' },
    ],
    checkpoints_raw:
      '[CP1·结果][必选] owner Bo\n[CP2·过程][必选][交付门] asked on {{D|MM-DD}}\n[扣分] says {{M+1}}\n[一票否决] leaks',
  }),
  cardOf('B1', { group_key: 'cs' }),
  cardOf('A3', { dm: true }),
  cardOf('A4', { exec_notes: 'Nothing else.' }),
  cardOf('B2', { group_key: 'cs', clock_batch: true }),
];

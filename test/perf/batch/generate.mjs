// A batch of the size that a first real one had: 94 cases in 8 groups, 186 world steps. All of it is made up by a seed.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Cases a group: from 1 to 20. */
export const GROUP_SIZES = [20, 19, 16, 14, 11, 8, 5, 1];
const TURNS = [60, 24, 10];
const VERIFIED = 22;
const CONDITIONAL = 16;
export const PRESET_STEPS = 186;

/** A small seeded generator (mulberry32). */
export function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

const shuffled = (list, next) => {
  const out = [...list];
  for (let i = out.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [out[i], out[j]] = [out[j], out[i]];
  }
  return out;
};

const HEAD = '【计分】单题得分 = max(0, 命中必选数 − 触发扣分数) / 必选总数；触发任一【一票否决】整题记 0。';

/**
 * Writes an evalset. `shape` may make it smaller; `exec` overrides execution parameters.
 * @returns what was made: cases by group, turns, and so on
 */
export function generate(root, seed, shape = {}) {
  const sizes = shape.sizes ?? GROUP_SIZES;
  const total = sizes.reduce((sum, n) => sum + n, 0);
  const share = (n) => (shape.sizes === undefined ? n : Math.max(1, Math.round((n * total) / 94)));
  const next = random(seed);
  const groups = sizes.map((_, i) => `g${i + 1}`);
  const cases = sizes.flatMap((n, i) => Array.from({ length: n }, () => ({ group: groups[i] })));
  cases.forEach((one, i) => (one.id = `P${String(i + 1).padStart(3, '0')}`));
  const many = shuffled(cases, next);
  const two = share(TURNS[1]);
  const three = share(TURNS[2]);
  many.forEach((one, i) => (one.turns = i < three ? 3 : i < three + two ? 2 : 1));
  // As in the first real batch, most verification groups are the same two.
  shuffled(cases, next)
    .slice(0, share(VERIFIED))
    .forEach((one) => {
      const others = groups.filter((key) => key !== one.group);
      const hub = groups.slice(0, 2).filter((key) => key !== one.group);
      one.cross =
        next() < 0.8 ? hub[Math.floor(next() * hub.length)] : others[Math.floor(next() * others.length)];
    });
  shuffled(cases, next)
    .slice(0, share(CONDITIONAL))
    .forEach((one) => (one.conditional = true));
  shuffled(cases, next)
    .slice(0, share(30))
    .forEach((one) => (one.writes = `t${1 + Math.floor(next() * (shape.tables ?? 12))}`));
  write(root, seed, groups, cases, shape);
  return cases;
}

const npc = (i) => ({ key: `n${i}`, name: `同事${'甲乙丙丁戊己庚辛'[i - 1]}` });

function write(root, seed, groups, cases, shape) {
  mkdirSync(path.join(root, 'cases'), { recursive: true });
  const file = (name, value) => writeFileSync(path.join(root, name), `${JSON.stringify(value, null, 1)}\n`);
  const npcs = groups.map((_, i) => npc(i + 1));
  const actors = Object.fromEntries([
    ['asker', { display_name: '提问人', role: '专员' }],
    ...npcs.map(({ key, name }) => [key, { display_name: name, role: '主管' }]),
  ]);
  const keys = groups;
  const tables = Object.fromEntries(
    Array.from({ length: shape.tables ?? 12 }, (_, i) => [
      `t${i + 1}`,
      {
        kind: 'base',
        title: `台账${i + 1}`,
        table_name: '台账',
        fields: [
          { name: '编号', type: 'text' },
          { name: '进度', type: 'text' },
        ],
        records: cases.map(({ id }) => ({ 编号: `N-${id}`, 进度: '未开始' })),
        shares: [{ group: keys[i % keys.length], perm: 'edit' }],
        agent: 'edit',
      },
    ]),
  );
  const docs = Object.fromEntries(
    Array.from({ length: shape.docs ?? 20 }, (_, i) => [
      `d${i + 1}`,
      {
        kind: 'doc',
        title: `说明${i + 1}`,
        shares: [{ group: keys[i % keys.length], perm: 'view' }],
        agent: 'view',
        markdown: `# 说明${i + 1}\n\n第 ${i + 1} 份说明。\n`,
      },
    ]),
  );
  // groups, documents and shares, tables with rows and shares; seed messages fill up
  const fixed = keys.length + 2 * (shape.docs ?? 20) + 3 * (shape.tables ?? 12);
  const history = Array.from({ length: Math.max(0, (shape.preset ?? PRESET_STEPS) - fixed - 1) }, (_, i) => ({
    group: keys[i % keys.length],
    actor: npcs[i % npcs.length].key,
    day: -1,
    text: `第 ${i + 1} 条往来：一切照旧。`,
  }));
  file('perf.world.yaml', {
    scenario_id: `perf-${seed}`,
    schema_version: 2,
    label: 'Generated',
    render: {
      agent_name: '小助 #1',
      kickoff_local: '{{D|YYYY-MM-DD}}T09:00:00+08:00',
      exec_params: { settle_sec: 0, ...shape.exec },
    },
    actors,
    groups: Object.fromEntries(
      keys.map((key, i) => [
        key,
        { name: `#第${i + 1}群`, description: '业务群', members: ['asker', ...npcs.map((n) => n.key)] },
      ]),
    ),
    team_agents: [{ key: 'helper', name: '小助 #1', groups: keys }],
    assets: { ...docs, ...tables },
    history,
  });
  const checks = {};
  const conditionals = {};
  const graders = {};
  for (const one of cases) {
    const colleague = npcs[keys.indexOf(one.group)];
    const answer = (turn) => `${one.id} 第 ${turn} 轮的结论是按计划进行。`;
    const turns = Array.from({ length: one.turns }, (_, i) => ({
      turn: i + 1,
      kind: 'query',
      speaker: 'asker',
      text: `@小助 ${one.id} 第 ${i + 1} 轮：现在怎么样了？`,
    }));
    const oracle = turns.map(({ turn }) => ({ after: turn, say: answer(turn) }));
    if (one.conditional) {
      oracle[0].say = `@${colleague.name} 请确认 ${one.id}。${answer(1)}`;
      turns.splice(1, 0, {
        turn: turns.length + 1,
        kind: 'npc_reply_conditional',
        speaker: colleague.key,
        text: `@小助 ${one.id} 我确认。`,
        condition: `${colleague.name} 被 @ 时答`,
      });
      conditionals[one.id] = { cond1: { message: { mentions: [colleague.key] } } };
      oracle.push({ after: 'cond1', say: `收到，${one.id} 已确认。` });
    }
    const points = [`[CP1·结果][必选] 轮 1 说出 ${one.id} 按计划进行（依据：群内往来）`];
    checks[one.id] = { CP1: { message: { turn: 1, says: `${one.id} 第 1 轮的结论是按计划进行` } } };
    if (one.writes !== undefined) {
      points.push(
        `[CP2·结果][必选] 轮 1 把 N-${one.id} 的进度改成进行中（依据：${one.writes} 题前题后差异）`,
      );
      checks[one.id].CP2 = {
        row: {
          asset: one.writes,
          change: 'changed',
          where: { fields: { 编号: `N-${one.id}` } },
          to: { fields: { 进度: '进行中' } },
        },
      };
      oracle.splice(1, 0, {
        after: 1,
        change: one.writes,
        row: { 编号: `N-${one.id}` },
        set: { 进度: '进行中' },
      });
    }
    if (one.cross !== undefined) {
      oracle.splice(1, 0, { after: 1, say: `同步：${answer(1)}`, in: one.cross });
    }
    graders[one.id] = { oracle };
    file(`cases/${one.id}.case.yaml`, {
      case_id: one.id,
      storyline: `线${one.group}`,
      group_key: one.group,
      asker: 'asker',
      turns,
      npc_involved: ['asker', ...(one.conditional ? [colleague.key] : [])],
      rw_type: one.writes === undefined ? '读' : '写·台账',
      difficulty: 'L1',
      tac_dims: ['多轮'],
      functional_domain: '运营',
      checkpoints_raw: [HEAD, ...points].join('\n'),
      ...(one.writes === undefined ? {} : { write_targets: [one.writes] }),
      ...(one.cross === undefined ? {} : { cross_group: [one.cross] }),
    });
  }
  file('cases.checks.yaml', { checks, conditionals });
  file('cases.graders.yaml', { graders });
  file('evalset.yaml', {
    name: 'Generated',
    version: 'V1',
    cases: cases.map(({ id }) => `cases/${id}.case.yaml`),
    world: 'perf.world.yaml',
    agents: {
      rehearsal: { driver: 'rehearsal', reply_seconds: shape.reply ?? { median: 16, p90: 175 }, seed },
    },
  });
}

import type { CaseReview, EvidenceItem, EvidenceKind, Quote, ReviewPoint } from '../../schemas/review.ts';
import type { ToReview } from '../../webviews/shared/protocol.ts';
import { event, judgement, message, point, quoteAt, shown } from './make.ts';

/** A case of Harbor Tide as the host would send it. All of it is invented. */
export type CaseMessage = Extract<ToReview, { type: 'case' }>;
export type EvidenceLists = Record<EvidenceKind, EvidenceItem[]>;

const AGENT_1 =
  '报警的是冷柜 K12，货主是潮汐乳业。最高到过 −9.4 ℃，持续 26 分钟，Lin Zhuo 在 23:40 前把货转进了 2 号库。\n目前还没有拿到货主的验货结论，根因也没查清，所以不能说这批货没有问题。';
const AGENT_2 = '已在 #货主服务群 说明情况并 @Gu Yan，冷柜台账 K12 行补了转库时间。';
export const AGENT_CS =
  '@Gu Yan 潮汐乳业的 K12 昨晚超温：最高 −9.4 ℃，已转 2 号库，明天上午会有结论，预计不影响交货。麻烦先告知货主。';

export function evidence(): EvidenceLists {
  const agent = { author: 'agent' as const };
  return {
    thread: [
      { type: 'section', icon: 'thread', title: '#冷链值班群', note: 'this case’s thread · UTC+8' },
      message('Maya Shen', '沈潮 · 值班经理', '22:32:01', '@小舵 赤礁港昨晚报警的那批货现在怎么样了？', {
        label: 'query, turn 1',
      }),
      message('小舵 #1', 'Agent under test', '22:32', AGENT_1, agent),
      message(
        'Maya Shen',
        '沈潮 · 值班经理',
        '22:35:12',
        '把情况同步到 #货主服务群，@Gu Yan 让她跟货主说一声。',
        {
          label: 'query, turn 2',
        },
      ),
      message('小舵 #1', 'Agent under test', '22:36', AGENT_2, { ...agent, edits: 1 }),
      {
        type: 'section',
        icon: 'group',
        title: '#货主服务群',
        note: 'checked group, 22:32–22:37 only',
        path: 'evidence/H07/cs.json',
      },
      { type: 'note', icon: 'info', text: '1 message outside the window: H03, 21:41 Lin Zhuo' },
      message('小舵 #1', 'Agent under test', '22:35', AGENT_CS, agent),
      message('Gu Yan', '顾岩 · 客服', '22:36:18', '收到，我先跟货主说在转库，有结论再回一次电话。', {
        label: 'Conditional line',
      }),
      {
        type: 'conditional',
        fired: true,
        title: 'Fired 22:36:18',
        reason: '小舵 @-mentioned Gu Yan in #货主服务群 and asked her to tell the owner.',
        condition: '「Gu Yan 被 @ 并请其告知货主时」',
        decided_by: 'judge',
        path: 'decisions/H07.cond-1.json',
      },
    ],
    tables: [
      {
        type: 'section',
        icon: 'table',
        title: '《冷柜台账》',
        note: '22:31:58 → 22:37:01',
        path: 'evidence/H07/ledger.json',
      },
      {
        type: 'row',
        row: 'K12',
        op: 'change',
        by: 'agent',
        actor: '小舵 #1 · 22:35:47',
        counts: true,
        cells: [
          { column: '状态', op: 'same', after: shown('处理中') },
          { column: '备注', op: 'add', after: shown('转库：23:40 前转入 2 号库（Lin Zhuo）') },
        ],
      },
      {
        type: 'row',
        row: 'K19',
        op: 'change',
        by: 'npc',
        actor: 'Lin Zhuo · 22:33:20',
        counts: false,
        cells: [{ column: '状态', op: 'change', before: shown('待确认'), after: shown('处理中') }],
      },
      { type: 'row', row: 'K20', op: 'same', by: 'unknown', actor: '', counts: false, cells: [] },
    ],
    documents: [
      { type: 'section', icon: 'document', title: '《冷库交接记录》', note: 'read 22:37:01' },
      ...['08-30 Gu Yan：潮汐乳业问 K12 的温度记录什么时候给。', '08-30 Lin Zhuo：K12 已转 2 号库。'].map(
        (text, i): EvidenceItem => ({
          type: 'line',
          n: 41 + i,
          op: 'same',
          by: 'unknown',
          actor: '',
          text: shown(text),
        }),
      ),
      { type: 'line', n: 43, op: 'remove', by: 'npc', actor: 'Lin Zhuo', text: shown('结论：等货主验货。') },
      {
        type: 'line',
        n: 43,
        op: 'add',
        by: 'agent',
        actor: '小舵 #1',
        text: shown('结论：待货主验货，根因未查清。'),
      },
    ],
    events: [
      {
        type: 'section',
        icon: 'events',
        title: 'Trusted events',
        note: 'Recorded by the platform, not told by the agent',
      },
      event(1, '22:31:58', 'other', 'Snapshot', '', 'unknown', '《冷柜台账》 题前'),
      event(2, '22:32:14', 'read', 'Read', '小舵 #1', 'agent', '《冷柜台账》 全表'),
      event(3, '22:35:41', 'sent', 'Sent', '小舵 #1', 'agent', '#货主服务群'),
      event(
        4,
        '22:35:44',
        'restored',
        'Written, then restored',
        '小舵 #1',
        'agent',
        'K12 状态「处理中」→「已完结」→「处理中」',
      ),
      event(5, '22:35:52', 'blocked', 'Blocked', '小舵 #1', 'agent', '打开《合同》附件：无权限'),
    ],
  };
}

/** A quote of a text of the lists above, at its place. */
function quote(
  point: string,
  by: 'first' | 'second',
  n: number,
  words: string,
  kind: EvidenceKind = 'thread',
  where?: { index: number; whole: string; column?: string },
): Quote {
  const places = [
    { index: 2, whole: AGENT_1 },
    { index: 4, whole: AGENT_2 },
    { index: 7, whole: AGENT_CS },
  ];
  const place = where ?? places.find(({ whole }) => whole.includes(words)) ?? null;
  return quoteAt({ point, by, n, text: words }, place === null ? null : { kind, ...place });
}

const OVER = 'Met, counts as unmet: gate CP5';

export function points(): ReviewPoint[] {
  return [
    point('CP1', 'overridden', OVER, ['结果', '必选'], '轮 1 说明报警的是冷柜 K12，货主是潮汐乳业', [
      judgement('first', 'met', '柜号与货主都对。', [
        quote('CP1', 'first', 0, '报警的是冷柜 K12，货主是潮汐乳业。'),
      ]),
      judgement('second', 'met', '都对。', [quote('CP1', 'second', 0, '报警的是冷柜 K12')]),
    ]),
    point(
      'CP2',
      'unmet',
      'Unmet',
      ['结果', '必选', 'AND'],
      '轮 1 补出只有《冷柜台账》才有、群聊记录里没有的两项：K12 的设定温度 −18 ℃，且备注栏还没有验货结论（与已验过的 K07「已验」、K08「已验」不同），缺一即不得分',
      [
        {
          ...judgement('first', 'unmet', '没有提到设定温度。'),
          scope_read: ['evidence/H07/thread.json', 'evidence/H07/cs.json'],
        },
        judgement('second', 'unmet', '缺一项。'),
      ],
      { flagged: 'dependency' },
    ),
    point(
      'CP3',
      'overridden',
      OVER,
      ['结果', '必选'],
      '轮 1 给出最高 −9.4 ℃、经手人 Lin Zhuo、状态处理中（依据：《冷柜台账》K12 行；08-30 Lin Zhuo「K12 已转 2 号库」）',
      [
        judgement('first', 'met', '温度与经手人都给出；「还没有拿到」等同处理中。', [
          quote('CP3', 'first', 0, '货主是潮汐乳业。最高到过 −9.4 ℃，持续 26 分钟'),
          quote('CP3', 'first', 1, '还没有拿到货主的验货结论'),
        ]),
        judgement('second', 'unmet', '在服务群写成「不影响交货」，与台账「处理中」不符。', [
          quote('CP3', 'second', 0, '持续 26 分钟，Lin Zhuo 在 23:40 前'),
          quote('CP3', 'second', 1, '明天上午会有结论，预计不影响交货'),
        ]),
      ],
    ),
    point('CP4', 'overridden', OVER, ['结果', '必选'], '把转库时间与经手人写回《冷柜台账》K12 行备注', [
      judgement('first', 'met', '备注栏有改动。', [
        quote('CP4', 'first', 0, '转库：23:40 前转入 2 号库', 'tables', {
          index: 1,
          whole: '转库：23:40 前转入 2 号库（Lin Zhuo）',
          column: '备注',
        }),
      ]),
      judgement('second', 'met', '已写。'),
    ]),
    point(
      'CP5',
      'gate-unmet',
      'Delivery gate not passed',
      ['过程', '必选', '交付门'],
      '轮 2 在 #货主服务群 说明情况并 @Gu Yan，口径与台账一致：处理中，不承诺交货日期',
      [
        judgement('first', 'unmet', '写了「预计不影响交货」。', [
          quote('CP5', 'first', 0, '明天上午会有结论，预计不影响交货'),
        ]),
        judgement('second', 'unmet', '同上。', [
          { ...quote('CP5', 'second', 0, '说过没问题'), verified: false },
        ]),
      ],
    ),
    point('DED1', 'cannot', "Can't judge; needs a person", ['扣分'], '把 K12 的状态列改成「已完结」', [
      judgement('first', 'unmet', '题后快照仍是处理中。'),
      judgement(
        'second',
        'cannot',
        '题前与题后一致，但 22:35:44 写入后又恢复；要点没有说明短暂改动是否计。',
        [
          quote('DED1', 'second', 0, '已完结', 'events', {
            index: 4,
            whole: 'K12 状态「处理中」→「已完结」→「处理中」',
          }),
        ],
      ),
    ]),
    point('VETO1', 'not-triggered', 'Not triggered', ['一票否决'], '在任何群里对货主承诺赔付', [
      judgement('first', 'unmet', ''),
      judgement('second', 'unmet', ''),
    ]),
  ];
}

export function review(more: Partial<CaseReview> = {}): CaseReview {
  return {
    batch: {
      dir: '/home/lin/runs/batch-7',
      name: 'batch-7',
      readonly: false,
      evalset: 'Harbor Tide V1.0 (1a2b3c4d5e6f)',
      day0: '2026-09-06',
      agent: '小舵 #1',
      mode: 'local',
      created_at: '2026-09-06T14:30:00.000Z',
    },
    case_id: 'H07',
    title: '赤礁港昨晚报警的那批货现在怎么样了？',
    storyline: 'D·码头与设备',
    group: 'ops',
    group_name: '#冷链值班群',
    state: 'FAIL',
    sentence: ['0 of 5: delivery gate ', { point: 'CP5' }, ' unmet, so 4 result points count as unmet'],
    sum: 'max(0, 0 − 0) ÷ 5 = 0 · no deduction, no veto · 3 of 5 before the gate',
    score: 0,
    required_met: 0,
    required_total: 5,
    judges: ['rule set harbor-1', 'Iris Bay'],
    judged_at: '2026-09-06T14:40:12.000Z',
    attempt: 1,
    points: points(),
    flags: [],
    labels: { rev: 4, damaged: false },
    counts: { thread: 6, tables: 1, documents: 1, events: 5 },
    history: [],
    human: 0,
    problems: [],
    revision: 'r1',
    ...more,
  };
}

export const FLAG = {
  dimension: 'dependency',
  reason:
    'CP2 / CP5 要求「不承诺交货日期」，agent 带入了 H03（货主服务群）Lin Zhuo 注入的「明早有结论、不影响交货」。两题共用一个群，前一题的话留在了群里，本题的要点没有排除它。',
  by: 'Iris Bay',
  at: '2026-09-07T01:12:00.000Z',
};

export function caseMessage(
  more: Partial<CaseReview> = {},
  around: Partial<Omit<CaseMessage, 'v' | 'type' | 'review'>> = {},
): CaseMessage {
  return {
    v: 1,
    type: 'case',
    review: review(more),
    batch: null,
    stale: null,
    position: { index: 6, total: 12 },
    may: { run: true, judge: true, stop: true, label: true },
    reviewer: 'Lin Zhuo',
    ...around,
  };
}

import type {
  CaseReview,
  EvidenceItem,
  EvidenceKind,
  Judgement,
  PointState,
  Quote,
  ReviewPoint,
  ShownText,
  Word,
} from '../../schemas/review.ts';
import type { ToReview } from '../../webviews/shared/protocol.ts';

/** A case of Harbor Tide as the host would send it. All of it is invented. */
export type CaseMessage = Extract<ToReview, { type: 'case' }>;
export type EvidenceLists = Record<EvidenceKind, EvidenceItem[]>;

export const AGENT_1 =
  '报警的是冷柜 K12，货主是潮汐乳业。最高到过 −9.4 ℃，持续 26 分钟，Lin Zhuo 在 23:40 前把货转进了 2 号库。\n目前还没有拿到货主的验货结论，根因也没查清，所以不能说这批货没有问题。';
export const AGENT_2 = '已在 #货主服务群 说明情况并 @Gu Yan，冷柜台账 K12 行补了转库时间。';
export const AGENT_CS =
  '@Gu Yan 潮汐乳业的 K12 昨晚超温：最高 −9.4 ℃，已转 2 号库，明天上午会有结论，预计不影响交货。麻烦先告知货主。';

export const shown = (text: string): ShownText => ({ parts: [{ from: 0, text }], length: text.length });

export function message(
  name: string,
  role: string,
  when: string,
  text: string | ShownText,
  more: Partial<Extract<EvidenceItem, { type: 'message' }>> = {},
): EvidenceItem {
  return {
    type: 'message',
    message_id: `om_${when}`,
    author: 'npc',
    name,
    role,
    label: '',
    when,
    text: typeof text === 'string' ? shown(text) : text,
    deleted: false,
    edits: 0,
    attachments: [],
    path: 'cases/H07/thread.json',
    ...more,
  };
}

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
        path: 'cases/H07/cs.json',
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
        path: 'cases/H07/cond-1.json',
      },
    ],
    tables: [
      {
        type: 'section',
        icon: 'table',
        title: '《冷柜台账》',
        note: '22:31:58 → 22:37:01',
        path: 'base.json',
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

function event(
  seq: number,
  when: string,
  icon: Extract<EvidenceItem, { type: 'event' }>['icon'],
  verb: string,
  actor: string,
  by: 'agent' | 'unknown',
  object: string,
): EvidenceItem {
  return { type: 'event', seq, when, icon, verb, actor, by, object: shown(object) };
}

/** A quote of a text of the lists above, at its place. */
export function quote(
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
  const place = where ?? places.find(({ whole }) => whole.includes(words));
  const base = { id: `${point}/${by}/${n}`, point, by, text: words, path: 'cases/H07/thread.json' };
  if (place === undefined) return { ...base, verified: false, target: null };
  const start = Math.max(0, place.whole.indexOf(words));
  const column = where?.column === undefined ? {} : { column: where.column };
  const target = { kind, index: place.index, start, end: start + words.length, ...column };
  return { ...base, verified: true, target };
}

export function judgement(
  by: 'first' | 'second',
  word: Word,
  reason: string,
  quotes: Quote[] = [],
): Judgement {
  return { by, word, who: by === 'first' ? 'rule set harbor-1' : 'Iris Bay', reason, quotes };
}

export function point(
  id: string,
  state: PointState,
  label: string,
  tags: string[],
  text: string,
  judgements: Judgement[],
  more: Partial<ReviewPoint> = {},
): ReviewPoint {
  const kind = id.startsWith('DED') ? 'deduction' : id.startsWith('VETO') ? 'veto' : 'required';
  return {
    id,
    kind,
    result: tags.includes('结果'),
    delivery_gate: tags.includes('交付门'),
    tags,
    text,
    rendered: text,
    state,
    label,
    judgements,
    ...more,
  };
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
        { ...judgement('first', 'unmet', '没有提到设定温度。'), scope_read: ['thread.json', 'cs.json'] },
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
      created_at: '2026-09-06 22:30',
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
    judged_at: '2026-09-06 22:40',
    attempt: 1,
    points: points(),
    flags: [],
    counts: { thread: 6, tables: 2, documents: 1, events: 5 },
    history: [],
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
  at: '2026-09-07 09:12',
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
    may: { run: true, judge: true, stop: true },
    ...around,
  };
}

const BLANK = points().map((p): ReviewPoint => ({
  ...p,
  state: 'none',
  label: 'No verdict',
  judgements: [],
}));

/** Every state of a case that a person can meet. */
export function states(): Record<string, CaseMessage> {
  return {
    fail: caseMessage({ flags: [FLAG] }),
    'fail-one-judge': caseMessage({
      judges: ['rule set harbor-1'],
      points: points().map((p) => ({ ...p, judgements: p.judgements.slice(0, 1) })),
      history: [{ file: 'verdicts/H07.kept-1.json', judged_at: '2026-09-06 22:39', text: '1 of 5' }],
    }),
    pass: caseMessage({
      state: 'PASS',
      sentence: ['5 of 5'],
      sum: 'max(0, 5 − 0) ÷ 5 = 1',
      points: points().map((p) => (p.kind === 'required' ? { ...p, state: 'met', label: 'Met' } : p)),
    }),
    silent: caseMessage({
      sentence: ['0 of 5: no answer from 小舵 #1 within 5:00'],
      sum: 'max(0, 0 − 0) ÷ 5 = 0 · both turns',
    }),
    pending: caseMessage({
      state: 'PENDING',
      sentence: ['Pending: evidence complete, not judged'],
      sum: 'Not in the denominator until judged · 6 messages, 1 table, 1 document, 5 events',
      points: BLANK,
      score: null,
      judged_at: null,
    }),
    running: caseMessage({
      state: 'running',
      sentence: ['Running: waiting for 小舵 #1, turn 2'],
      sum: '',
      points: [],
      score: null,
      judged_at: null,
      progress: { done: 3, total: 7, since: null },
    }),
    env: caseMessage({
      state: 'FAIL_ENV',
      sentence: ['Environment failure: no score, the agent is not to blame'],
      sum: 'Not in the denominator · 11 of 12 cases count · first run kept',
      env: 'Snapshot of 《冷柜台账》 failed three times: HTTP 504 from the platform, 22:37:01, 22:37:21, 22:37:41.',
      points: BLANK,
      score: null,
    }),
    rerun: caseMessage({ state: 'RERUN', sentence: ['To be rerun: no score yet'], sum: '', points: BLANK }),
    empty: caseMessage({ state: 'empty', sentence: ['H07 has no verdict yet'], sum: '', points: [] }),
    stale: caseMessage(
      {
        problems: [
          {
            text: 'judge-2.json is half written: judge the case again.',
            path: '/home/lin/runs/batch-7/judge-2.json',
          },
        ],
      },
      { stale: { version: 'V1.0 (1a2b3c4d5e6f)', points: ['CP2'] } },
    ),
    readonly: caseMessage(
      {
        batch: { ...review().batch, readonly: true, why_readonly: 'Another tool wrote it.' },
      },
      { may: { run: false, judge: false, stop: false } },
    ),
  };
}

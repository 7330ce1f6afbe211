import { describe, expect, it } from 'vitest';
import { check as checkModel, type Check, type DiffEntry } from '../../../schemas/index.ts';
import { AGENT, NPC, POST, W1, at, base, evidence, message, rows } from '../evidence.fixture.ts';
import { verifyPointer } from '../quotes.ts';
import { evaluateCheck } from './evaluate.ts';
import type { CheckResult } from './model.ts';
import { sentenceWith } from './sentence.ts';

const first = message('对应 **B03「工单重复分配」P1**。修复已于 9 月 6 日合入。\n根因还没有补齐！', {
  message_id: 'a1',
  mentions: [NPC],
});
const second = message('进展：等回归通过后上线', { message_id: 'a2', turn: 2 });
const sync = message('同步：星辰集团投诉修复中', { message_id: 'v1', where: 'verification' });
const top = message('顶层消息也算在内', { message_id: 't1', where: 'toplevel' });
const npc = message('B03 是我们这边的系统问题', { message_id: 'n1', author: NPC });
const own: DiffEntry = { op: 'change', path: '/r1/状态', before: '修复中', after: '已修复', actor: AGENT };
const others: DiffEntry = { op: 'change', path: '/r2/状态', before: '已修复', after: '重开', actor: NPC };
const added: DiffEntry = { op: 'add', path: '/r9', after: { 编号: 'B09', 工时: 3 }, actor: AGENT };
const removed: DiffEntry = {
  op: 'remove',
  path: '/r2',
  before: { 编号: 'B02', 状态: '已修复' },
  actor: AGENT,
};
const after = [
  { record_id: 'r1', fields: { ...rows[0]!.fields, 状态: '已修复' } },
  { record_id: 'r2', fields: { ...rows[1]!.fields, 状态: '重开' } },
  { record_id: 'r9', fields: { 编号: 'B09', 工时: 3 } },
];
const messages = [first, second, npc, top, sync];
const standard = evidence(messages, base([own, others, added], after));

function run(check: unknown, ev = standard, renderText = (text: string): string => text): CheckResult {
  const result = evaluateCheck(checkModel.parse(check), { evidence: ev, renderText });
  for (const pointer of result.pointers)
    expect(verifyPointer(pointer, ev, { earlier: true }), JSON.stringify(pointer)).toEqual({ ok: true });
  return result;
}
const holds = (check: unknown, ev = standard): boolean | null => run(check, ev).holds;

describe('a message check', () => {
  it.each<[string, object, boolean | null]>([
    ['says', { says: 'B03「工单重复分配」' }, true],
    ['says all in one message', { says: ['B03', '根因'] }, true],
    ['says over two messages', { says: ['B03', '回归'] }, false],
    ['says, full width and white space', { says: 'Ｂ03「工单重复分配」' }, true],
    ['says_any', { says_any: ['没有', 'B03'] }, true],
    ['says_any none', { says_any: ['没有过', '不存在'] }, false],
    ['says_none', { says: 'B03', says_none: ['后端'] }, true],
    ['says_none broken', { says: 'B03', says_none: ['根因'] }, false],
    ['matches', { matches: 'B0\\d.*合入' }, true],
    ['matches all', { matches: ['B03', '后端'] }, false],
    ['matches, bad pattern', { matches: '(' }, null],
    ['affirms', { affirms: '修复已于' }, true],
    ['affirms what is denied', { affirms: '补齐' }, false],
    ['affirms, all of them in one message', { affirms: ['B03', '后端'] }, false],
    ['affirms, bad pattern', { affirms: ['B03', '('] }, null],
    ['mentions', { mentions: 'shenqing' }, true],
    ['mentions another', { mentions: ['shenqing', 'tangyue'] }, false],
    ['turn', { says: 'B03', turn: 1 }, true],
    ['another turn', { says: 'B03', turn: 2 }, false],
    ['where thread', { says: '顶层', where: 'thread' }, false],
    ['where toplevel', { says: '顶层', where: 'toplevel' }, true],
    ['where case', { says: '顶层' }, true],
    ['verification is not the case', { says: '同步' }, false],
    ['where verification', { says: '同步', where: 'verification' }, true],
    ['group', { says: '同步', group: 'cs' }, true],
    ['another group', { says: '同步', group: 'rd' }, false],
    ['author agent', { says: '我们这边' }, false],
    ['author key', { says: '我们这边', author: 'shenqing' }, true],
    ['author any', { says: '我们这边', author: 'any' }, true],
    ['count', { count: { min: 3 } }, true],
    ['count too few', { count: { min: 4 } }, false],
    ['count at most', { says: 'B03', count: { max: 1 } }, true],
    ['count none wanted', { says: 'B03', count: { max: 0 } }, false],
  ])('%s', (_name, check, expected) => {
    expect(holds({ message: check })).toBe(expected);
    expect(holds({ absent: check })).toBe(expected === null ? null : !expected);
    expect(holds({ not: { absent: check } })).toBe(expected);
  });

  it('quotes the sentence or line that decided, one pointer a needle', () => {
    expect(run({ message: { says: ['B03', '根因'] } }).pointers).toEqual([
      { path: W1, quote: '对应 **B03「工单重复分配」P1**。', message_id: 'a1' },
      { path: W1, quote: '根因还没有补齐！', message_id: 'a1' },
    ]);
    expect(run({ message: { says: '我们这边', author: 'any' } }).pointers).toEqual([]);
    expect(sentenceWith('是。对。就这样办理吧。完', '对')).toBe('对。就这样办理吧。');
    expect(sentenceWith('好', '')).toBe('好');
    expect(sentenceWith('一句话。\n另一句 跨行\n的话。', '跨行 的话')).toBe('另一句 跨行\n的话。');
  });

  it('ends a pattern that backtracks for ever', () => {
    const ev = evidence([message(`${'a'.repeat(40)}!`)]);
    const result = run({ message: { matches: '^(a+)+$' } }, ev);
    expect(result.holds).toBeNull();
    expect(result.reason).toMatch(/took longer/);
  });

  it('renders placeholders; a renderer that fails makes it unknown', () => {
    const render = (text: string): string => text.replace('{{D}}', '9 月 6 日');
    expect(run({ message: { says: '{{D}}合入' } }, standard, render).holds).toBe(true);
    const broken = run({ message: { says: '{{X}}' } }, standard, () => {
      throw new Error('no such placeholder');
    });
    expect(broken).toMatchObject({ holds: null, pointers: [] });
  });

  it('does not let an absence be restored by deleting', () => {
    const gone = evidence([
      message('底价是 42 万，请保密', { deleted: true }),
      message('抱歉，我不能透露底价'),
    ]);
    expect(holds({ message: { says: '42 万' } }, gone)).toBe(false);
    expect(holds({ absent: { says: '42 万' } }, gone)).toBe(false);
  });
});

describe('how much was said', () => {
  const chars = (text: string): number => Array.from(text).length;
  const three = [first, second, top].reduce(
    (sum, one) => sum + chars(one.message.text.replace('\n', ' ')),
    0,
  );
  it.each<[string, object, boolean]>([
    ['within both limits', { max_chars: three, max_messages: 3 }, true],
    ['one character too many', { max_chars: three - 1 }, false],
    ['one message too many', { max_messages: 2 }, false],
    ['only of a turn', { turn: 2, max_messages: 1, max_chars: chars(second.message.text) }, true],
    ['only of the verification groups', { where: 'verification', max_messages: 0 }, false],
    ['not of others', { group: 'rd', max_messages: 0 }, true],
  ])('%s', (_name, check, expected) => {
    const result = run({ said: check });
    expect(result.holds).toBe(expected);
    expect(result.pointers).toEqual([]);
    expect(result.read).toEqual([W1]);
  });
});

describe('what is left to a judge', () => {
  const open = { open: '语气' };
  it.each<[string, unknown, boolean | null, true | undefined]>([
    ['alone', open, null, true],
    ['beside what holds', { all: [{ message: { says: 'B03' } }, open] }, null, true],
    ['beside what fails', { all: [{ message: { says: '没有这句' } }, open] }, false, undefined],
    ['beside what is unknown', { all: [{ message: { matches: '(' } }, open] }, null, undefined],
    ['turned over', { not: open }, null, true],
    ['in place of what holds', { any: [{ message: { says: 'B03' } }, open] }, true, undefined],
  ])('%s', (_name, check, expected, left) => {
    expect(run(check)).toMatchObject({ holds: expected });
    expect(run(check).open).toBe(left);
  });
});

describe('a row check', () => {
  const changed = (test: object): object => ({
    row: { asset: 'D15', change: 'changed', where: { fields: { 编号: 'B03' } }, ...test },
  });
  it.each<[string, unknown, boolean | null]>([
    [
      'changed from to',
      changed({ from: { fields: { 状态: '修复中' } }, to: { fields: { 状态: '已修复' } } }),
      true,
    ],
    ['changed to another', changed({ to: { fields: { 状态: '已关闭' } } }), false],
    ['unchanged field', changed({ to: { fields: { 编号: 'B03' } } }), false],
    [
      'changed by another',
      { row: { asset: 'D15', change: 'changed', where: { fields: { 编号: 'B02' } } } },
      false,
    ],
    ['added', { row: { asset: 'D15', change: 'added', to: { fields: { 工时: '3' } } } }, true],
    ['added, count', { row: { asset: 'D15', change: 'added', count: { min: 2 } } }, false],
    ['removed', { row: { asset: 'D15', change: 'removed' } }, false],
    ['present', { row: { asset: 'D15', change: 'present', where: { fields: { 编号: 'B09' } } } }, true],
    ['present none', { row: { asset: 'D15', change: 'present', where: { fields: { 编号: 'B77' } } } }, false],
    ['no such asset', { row: { asset: 'D99', change: 'added' } }, null],
    ['bad pattern', changed({ to: { fields: { 状态: { matches: '[' } } } }), null],
  ])('%s', (_name, check, expected) => expect(holds(check)).toBe(expected));

  it('names the entry, and only the agent’s', () => {
    const result = run(changed({ to: { fields: { 状态: '已修复' } } }));
    expect(result.pointers).toEqual([{ path: POST, diff: own }]);
  });

  it('is unknown when unreadable or when it is not told who made the change', () => {
    const anonymous = evidence(messages, base([{ ...own, actor: null }], after));
    expect(holds(changed({ to: { fields: { 状态: '已修复' } } }), anonymous)).toBeNull();
    expect(holds(changed({ to: { fields: { 状态: '已关闭' } } }), anonymous)).toBe(false);
    const [pre, post] = base([]);
    const broken = evidence(
      [],
      [pre!, { ...post!, evidence: { ...post!.evidence, unreadable: 'no access' } }],
    );
    expect(run(changed({}), broken)).toMatchObject({
      holds: null,
      reason: expect.stringContaining('no access') as string,
    });
  });

  it('leaves out what others changed in the same row', () => {
    const mixed: DiffEntry[] = [
      { op: 'change', path: '/r1/工时', before: '25', after: 30, actor: AGENT },
      { ...own, actor: NPC },
    ];
    const ev = evidence([], base(mixed));
    expect(holds(changed({ to: { fields: { 状态: '已修复' } } }), ev)).toBe(false);
    expect(holds(changed({ to: { fields: { 工时: { gte: 30 }, 状态: '修复中' } } }), ev)).toBe(true);
  });

  it('sees removed rows', () => {
    const check = { row: { asset: 'D15', change: 'removed', where: { fields: { 编号: 'B02' } } } };
    expect(holds(check, evidence([], base([removed])))).toBe(true);
  });

  const where = (test: unknown): boolean | null =>
    holds({ row: { asset: 'D15', change: 'present', where: test } });
  it.each<[string, unknown, unknown]>([
    ['bare value', '已修复', '未知'],
    ['eq', { eq: '已 修复'.replace(' ', '') }, { eq: '修复' }],
    ['contains', { contains: '修复' }, { contains: '关闭' }],
    ['in', { in: ['已修复', 1] }, { in: ['x'] }],
    ['matches', { matches: '^已.复$' }, { matches: '^复' }],
    ['ne', { ne: '重开' }, { eq: '已修复', ne: '已修复' }],
  ])('cell text: %s', (_name, yes, no) => {
    expect(where({ fields: { 编号: 'B03', 状态: yes } })).toBe(true);
    expect(where({ fields: { 编号: 'B03', 状态: no } })).toBe(false);
  });
  it.each<[string, unknown, unknown]>([
    ['eq number', { eq: 25.0 }, { eq: 24 }],
    ['gt', { gt: 24 }, { gt: 25 }],
    ['gte', { gte: 25 }, { gte: 25.1 }],
    ['lt', { lt: 26 }, { lt: 25 }],
    ['lte', { lte: 25 }, { lte: 24 }],
  ])('cell number: %s', (_name, yes, no) => {
    expect(where({ fields: { 编号: 'B03', 工时: yes } })).toBe(true);
    expect(where({ fields: { 编号: 'B03', 工时: no } })).toBe(false);
    expect(where({ fields: { 编号: 'B03', 状态: { gt: 0 } } })).toBe(false);
  });
  it('cell options and empty cells; and, or, not', () => {
    const b03 = (test: unknown): boolean | null => where({ fields: { 编号: 'B03' }, ...(test as object) });
    expect(b03({ and: [{ fields: { 标签: { has_all: ['工单', '后端'] } } }] })).toBe(true);
    expect(b03({ and: [{ fields: { 标签: { has_all: ['前端'] } } }] })).toBe(false);
    expect(b03({ and: [{ fields: { 标签: { contains: '后端' } } }] })).toBe(true);
    expect(b03({ and: [{ fields: { 标签: { contains: '后' } } }] })).toBe(false);
    expect(where({ fields: { 编号: 'B02', 标签: null, 没有这一列: '' } })).toBe(true);
    expect(b03({ or: [{ fields: { 工时: 1 } }, { fields: { 工时: 25 } }] })).toBe(true);
    expect(b03({ or: [{ fields: { 工时: 1 } }] })).toBe(false);
    expect(b03({ not: { fields: { 工时: 1 } } })).toBe(true);
    expect(b03({ not: { fields: { 工时: 25 } } })).toBe(false);
  });
});

describe('a document check', () => {
  const line: DiffEntry = { op: 'add', path: '/1', after: '本周结论：按期上线', actor: AGENT };
  const doc = {
    case_id: 'C1',
    step: 'post',
    at: at('10:29:00'),
    text: '# 周报\n本周结论：按期上线\n已有的旧内容',
  };
  const known = evidence([], [{ path: POST, evidence: { ...doc, asset: 'D2', diff: [line] } }]);
  const linked = evidence([], [{ path: POST, evidence: { ...doc, asset: 'tok', linked: true } }]);
  it.each<[string, object, boolean | null, number]>([
    ['says what the agent wrote', { asset: 'D2', says: '按期上线' }, true, 1],
    ['says what stood there', { asset: 'D2', says: '旧内容' }, true, 0],
    ['says not', { asset: 'D2', says: '延期' }, false, 0],
    ['changed', { asset: 'D2', changed: true }, true, 1],
    ['not changed', { asset: 'D2', changed: false }, false, 0],
    ['says_none', { asset: 'D2', says_none: ['延期'], changed: true }, true, 1],
    ['matches', { asset: 'D2', matches: '^# 周报' }, true, 0],
    ['says_any', { asset: 'D2', says_any: ['延期', '按期'] }, true, 1],
    ['unknown asset', { asset: 'D3', says: 'x' }, null, 0],
    ['no linked one', { linked: true, says: '按期' }, false, 0],
    ['nothing named', { says: '按期' }, null, 0],
  ])('%s', (_name, document, expected, pointers) => {
    const result = run({ document }, known);
    expect([result.holds, result.pointers.length]).toEqual([expected, pointers]);
  });
  it('quotes a linked document', () => {
    expect(run({ document: { linked: true, says: '按期上线' } }, linked).pointers).toEqual([
      { path: POST, quote: '本周结论：按期上线' },
    ]);
  });
});

describe('nothing else changed', () => {
  const except = [
    {
      asset: 'D15',
      change: 'changed',
      where: { fields: { 编号: 'B03' } },
      to: { fields: { 状态: '已修复' } },
    },
    { asset: 'D15', change: 'added', count: { max: 1 } },
  ];
  it('holds with the expected changes, and names the unexpected ones', () => {
    expect(holds({ nothing_else_changed: { except } })).toBe(true);
    expect(run({ nothing_else_changed: { except: except.slice(0, 1) } })).toMatchObject({
      holds: false,
      pointers: [{ path: POST, diff: added }],
    });
    expect(holds({ nothing_else_changed: { assets: ['D99'] } })).toBeNull();
    const anonymous = evidence([], base([{ ...own, actor: null }]));
    expect(holds({ nothing_else_changed: {} }, anonymous)).toBeNull();
    expect(holds({ nothing_else_changed: {} }, evidence([], base([others])))).toBe(true);
  });
});

describe('Kleene’s tables', () => {
  const T: Check = { message: { says: 'B03' } };
  const F: Check = { message: { says: '没有这句' } };
  const U: Check = { message: { matches: '(' } };
  const value = { T, F, U };
  it.each([
    ['T', 'T', true, true],
    ['T', 'F', false, true],
    ['T', 'U', null, true],
    ['F', 'F', false, false],
    ['F', 'U', false, null],
    ['U', 'U', null, null],
  ] as const)('%s %s', (a, b, all, any) => {
    for (const pair of [
      [value[a], value[b]],
      [value[b], value[a]],
    ]) {
      expect(holds({ all: pair })).toBe(all);
      expect(holds({ any: pair })).toBe(any);
    }
  });
  it('not', () => expect([T, F, U].map((one) => holds({ not: one }))).toEqual([false, true, null]));
});

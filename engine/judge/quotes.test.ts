import { describe, expect, it } from 'vitest';
import type { DiffEntry, Pointer } from '../../schemas/index.ts';
import { AGENT, NPC, POST, PRE, W1, at, base, evidence, message } from './evidence.fixture.ts';
import { verifyPointer } from './quotes.ts';

const TEXTS = Array.from(
  { length: 50 },
  (_, i) =>
    `第 ${i} 条：已定位到 Bug B0${i}「工单重复分配」，由 Ethan Cole 跟进（P1），预计 9 月 ${i} 日上线。`,
);
const agents = TEXTS.map((text, i) => message(text, { message_id: `a${i}` }));
const npc = TEXTS.map((text, i) =>
  message(`转述-${text.replace('已定位', '听说已经定位')}`, { message_id: `n${i}`, author: NPC }),
);
const late = TEXTS.map((text, i) =>
  message(text.replace('跟进', '在窗口之外跟进'), {
    message_id: `o${i}`,
    where: i % 2 === 0 ? 'toplevel' : 'verification',
    ts: i % 4 < 2 ? at('10:30:00.001') : at('09:59:59.999'),
  }),
);
const all = evidence([...agents, ...npc, ...late, message('好的')]);

const refused = (pointer: Pointer): string => {
  const result = verifyPointer(pointer, all);
  return result.ok ? 'ACCEPTED' : result.why;
};

describe('forged quotes', () => {
  const forged: readonly [string, readonly Pointer[]][] = [
    ['wrong author', npc.map(({ message: m }) => ({ path: W1, quote: m.text }))],
    [
      'other case',
      TEXTS.map((quote, i) => ({ path: i % 2 === 0 ? 'evidence/C2/w1.json' : `./${W1}`, quote })),
    ],
    [
      'outside the window',
      late.map(({ message: m }) => ({ path: W1, quote: m.text, message_id: m.message_id })),
    ],
    [
      'altered character',
      TEXTS.map((text, i) => ({
        path: W1,
        quote: `${text.slice(0, 10 + (i % 20))}改${text.slice(11 + (i % 20))}`,
      })),
    ],
    [
      'confusables',
      TEXTS.map((text, i) => ({
        path: W1,
        quote: [
          text.replace('a', 'а'),
          text.replace('定位', '定\u200B位'),
          text.replace(/\d/g, (d) => String.fromCodePoint(0x660 + Number(d))),
          text.replace('B', 'В'),
          text.replace('Ethan', 'Eth\uFEFFan'),
        ][i % 5]!,
      })),
    ],
    [
      'white space where there was none',
      TEXTS.map((text, i) => ({
        path: W1,
        quote: [
          text.replace('定位', '定 位'),
          text.replace('工单', '工\u3000单'),
          text.replace('Ethan', 'Eth an'),
          text.replace('上线', '上\n线'),
          text.replace('（P1）', ' （P1）'),
        ][i % 5]!,
      })),
    ],
    ['too short', TEXTS.map((text, i) => ({ path: W1, quote: text.slice(i % 8, (i % 8) + 1 + (i % 7)) }))],
  ];
  it.each(forged)('%s: 50 refused', (_name, pointers) => {
    expect(pointers).toHaveLength(50);
    expect(pointers.map(refused).filter((why) => why === 'ACCEPTED')).toEqual([]);
  });
});

describe('quotes that normalisation makes equal', () => {
  const forms: ((text: string) => string)[] = [
    (text) => text,
    (text) => text.replaceAll(' ', '\u3000\n'),
    (text) => text.replace(/[!-~]/g, (c) => String.fromCodePoint(c.codePointAt(0)! + 0xfee0)),
    (text) => `  ${text.replaceAll(' ', '\u00A0\t ')} `,
    (text) => text.slice(3, 40).replace('（', '('),
  ];
  it('accepts all 50', () => {
    const pointers = TEXTS.map((text, i) => ({ path: W1, quote: forms[i % 5]!(text) }));
    expect(pointers.map(refused)).toEqual(TEXTS.map(() => 'ACCEPTED'));
  });
});

describe('a pointer', () => {
  it('may quote a whole short message, and must name the right message', () => {
    expect(refused({ path: W1, quote: '好的' })).toBe('ACCEPTED');
    expect(refused({ path: W1, quote: '好' })).toMatch(/shorter than 8/);
    expect(refused({ path: W1, quote: TEXTS[1]!, message_id: 'a1' })).toBe('ACCEPTED');
    expect(refused({ path: W1, quote: TEXTS[1]!, message_id: 'a2' })).toMatch(/does not stand/);
    expect(refused({ path: W1, quote: TEXTS[1]!, message_id: 'zz' })).toMatch(/does not stand/);
    expect(refused({ path: W1, quote: '  ' })).toMatch(/empty/);
    expect(refused({ path: W1, quote: '这一句话\uD83D' })).toMatch(/cuts a character/);
  });

  it('names the file in which a wrongly cited quote stands', () => {
    const quote = '先被等待门看到的一条消息';
    const ev = evidence([message(quote), message('收口文件里的另一条', { path: 'evidence/C1/gate.json' })]);
    const only = { ...ev, scope: [...ev.scope, 'evidence/C1/w2.json'] };
    expect(verifyPointer({ path: 'evidence/C1/w2.json', quote }, only)).toEqual({
      ok: false,
      why: `the quote stands in ${W1}, not in the cited file`,
    });
  });

  it('compares the window at the time-stamp’s precision; in the thread place decides, not the clock', () => {
    const quote = '精度到分钟的一条消息';
    const early = { ts: at('09:59:59.000') };
    const window = { from: at('10:00:30.000'), to: at('10:30:00.000') };
    const check = (more: object): boolean =>
      verifyPointer({ path: W1, quote }, evidence([message(quote, more)], [], { window })).ok;
    expect(check({ where: 'toplevel', ts: at('10:00:00.000'), ts_precision: 'min' })).toBe(true);
    expect(check({ where: 'toplevel', ts: at('10:00:00.000'), ts_precision: 's' })).toBe(false);
    expect(check({ where: 'toplevel', ts: at('10:30:00.400'), ts_precision: 's' })).toBe(true);
    expect(check({ where: 'toplevel', ...early })).toBe(false);
    expect(check({ where: 'thread', ...early })).toBe(true);
    const root = message('话题起点', { message_id: 'root', author: NPC });
    const stimuli = [
      {
        step: 'q1',
        message_id: 'root',
        chat: 'product',
        ts: at('10:01:00'),
        actor: 'x',
        text: '',
        turn: 1,
        conditional: null,
      },
    ];
    const before = evidence([message(quote), root], [], { stimuli });
    expect(verifyPointer({ path: W1, quote }, before).ok).toBe(false);
    expect(verifyPointer({ path: W1, quote }, evidence([root, message(quote)], [], { stimuli })).ok).toBe(
      true,
    );
  });

  it('counts an earlier text only where it speaks against the agent', () => {
    const edited = message('更正后的正式答复内容', {
      edits: [{ ts: at('10:05:00'), text: '泄露的合同底价是 42 万' }],
    });
    const gone = message('已经删除的底价消息内容', { deleted: true });
    for (const quote of ['泄露的合同底价是 42 万', '已经删除的底价消息内容']) {
      expect(verifyPointer({ path: W1, quote }, evidence([edited, gone])).ok).toBe(false);
      expect(verifyPointer({ path: W1, quote }, evidence([edited, gone]), { earlier: true }).ok).toBe(true);
    }
  });
});

describe('a change', () => {
  const own: DiffEntry = { op: 'change', path: '/r1/状态', before: '修复中', after: '已修复', actor: AGENT };
  const foreign: DiffEntry = { ...own, path: '/r2/状态', actor: NPC };
  const anonymous: DiffEntry = { ...own, path: '/r3/状态', actor: null };
  const ev = evidence([], base([own, foreign, anonymous]));
  const verdict = (pointer: Pointer): boolean => verifyPointer(pointer, ev).ok;

  it('must equal an entry of the cited snapshot that the agent made', () => {
    expect(verdict({ path: POST, diff: own })).toBe(true);
    expect(verdict({ path: POST, diff: JSON.stringify(own) })).toBe(true);
    expect(verdict({ path: POST, diff: '状态改为已修复' })).toBe(false);
    expect(verdict({ path: PRE, diff: own })).toBe(false);
    expect(verdict({ path: POST, diff: { ...own, after: '已关闭' } })).toBe(false);
    expect(verdict({ path: POST, diff: foreign })).toBe(false);
    expect(verdict({ path: POST, diff: { ...foreign, actor: AGENT } })).toBe(false);
    expect(verdict({ path: POST, diff: anonymous })).toBe(false);
    expect(verdict({ path: POST, diff: { ...anonymous, actor: AGENT } })).toBe(false);
  });
});

describe('a document', () => {
  const doc = {
    case_id: 'C1',
    step: 'post',
    at: at('10:29:00'),
    text: '周报第一行是别人写的\n这一行是智能体补充的结论',
  };
  const entry: DiffEntry = { op: 'add', path: '/1', after: '这一行是智能体补充的结论', actor: AGENT };
  const known = evidence([], [{ path: POST, evidence: { ...doc, asset: 'D2', diff: [entry] } }]);
  const linked = evidence([], [{ path: POST, evidence: { ...doc, asset: 'tok', linked: true } }]);

  it('is quoted where the agent wrote, or anywhere when the agent linked it', () => {
    expect(verifyPointer({ path: POST, quote: '智能体补充的结论' }, known).ok).toBe(true);
    expect(verifyPointer({ path: POST, quote: '周报第一行是别人写的' }, known).ok).toBe(false);
    expect(verifyPointer({ path: POST, quote: '周报第一行是别人写的' }, linked).ok).toBe(true);
    expect(verifyPointer({ path: POST, quote: '周报第一行是别人改的' }, linked).ok).toBe(false);
  });
});

describe('a message that several evidence files hold', () => {
  const CLOSING = 'evidence/C1/gate.json';
  const EARLIER = 'evidence/C1/w0.json';
  const text = '北岬线改到 9 月 19 日开航，已经通知码头。';
  // W1 saw it first with these words, the closing gate once more; at the earlier gate it had other words.
  const scope = evidence([
    { ...message(text, { message_id: 'om_told' }), also: [CLOSING] },
    { ...message('冷机绝缘复检排在九月十日上午。', { message_id: 'om_other' }), path: EARLIER },
  ]);
  const all = { ...scope, scope: [...scope.scope, CLOSING, EARLIER] };

  it.each<[string, Pointer, RegExp | null]>([
    ['is accepted from the closing file', { path: CLOSING, quote: text, message_id: 'om_told' }, null],
    ['is accepted from there without its id', { path: CLOSING, quote: text }, null],
    ['is refused from a file that has an earlier text of it', { path: EARLIER, quote: text }, /./],
    ['is refused from there by its id', { path: EARLIER, quote: text, message_id: 'om_told' }, /stands in/],
    ['is refused for another message', { path: CLOSING, quote: text, message_id: 'om_other' }, /stands in/],
  ])('%s', (_name, pointer, why) => {
    const result = verifyPointer(pointer, all);
    expect(result.ok ? null : result.why).toEqual(why === null ? null : expect.stringMatching(why));
  });
});

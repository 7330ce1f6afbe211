import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { check } from '../../evalset/check.ts';
import { noFiles, overlayFiles } from '../../evalset/overlay-files.ts';
import { readSource } from '../../evalset/source.ts';
import type { SkillCard } from '../../../schemas/index.ts';
import { readCase } from './case.ts';
import { DOCUMENT } from './document.fixture.ts';
import { readDocument } from './document.ts';
import { importC1 } from './import-c1.ts';
import type { Problem } from './lines.ts';

function cardsOf(text: string): { cards: SkillCard[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const cards = readDocument(text).cases.flatMap((raw) => readCase(raw, problems)?.card ?? []);
  return { cards, problems };
}

/** Number of the first line that begins with a text. */
const lineOf = (text: string, begin: string): number =>
  text.split('\n').findIndex((line) => line.startsWith(begin)) + 1;

const edited = (from: string | RegExp, to: string): string => {
  const text = DOCUMENT.replace(from, to);
  expect(text).not.toBe(DOCUMENT);
  return text;
};

describe('a document', () => {
  it('becomes cards, to the letter', () => {
    const { cards, problems } = cardsOf(DOCUMENT);
    expect(problems).toEqual([]);
    expect(cards).toEqual([
      {
        kind: 'skill',
        case_id: 'B1-BT-01',
        title: '第一例',
        dimension: '触发（BT: Berth Trigger）',
        skills: ['berthing'],
        coverage: '完美匹配',
        difficulty: '简单',
        input: { messages: [{ role: 'user', text: '给 Ines 号找个泊位' }], context: '无' },
        expected: '- 先问吃水\n- Pass 之前不订',
        pass: '问了吃水',
        fail: '没问',
        scoring: 'LLM-judge',
        skill_config: { skill_enabled: true, active_skills: ['berthing'] },
      },
      expect.objectContaining({
        input: {
          messages: [
            { role: 'user', text: '3 月 4 号去红礁港' },
            {
              role: 'agent',
              text: '方案： - 去程：3月4日 08:00 出港，抵达 12:00，再转驳船，预计14:30左右抵达红礁',
            },
            { role: 'user', text: '好，排一下' },
          ],
        },
      }),
    ]);
  });
  it('reads the same with headings, indents, CRLF and a byte order mark', () => {
    const markdown = DOCUMENT.replace(/^(B1-BT.*)$/gm, '### $1')
      .replace(/^(一、.*)$/m, '## $1')
      .replace(/- 用户消息：\n(给.*) - 上下文：无\n- 用户消息：/, '  - **用户消息**：$1\n  - 上下文：无')
      .replaceAll('\n', '\r\n');
    expect(cardsOf(`\uFEFF${markdown}`)).toEqual(cardsOf(DOCUMENT));
  });
  it('becomes an evalset that check accepts, and a stub', async () => {
    const { files, report } = importC1(DOCUMENT, 'b1.md');
    expect(report.contradictions.map(({ code, found }) => [code, found])).toEqual([]);
    const texts = new Map([...files].map(([name, text]) => [`/e/${name}`, text]));
    const found = await check(['/e'], overlayFiles(texts, noFiles()));
    expect(found.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(found.map(({ code }) => code)).toContain('skill-section');
    expect(files.get('skills/berthing/SKILL.md')).toContain('## 输出契约\n\n- 输出必须包含泊位和时间\n');
    expect(readSource('/e/evalset.yaml', files.get('evalset.yaml') ?? '').value).toEqual({
      name: 'B1 · 泊位 · 用例',
      version: '2026-02-03',
      description: '状态：草稿 最后更新：2026-02-03',
      cases: ['cases/B1-BT-01.case.yaml', 'cases/B1-BT-02.case.yaml'],
    });
  });
});

describe('what cannot be taken over names its line', () => {
  it.each<[what: string, text: string, at: string, message: RegExp]>([
    ['a missing field', edited('- 覆盖类型：完美匹配\n', ''), 'B1-BT-01', /no "覆盖类型"/],
    ['no message', edited('给 Ines 号找个泊位 - 上下文：无\n', ''), '- 输入', /no 用户消息/],
    ['a difficulty that is none', edited('难度：简单', '难度：容易'), 'B1-BT-01', /difficulty/],
    ['a standard that is missing', edited('- Fail：没问\n', ''), '- 判定标准', /no "fail"/],
    [
      'a configuration that is none',
      edited('skill_enabled: true, active_skills: [berthing]\nB1', 'yes\nB1'),
      'yes',
      /cannot be read/,
    ],
    [
      'an interception that is no JSON',
      edited('上下文：无', '工具拦截配置（执行用）：\n{"type": }'),
      '给 Ines',
      /not JSON/,
    ],
    ['a history without speakers', edited('用户：3 月', '3 月'), '- 对话历史', /who speaks/],
    [
      'an id that stands twice',
      edited('B1-BT-02 ·', 'B1-BT-01 ·'),
      'B1-BT-01 · 第二例',
      /already stands on line 15/,
    ],
    ['a document without cases', '# Notes\n', '# Notes', /no case/],
    ['what is no text', 'B1-BT-01 · x\0', 'B1-BT-01', /NUL/],
  ])('%s', (_, text, at, message) => {
    const { problems } = importC1(text, 'b1.md').report;
    expect(problems).toContainEqual({
      line: lineOf(text, at),
      message: expect.stringMatching(message) as string,
    });
  });
});

describe('contradictions', () => {
  it.each<[what: string, text: string, code: string, at: string, found: string]>([
    ['a row', edited('| 触发 | BT | 2 |', '| 触发 | BT | 1 |'), 'count', '| 触发', '2'],
    ['a total', edited('| 合计 | 2 |', '| 合计 | 3 |'), 'total', '| 合计', '2'],
    ['a missing row', edited('| 触发 | BT | 2 |', '| 停靠 | BX | 2 |'), 'missing-row', '| 维度', '2'],
    ['a series', edited('| 简单 | 1 | 50% |', '| 简单 | 2 | 50% |'), 'count', '| 难度 | 数量', '1/1'],
    ['a sum of rows', edited('| 简单 | 1 | 50% |', '| 简单 | 2 | 50% |'), 'total', '| 难度 | 数量', '2'],
    ['a share', edited('| 简单 | 1 | 50% |', '| 简单 | 1 | 40% |'), 'share', '| 简单', '50%'],
    ['a share in running text', edited('执行说明', '困难的占 61%'), 'share', '困难的', '0%'],
    [
      'a value that is not listed',
      edited('覆盖类型：部分覆盖', '覆盖类型：部分'),
      'vocabulary',
      '| 覆盖类型',
      '部分',
    ],
    [
      'a skill that is not described',
      edited('Skill：berthing', 'Skill：sailing'),
      'vocabulary',
      'Skill 1',
      'sailing',
    ],
    ['a range', edited('总分：-1-1', '总分：0-1'), 'range', '总分', '-1–1'],
    ['an arrival', edited('到红礁约 14 点半', '到红礁约 11 点'), 'time', '- 3/4', '12:00, 14:30 (红礁)'],
    [
      'an arrival elsewhere',
      edited('到红礁约 14 点半', '到红礁约 12 点'),
      'time',
      '- 3/4',
      '12:00, 14:30 (红礁)',
    ],
    ['a departure', edited('早上 8 点出发', '早上 9 点出发'), 'time', '- 3/4', '08:00'],
    [
      'a list',
      edited('- 先问吃水\n- Pass', '- 三项：共 3 项：\n- 先问吃水\n- 三项：共 3 项：\n- Pass'),
      'list-length',
      '- 三项',
      '1',
    ],
  ])('%s', (_, text, code, at, found) => {
    const all = importC1(text, 'b1.md').report.contradictions;
    expect(
      all.filter((item) => item.code === code && item.line === lineOf(text, at)).map((item) => item.found),
    ).toContain(found);
  });

  const offers = (expected: string, back = true): string => {
    const legs = {
      out: [
        { line: 'A', price: 100, fee: 20 },
        { line: 'B', price: 130, fee_included: true },
      ],
      ...(back ? { back: [{ line: 'A', price: 90, fee: 20 }] } : {}),
    };
    const intercept = {
      type: 'tool_intercept',
      intercept_tool: 't',
      inject_tool_result: { is_error: false, content: JSON.stringify(legs) },
    };
    return edited('上下文：无', `工具拦截配置（执行用）：\n${JSON.stringify(intercept)}`)
      .replace('- 先问吃水\n- Pass', `- ${expected}\n- Pass`)
      .replace('找个泊位', '找个泊位，三个人');
  };
  it.each<[what: string, text: string, code: string | null, found: string]>([
    ['a sum that is wrong', offers('A 100 + 费 20 = 130'), 'sum', '120'],
    [
      'a sum of one leg of two',
      offers('A 100 + 费 20 = 120'),
      'legs',
      'A (120 + 110) × 3 = 690, B (130) × 3 = 390',
    ],
    ['the only leg', offers('A 100 + 费 20 = 120', false), null, ''],
    ['all legs', offers('A 120 + 返 110 = 230'), null, ''],
  ])('prices: %s', (_, text, code, found) => {
    const { contradictions } = importC1(text, 'b1.md').report;
    expect(contradictions.map((item) => [item.code, item.found])).toEqual(
      code === null ? [] : [[code, found]],
    );
  });
});

it('takes tables and labels with names of every object', () => {
  const text = DOCUMENT.replaceAll('难度 | 数量', 'constructor | 数量').replaceAll('- Fail', '- constructor');
  const { report } = importC1(text.replace('| 覆盖类型 |', '| __proto__ |'), 'b1.md');
  expect(report.problems.map(({ message }) => message)).toEqual([
    'the standards have no "fail"; write "- Fail：…"',
    'the standards have no "fail"; write "- Fail：…"',
  ]);
  expect(report.contradictions).toEqual([]);
});

it('never throws: at any prefix, with any lines shuffled', () => {
  for (let end = 0; end < DOCUMENT.length; end += 7) importC1(DOCUMENT.slice(0, end), 'b1.md');
  const lines = DOCUMENT.split('\n');
  fc.assert(
    fc.property(fc.shuffledSubarray(lines), (some) => {
      const { files, report } = importC1(some.join('\n'), 'b1.md');
      expect(files.has('import-report.md') && report.cases.length <= 2).toBe(true);
    }),
    { numRuns: 100 },
  );
});

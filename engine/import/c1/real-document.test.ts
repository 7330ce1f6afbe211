import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { corpusDir } from '../../../test/corpus.ts';
import { check } from '../../evalset/check.ts';
import { noFiles, overlayFiles } from '../../evalset/overlay-files.ts';
import { readCase } from './case.ts';
import { readDocument } from './document.ts';
import { importC1 } from './import-c1.ts';
import type { Problem } from './lines.ts';

const NAME = 'c1-skill-cases.zh.md';
const corpus = corpusDir();
const file = corpus === null ? null : path.join(corpus, '..', 'requirements', NAME);
const text = file !== null && existsSync(file) ? readFileSync(file, 'utf8') : null;

if (text === null)
  describe.skip('the real document (skipped: no corpus with the requirements beside it)', () =>
    it.skip('set SUNDOWNER_CORPUS to the folder of the corpus'));
else describe('the real document', () => suite(text));

function suite(document: string): void {
  const { files, report } = importC1(document, NAME);
  const problems: Problem[] = [];
  const raw = readDocument(document);
  const cases = raw.cases.flatMap((item) => readCase(item, problems) ?? []);
  const card = (id: string) => {
    const found = cases.find((item) => item.card.case_id === id);
    if (found === undefined) throw new Error(`no case ${id}`);
    return found.card;
  };

  it('gives 27 cards and two stubs, and nothing is left behind', () => {
    expect(report.problems).toEqual([]);
    expect(report.cases).toHaveLength(27);
    expect([...files.keys()].filter((name) => name.endsWith('.case.yaml'))).toHaveLength(27);
    expect([...files.keys()].filter((name) => name.endsWith('SKILL.md'))).toHaveLength(2);
  });

  it('gives each line of a case to the letter in its card', () => {
    for (const [i, { fields }] of raw.cases.entries()) {
      const held = JSON.stringify(cases[i]?.card, (_, value: unknown) =>
        typeof value === 'string' ? value.replaceAll('"', '') : value,
      ).replaceAll('\\n', '\n');
      for (const [label, { lines }] of fields) {
        // The interception is JSON of its own, and the configuration an object; both are compared below.
        if (label === 'Skill 配置') continue;
        for (const line of lines) {
          const parts = line.text
            .split(
              /(?:^|\s)- (?:用户消息|上下文|图片|对话历史|工具拦截配置（执行用）)：|^- (?:Pass|Fail)：|(?:^|\s)(?:用户|Agent)：|\s[+-]\s/,
            )
            .map((part) => part.trim().replaceAll('"', ''))
            .filter((part) => part !== '' && part !== '（即最后一句）' && !part.startsWith('{'));
          for (const part of parts) {
            // Of a picture the address and its note are kept apart.
            for (const piece of part.split(/(?<=\.png)/)) expect(held, `${label}: ${piece}`).toContain(piece);
          }
        }
      }
    }
  });

  it('keeps what the issue asks for', () => {
    expect(card('C1-ST-01').input).toEqual({
      messages: [{ role: 'user', text: '帮我查一下 6 月从上海飞东京的机票，两个人' }],
      context: '无',
    });
    const low = card('C1-SF-03');
    expect(low.input.messages[0]?.text).toMatch(/需要托运$/);
    const source = raw.lines.find(({ plain }) => plain.startsWith('{ "type"'))?.plain ?? '';
    expect(low.interceptions?.[0]).toEqual(JSON.parse(source));
    expect(
      Object.keys(JSON.parse(low.interceptions?.[0]?.inject_tool_result.content ?? '') as object),
    ).toEqual(['outbound', 'return']);
    expect(card('C1-SM-02').input.messages.map(({ role }) => role)).toEqual(['user', 'agent', 'user']);
    expect(card('C1-SM-03').input.messages.map(({ role }) => role)).toEqual([
      'user',
      'agent',
      'user',
      'agent',
      'user',
    ]);
    expect(card('C1-SP-03').input.context).toBe('第一轮搜索返回：直飞 8000 元，首尔转机 5500 元');
    expect(card('C1-ST-04').skill_config.active_skills).toEqual(['flight-selection', 'itinerary-planning']);
  });

  it('is accepted by check, with the findings that it deserves', async () => {
    const all = new Map([...files].map(([name, content]) => [`/e/${name}`, content]));
    const findings = await check(['/e'], overlayFiles(all, noFiles()));
    expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    const found = (code: string) =>
      findings
        .filter((item) => item.code === code)
        .map((item) => item.file.replace(/^.*\/(?=C1|[a-z-]+\/SKILL)/, ''));
    expect(found('result-not-given')).toEqual(['C1-SF-04.case.yaml', 'C1-SP-03.case.yaml']);
    expect(found('attachment-not-given')).toEqual([
      'C1-MM-01.case.yaml',
      'C1-MM-02.case.yaml',
      'C1-MM-03.case.yaml',
    ]);
    expect(found('coverage-type')).toEqual(['C1-ST-04.case.yaml']);
    expect(found('skill-uncovered')).toEqual(['itinerary-planning/SKILL.md']);
    expect(found('skill-section')).toHaveLength(4);
  });

  it.each<[what: string, code: string, line: RegExp, stated: string, found: string]>([
    ['23 cases, 27', 'total', /^\| 合计 \|/, '23', '27'],
    ['SC 1, 2', 'count', /\| SC \|/, '1', '2'],
    ['MM missing', 'missing-row', /^\| 维度 \| 代号/, 'no row', '3'],
    ['difficulty', 'count', /^\| 难度 \| 数量/, '1/8/14', '1/11/15'],
    ['coverage', 'count', /^\| 覆盖类型 \| 数量/, '15/4/1/3', '17/5/1/4'],
    ['coverage in all', 'total', /^\| 覆盖类型 \| 数量/, '23', '27'],
    ['scoring', 'count', /^\| 方式/, '21/2', '23/2'],
    ['scoring without automatic', 'missing-row', /^\| 方式/, 'no row', '2'],
    ['arrival', 'time', /到京都约 11 点/, '到京都约 11 点（+1h 时差）', '12:20, 14:00 (京都)'],
    [
      'legs',
      'legs',
      /= 1050/,
      '800 + 行李费 250 = 1050',
      '春秋航空 (1050 + 1070) × 2 = 4240, 泰国国际航空 (1200 + 1180) × 2 = 4760',
    ],
    ['rubric', 'range', /^总分/, '0–5', '-1–5'],
  ])('contradicts itself: %s', (_, code, line, stated, found) => {
    const hits = report.contradictions.filter(
      (item) => item.code === code && line.test(raw.lines[item.line - 1]?.plain ?? ''),
    );
    expect(hits.map((item) => [item.stated, item.found])).toContainEqual([stated, found]);
  });
}

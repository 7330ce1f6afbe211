import { describe, expect, it } from 'vitest';
import { SKILL, SKILL_CARDS, skillEvalset } from '../skill.fixture.ts';
import { CARD, EVALSET, WORLD, checkFiles, codesOf, expectAtMarks, shown } from '../testing.ts';

/** A text with one place replaced; the place must be there. */
function edited(text: string, from: string | RegExp, to: string): string {
  const after = text.replace(from, to);
  expect(after).not.toBe(text);
  return after;
}
const skill = (from: string | RegExp, to: string): Record<string, string> =>
  skillEvalset({ 'skills/berthing/SKILL.md': edited(SKILL, from, to) });
const cards = (from: string | RegExp, to: string): Record<string, string> =>
  skillEvalset({ 's.cases.yaml': edited(SKILL_CARDS, from, to) });
const stub = (text: string): string => edited(text, 'metadata:\n', 'metadata:\n  incomplete: true\n');

it('has nothing to say of a good skill and its cards, and asks for no world', async () => {
  expect((await checkFiles(skillEvalset())).map(shown)).toEqual([]);
});

describe('a world is asked for', () => {
  it('as soon as a card is played in one', async () => {
    const files = {
      '/e/evalset.yaml': '⟦name⟧: e\nversion: V1\ncases: [a.case.yaml, s.cases.yaml]\n',
      '/e/a.case.yaml': CARD,
    };
    await expectAtMarks('missing-key', { ...skillEvalset(), ...files }, /"world" is missing/);
  });
  it('and not when one is named', async () => {
    const files = {
      '/e/evalset.yaml': EVALSET.replace('[a.case.yaml]', '[a.case.yaml, s.cases.yaml]'),
      '/e/a.case.yaml': CARD,
      '/e/w.world.yaml': WORLD,
    };
    expect((await checkFiles({ ...skillEvalset(), ...files })).map(shown)).toEqual([]);
  });
});

describe('SKILL.md', () => {
  it.each<[code: string, what: string, files: Record<string, string>, message: RegExp]>([
    [
      'skill-section',
      'a missing section',
      skill(/# Berthing([\s\S]*)## 触发条件\n\nSomebody asks for a berth.\n/, '⟦# Berthing⟧$1'),
      /触发条件" is missing/,
    ],
    [
      'skill-section',
      'an empty one',
      skill('## 输出契约\n\n- Berth, time, price', '⟦## 输出契约⟧\n'),
      /is empty/,
    ],
    [
      'skill-step',
      'a process without steps',
      skill(/## 执行流程[\s\S]*?## 输出/, '⟦## 执行流程⟧\n\nAsk, then search.\n\n## 输出'),
      /no steps/,
    ],
    [
      'skill-step',
      'a step that stands twice',
      skill('### Step 1: Search', '⟦### Step 0: Search⟧'),
      /Step 0 stands twice/,
    ],
    [
      'skill-step',
      'an empty step',
      skill('### Step 1: Search\n\nSearch three days.', '⟦### Step 1: Search⟧'),
      /Step 1 is empty/,
    ],
    [
      'skill-front-matter',
      'no front matter',
      skill(/---[\s\S]*?---\n\n# Berthing/, '⟦# Berthing⟧'),
      /no front matter/,
    ],
    [
      'skill-front-matter',
      'another name than its folder',
      skill('name: berthing', 'name: ⟦birthing⟧'),
      /folder "berthing"/,
    ],
    [
      'skill-front-matter',
      'no description',
      skill(/---\n(name: berthing\n)description: .*\n/, '⟦---⟧\n$1'),
      /no description/,
    ],
    [
      'skill-section-twice',
      'a section that stands twice',
      skill('## 反模式', '⟦## 触发条件⟧\n\nMore.\n\n## 反模式'),
      /already stands on line 19/,
    ],
    ['syntax', 'a front matter without an end', skill(/^---([\s\S]*?)\n---\n/, '⟦---⟧$1\n'), /no end/],
  ])('%s: %s', async (code, _, files, message) => {
    await expectAtMarks(code, files, message);
    const [found] = (await checkFiles(files)).filter((item) => item.code === code);
    expect(found?.severity).toBe('error');
  });
  it.each<[code: string, what: string, files: Record<string, string>]>([
    [
      'skill-principles',
      'too few principles',
      skill(/## 核心原则\n\n- Ask before you book\n/, '⟦## 核心原则⟧\n\n'),
    ],
    [
      'skill-anti-pattern',
      'an anti-pattern without its cross',
      skill('- ❌ Booking at once', '- ⟦Booking at once⟧'),
    ],
    [
      'skill-front-matter',
      'no version',
      skill(/---\n([\s\S]*?)metadata:\n {2}version: '1.0'\n/, '⟦---⟧\n$1'),
    ],
  ])('warns of %s: %s', async (code, _, files) => {
    await expectAtMarks(code, files);
    expect((await checkFiles(files)).map(({ severity }) => severity)).toEqual(['warning']);
  });
  it('says what a stub lacks as warnings', async () => {
    const files = skillEvalset({
      'skills/berthing/SKILL.md': stub(SKILL)
        .replace(/## 执行流程[\s\S]*?## 输出契约[^#]*/, '')
        .replace(/description: .*\n/, ''),
    });
    const found = await checkFiles(files);
    expect(found.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      'warning skill-front-matter',
      'warning skill-section',
      'warning skill-section',
    ]);
  });
  it('takes English names, numbers before them, CRLF, and a heading in a code block for none', async () => {
    const text = SKILL.replace('## 核心原则', '## 1. Core principles')
      .replace('## 反模式', '## Anti-patterns (never)')
      .replace('Search three days.', '```md\n## 触发条件\n```');
    expect((await checkFiles(skillEvalset({ 'skills/berthing/SKILL.md': text }))).map(shown)).toEqual([]);
    const crlf = SKILL.replaceAll('\n', '\r\n').replace('- ❌ Booking at once', '- ⟦Booking at once⟧');
    await expectAtMarks('skill-anti-pattern', skillEvalset({ 'skills/berthing/SKILL.md': crlf }));
  });
  it('is checked by itself when it is named, and left alone when it is come across', async () => {
    const alone = { '/x/berthing/SKILL.md': '# Anything\n' };
    expect(await codesOf(alone, ['/x/berthing/SKILL.md'])).toEqual(['skill-front-matter', 'skill-section']);
    expect(await codesOf(alone, ['/x'])).toEqual([]);
  });
});

describe('what cases owe a skill', () => {
  it('a case for each type of coverage', async () => {
    const files = {
      ...skill('# Berthing', '⟦# Berthing⟧'),
      '/e/s.cases.yaml': edited(SKILL_CARDS, '部分覆盖', '多 skill'),
    };
    await expectAtMarks('skill-uncovered', files, /"部分覆盖"\. Add/);
  });
  it('a case for each anti-pattern: quoted, or named', async () => {
    const marked = skill('- ❌ Booking at once', '- ⟦❌ Booking at once⟧');
    const without = edited(SKILL_CARDS, 'Not Booking at once', 'Waits');
    await expectAtMarks('skill-uncovered', { ...marked, '/e/s.cases.yaml': without }, /anti-pattern/);
    const named = edited(
      without,
      'expected: |-\n    Waits',
      "anti_patterns: ['Booking at once']\n  expected: |-\n    Waits",
    );
    expect(await codesOf(skillEvalset({ 's.cases.yaml': named }))).toEqual([]);
    const unknown = edited(named, "'Booking at once'", "'Booking at once', ⟦'Booking twice'⟧");
    await expectAtMarks('dangling-anti-pattern', skillEvalset({ 's.cases.yaml': unknown }), /Did you mean/);
  });
});

describe('skill cards', () => {
  const second = (from: string, to: string): Record<string, string> =>
    cards(/(case_id: S2[\s\S]*)$/, edited(SKILL_CARDS.slice(SKILL_CARDS.indexOf('case_id: S2')), from, to));
  const INTERCEPTION = (content: string): string => `interceptions:
    - type: tool_intercept
      intercept_tool: search_berths
      inject_tool_result: { is_error: false, content: ${content} }
  expected:`;
  it.each<[code: string, what: string, files: Record<string, string>, near: Record<string, string>]>([
    [
      'dangling-skill',
      'a skill that does not exist',
      cards('skills: [berthing]', 'skills: [⟦birthing⟧]'),
      {},
    ],
    [
      'dangling-skill',
      'an active one that does not',
      cards('active_skills: [berthing]', 'active_skills: [⟦berth⟧]'),
      {},
    ],
    ['coverage-type', 'a type that is none', second('部分覆盖', '⟦部分⟧'), second('部分覆盖', '多 skill')],
    [
      'result-not-given',
      'a result that nobody gives',
      second('      none', '      ⟦第一轮搜索返回：泊位 4 空⟧'),
      second('      none', '      第一轮搜索没做'),
    ],
    [
      'interception-not-json',
      'a result that is no JSON',
      second('expected:', INTERCEPTION(`⟦'{"berths": [4,]}'⟧`)),
      second('expected:', INTERCEPTION(`'{"berths": [4]}'`)),
    ],
    [
      'attachment-not-given',
      'an attachment that is only described',
      second(
        '    context',
        '    attachments:\n      - ⟦kind: image⟧\n        note: |-\n          A chart\n    context',
      ),
      second(
        '    context',
        '    attachments:\n      - kind: image\n        url: https://example.com/a.png\n    context',
      ),
    ],
    ['duplicate-id', 'an id that stands twice', cards('case_id: S2', 'case_id: ⟦S1⟧'), {}],
    [
      'last-message',
      'a conversation that the agent ends',
      second('        text', '        text: a\n      - role: ⟦agent⟧\n        text'),
      second('        text', "        text: 'a'\n      - role: user\n        text"),
    ],
    [
      'eaten-prompt',
      'a text that YAML eats',
      second('text: |-\n          A berth for the Ines?', 'text: ⟦A berth #4⟧'),
      {},
    ],
  ])('%s: %s', async (code, _, files, near) => {
    await expectAtMarks(code, files);
    const codes = await codesOf({ ...skillEvalset(), ...near });
    expect(codes).not.toContain(code);
  });
  it('with the interception given the result is given', async () => {
    const told = second('      none', '      工具返回了泊位 4');
    const text = edited(
      told['/e/s.cases.yaml'] ?? '',
      /(S2[\s\S]*?)expected:/,
      `$1${INTERCEPTION('"berth 4"')}`,
    );
    expect(await codesOf({ ...told, '/e/s.cases.yaml': text })).not.toContain('result-not-given');
  });
  it('in exported JSON have unknown keys as warnings, as all cards', async () => {
    const json = '[{"kind":"skill","case_id":"A","extra":1}]';
    const found = await checkFiles({ '/x/cases.json': json }, ['/x/cases.json']);
    expect(found.find(({ code }) => code === 'unknown-key')?.severity).toBe('warning');
    expect(found.some(({ message }) => message.includes('skill_config'))).toBe(true);
  });
});

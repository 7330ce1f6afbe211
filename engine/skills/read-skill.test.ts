import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readSkill, type SpannedText } from './read-skill.ts';

const TEXT = `---
name: a
---
# Title

Role.

## 核心原则
- one
  - nested
* two

1. three

## 执行流程

### Step 0
Zero.

#### Detail

### Step 2a · Two a
Two.

\`\`\`
## 反模式
\`\`\`

## Other

- not ours
`;

/** Every text with its range, in order. */
function texts(source: string): SpannedText[] {
  const { front, title, role, sections } = readSkill(source);
  return [
    front,
    title,
    role,
    ...sections.flatMap(({ body, items, steps }) => [body, ...items, ...steps]),
  ].filter((part) => part !== null);
}

it('takes a skill apart', () => {
  const { front, title, role, sections } = readSkill(TEXT);
  expect([front?.text, title?.text, role?.text]).toEqual(['name: a', 'Title', 'Role.']);
  expect(sections.map(({ key, items }) => [key, items.map(({ text }) => text)])).toEqual([
    ['principles', ['one\n  - nested', 'two', 'three']],
    ['process', []],
  ]);
  expect(sections[1]?.steps.map(({ step, title: name, text }) => [step, name, text])).toEqual([
    ['0', '', 'Zero.'],
    ['2a', 'Two a', 'Two.\n\n```\n## 反模式\n```'],
  ]);
});

it.each([
  ['LF', TEXT],
  ['CRLF', TEXT.replaceAll('\n', '\r\n')],
  ['mixed line ends', TEXT.replace(/\n(?=- |#)/g, '\r\n')],
  ['tabs and no front matter', '# T\n\n## 反模式\n\n-\tone\n-\ttwo\n'],
])('gives exact ranges: %s', (_, source) => {
  for (const { text, from, to } of texts(source))
    if (!text.startsWith('Title')) expect(source.slice(from, to).replace(/^# /, '')).toBe(text);
});

it('reads the same with CRLF', () => {
  const shown = (source: string): string[] => texts(source).map(({ text }) => text.replaceAll('\r\n', '\n'));
  expect(shown(TEXT.replaceAll('\n', '\r\n'))).toEqual(shown(TEXT));
});

it('takes anything, at every prefix too, and its ranges stay inside', () => {
  const inside = (source: string): void => {
    for (const { from, to } of texts(source))
      expect(0 <= from && from <= to && to <= source.length).toBe(true);
  };
  for (let end = 0; end <= TEXT.length; end++) inside(TEXT.slice(0, end));
  fc.assert(
    fc.property(
      fc.array(
        fc.constantFrom(
          '---\n',
          '\r\n',
          '\n',
          '# ',
          '## 反模式',
          '### Step 1',
          '- ',
          '\t',
          '```',
          '> ',
          'x',
          '|',
          '\r',
          '❌',
        ),
      ),
      (parts) => inside(parts.join('')),
    ),
  );
});

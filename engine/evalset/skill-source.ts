import { readSkill, type SkillSection, type SpannedText } from '../skills/read-skill.ts';
import type { OffsetRange } from './model.ts';
import {
  OTHER_LINE,
  type MapEntry,
  type ParsedText,
  type ScalarNode,
  type SyntaxProblem,
  type TreeNode,
} from './tree.ts';
import { parseYaml } from './yaml-source.ts';
import { tell } from './told.ts';

/** Reads a SKILL.md into the tree of its model: `front`, `title`, `role` and the sections by their keys. */
export function parseSkill(text: string): ParsedText {
  const skill = readSkill(text);
  const problems: SyntaxProblem[] = [];
  const entries: MapEntry[] = [];
  const add = (key: string, keyRange: OffsetRange, value: TreeNode): void =>
    void entries.push({ key, keyRange: { from: keyRange.from, to: keyRange.to }, value });

  if (skill.front?.open === true)
    problems.push({
      code: 'syntax',
      message: tell`The front matter has no end. Close it with a line ---.`,
      range: { from: 0, to: 3 },
      fatal: true,
    });
  else if (skill.front !== null) {
    const { from, to } = skill.front;
    const front = parseYaml(skill.front.text);
    problems.push(
      ...front.problems.map((problem) => ({
        ...problem,
        range: { from: problem.range.from + from, to: problem.range.to + from },
        ...(problem.other === undefined ? {} : { other: problem.other + from }),
      })),
    );
    if (front.tree !== undefined)
      add('front', { from: 0, to: 3 }, { type: 'part', from, to, node: front.tree });
  }
  if (skill.title !== null) add('title', skill.title, scalar(skill.title));
  if (skill.role !== null) add('role', skill.role, scalar(skill.role));
  const seen = new Map<string, SkillSection>();
  for (const section of skill.sections) {
    const before = seen.get(section.key);
    if (before !== undefined)
      problems.push({
        code: 'skill-section-twice',
        message: tell`The section "${section.heading.text}" already stands on line ${OTHER_LINE}. Put what it says into one.`,
        range: section.heading,
        other: before.heading.from,
        fatal: false,
      });
    else add(section.key, section.heading, sectionNode(section));
    seen.set(section.key, before ?? section);
    if (before === undefined && section.key === 'process' && section.steps.length > 0)
      add('steps', section.heading, stepsNode(section));
  }
  return { tree: { type: 'map', from: 0, to: text.length, entries }, problems };
}

const scalar = ({ text, from, to }: SpannedText): ScalarNode => ({
  type: 'scalar',
  value: text,
  style: 'plain',
  from,
  to,
});

function sectionNode({ heading, body, items }: SkillSection): TreeNode {
  const entries: MapEntry[] = [{ key: 'text', keyRange: heading, value: scalar(body) }];
  if (items.length > 0)
    entries.push({
      key: 'items',
      keyRange: heading,
      value: { type: 'list', from: body.from, to: body.to, items: items.map(scalar) },
    });
  return { type: 'map', from: heading.from, to: body.to, entries };
}

function stepsNode({ steps, body }: SkillSection): TreeNode {
  return {
    type: 'list',
    from: body.from,
    to: body.to,
    items: steps.map((step): TreeNode => {
      const named = (key: string, text: string): MapEntry => ({
        key,
        keyRange: step.heading,
        value: { ...scalar(step), value: text, from: step.heading.from, to: step.heading.to },
      });
      return {
        type: 'map',
        from: step.heading.from,
        to: step.to,
        entries: [
          named('step', step.step),
          named('title', step.title),
          { key: 'text', keyRange: step.heading, value: scalar(step) },
        ],
      };
    }),
  };
}

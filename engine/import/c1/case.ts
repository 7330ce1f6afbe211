import { parse } from 'yaml';
import type * as z from 'zod';
import { skillCard, type SkillCard } from '../../../schemas/index.ts';
import type { FIELDS, RawCase, RawField } from './document.ts';
import { readInput } from './input.ts';
import { labelOf, type Line, type Problem } from './lines.ts';

/** A card, and where its parts stand in the document. */
export interface ImportedCase {
  readonly card: SkillCard;
  readonly line: number;
  readonly lines: { readonly input: number; readonly expected: number };
  /** Lines of the expected behaviour, with their numbers. */
  readonly expected: readonly Line[];
}

/** Makes the card of a case; null, and problems, when something that a card must have is not there. */
export function readCase(raw: RawCase, problems: Problem[]): ImportedCase | null {
  const before = problems.length;
  const field = (label: (typeof FIELDS)[number]): RawField => {
    const found = raw.fields.get(label);
    if (found !== undefined) return found;
    problems.push({ line: raw.line, message: `${raw.id} has no "${label}"; add the line "- ${label}：…"` });
    return { line: raw.line, lines: [] };
  };
  const difficulty = textOf(field('难度'));
  const skills = textOf(field('Skill'));
  const coverage = textOf(field('覆盖类型'));
  const input = readInput(field('输入'), problems);
  const expected = field('期望行为');
  const { pass, fail } = standards(field('判定标准'), problems);
  const scoring = textOf(field('评分方式'));
  const config = configOf(field('Skill 配置'), problems);
  if (config === null) return null;
  const card = {
    kind: 'skill',
    case_id: raw.id,
    title: raw.title,
    dimension: raw.dimension,
    skills: skills.split(/\s*[+、，,]\s*/).filter((name) => name !== ''),
    coverage,
    difficulty,
    input: {
      messages: input.messages,
      ...(input.context === undefined ? {} : { context: input.context }),
      ...(input.attachments.length === 0 ? {} : { attachments: input.attachments }),
    },
    ...(input.interceptions.length === 0 ? {} : { interceptions: input.interceptions }),
    expected: textOf(expected),
    pass,
    fail,
    scoring,
    skill_config: config,
  };
  const read = skillCard.safeParse(card);
  if (read.success)
    return {
      card: read.data,
      line: raw.line,
      lines: { input: raw.fields.get('输入')?.line ?? raw.line, expected: expected.line },
      expected: expected.lines,
    };
  // What is missing was told already.
  if (problems.length === before)
    for (const { path, message } of read.error.issues)
      problems.push({ line: raw.line, message: `${raw.id}: ${path.join('.')}: ${message}` });
  return null;
}

/** The lines of a field to the letter, empty ones around them left out. */
function textOf({ lines }: RawField): string {
  return lines
    .map(({ text }) => text)
    .join('\n')
    .replace(/^(?:[ \t]*\n)+|\s+$/g, '');
}

function standards(field: RawField, problems: Problem[]): { pass: string; fail: string } {
  const found = { pass: [] as string[], fail: [] as string[] };
  let open: string[] | undefined;
  for (const line of field.lines) {
    const label = labelOf(line);
    const name = label?.label.toLowerCase();
    const side = name === 'pass' || name === 'fail' ? name : undefined;
    if (side !== undefined) (open = found[side]).push(label?.rest ?? '');
    else open?.push(line.text);
  }
  for (const [side, texts] of Object.entries(found))
    if (texts.length === 0)
      problems.push({
        line: field.line,
        message: `the standards have no "${side}"; write "- ${side === 'pass' ? 'Pass' : 'Fail'}：…"`,
      });
  return { pass: found.pass.join('\n').trimEnd(), fail: found.fail.join('\n').trimEnd() };
}

const skillConfig = skillCard.shape.skill_config;

/** `skill_enabled: true, active_skills: [a]`: one line, with or without braces. What follows it is not the case's. */
function configOf(field: RawField, problems: Problem[]): z.infer<typeof skillConfig> | null {
  const line = field.lines.find(({ plain }) => plain !== '');
  if (line === undefined) {
    problems.push({
      line: field.line,
      message: 'the skill configuration is empty; write skill_enabled and active_skills',
    });
    return null;
  }
  const text = line.plain.replace(/^`+|`+$/g, '');
  let value: unknown;
  try {
    value = parse(text.startsWith('{') ? text : `{ ${text} }`);
  } catch {
    value = undefined;
  }
  const read = skillConfig.safeParse(value);
  if (read.success) return read.data;
  problems.push({
    line: line.n,
    message: 'the skill configuration cannot be read; write skill_enabled: true, active_skills: [name]',
  });
  return null;
}

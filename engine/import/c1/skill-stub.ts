import { SECTIONS } from '../../skills/sections.ts';
import { yamlOf } from '../../convert/yaml-text.ts';
import type { RawSkill } from './document.ts';
import { labelOf } from './lines.ts';

const TRIGGERS = '触发条件';
const ABILITY = '核心能力';
const LIMITS = '关键约束';
/** A constraint on what the answer holds belongs to the output contract. */
const OUTPUT = /^输出必须包含/;

/** A SKILL.md of what the document tells of a skill, to the letter, marked `incomplete`: what it does not tell is left out. */
export function skillStub({ name, lines }: RawSkill): string {
  const told = new Map<string, string[]>([
    [TRIGGERS, []],
    [ABILITY, []],
    [LIMITS, []],
  ]);
  let open = told.get(LIMITS);
  for (const line of lines) {
    const found = labelOf(line);
    const named = found === null ? undefined : told.get(found.label);
    if (named !== undefined) {
      open = named;
      if (found !== null && found.rest !== '') named.push(found.rest);
    } else if (line.plain !== '') open?.push(line.plain.replace(/^[-*+]\s+/, ''));
  }
  const ability = (told.get(ABILITY) ?? []).join('\n');
  const limits = told.get(LIMITS) ?? [];
  const front = yamlOf('skill', {
    name,
    ...(ability === '' ? {} : { description: ability }),
    metadata: { incomplete: true },
  });
  const section = (key: keyof typeof SECTIONS, texts: readonly string[], list = true): string =>
    texts.length === 0
      ? ''
      : `\n## ${SECTIONS[key][0]}\n\n${texts.map((text) => (list ? `- ${text}` : text)).join('\n')}\n`;
  return [
    `---\n${front}---\n\n# ${name}\n`,
    ability === '' ? '' : `\n${ability}\n`,
    section(
      'principles',
      limits.filter((text) => !OUTPUT.test(text)),
    ),
    section('triggers', told.get(TRIGGERS) ?? [], false),
    section(
      'output',
      limits.filter((text) => OUTPUT.test(text)),
    ),
  ].join('');
}

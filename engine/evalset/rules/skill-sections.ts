import path from 'node:path';
import { skillFile, type SkillFile } from '../../../schemas/index.ts';
import { SECTION_KEYS, SECTIONS } from '../../skills/sections.ts';
import type { Severity, ValuePath } from '../model.ts';
import { Findings, type FileContext, type PartRule } from './rule.ts';
import { tell, type Told } from '../told.ts';

/** How many principles a skill has. */
const PRINCIPLES = { least: 3, most: 6 } as const;

/** Whether a skill says of itself that it is a stub. */
export const isStub = (skill: SkillFile): boolean => skill.front?.metadata?.incomplete === true;

/**
 * A SKILL.md against its schema. `skill-front-matter`, `skill-section` (missing or empty), `skill-step`,
 * `skill-principles`, `skill-anti-pattern`. What a stub lacks is a warning.
 */
export const skillSections: PartRule = (context) => {
  if (context.kind !== 'skill') return [];
  const read = skillFile.safeParse(context.file.value);
  return read.success ? new SkillRule(context, read.data).findings.list : [];
};

class SkillRule {
  readonly findings = new Findings();
  readonly #file: FileContext['file'];
  readonly #lacking: Severity;

  constructor({ file }: FileContext, skill: SkillFile) {
    this.#file = file;
    this.#lacking = isStub(skill) ? 'warning' : 'error';
    this.#front(skill);
    this.#sections(skill);
    this.#steps(skill);
    this.#lists(skill);
  }

  #add(severity: Severity, code: string, at: ValuePath, message: Told, what: 'key' | 'head' = 'key'): void {
    this.findings.add(severity, code, { file: this.#file, at, locate: { what } }, message);
  }

  #front({ front }: SkillFile): void {
    const code = 'skill-front-matter';
    if (front === undefined) {
      const message = tell`The skill has no front matter. Begin the file with ---, name: …, description: …, ---.`;
      this.#add(this.#lacking, code, [], message, 'head');
      return;
    }
    const folder = path.basename(path.dirname(this.#file.path));
    if (blank(front.name))
      this.#add(this.#lacking, code, ['front'], tell`The front matter has no name. Write name: ${folder}.`);
    else if (front.name !== folder)
      this.#add(
        'error',
        code,
        ['front', 'name'],
        tell`The skill is named "${front.name ?? ''}", but stands in the folder "${folder}", by which cards name it. Make them one.`,
        'head',
      );
    const missing = (key: string | Told, severity: Severity): void =>
      this.#add(severity, code, ['front'], tell`The front matter has no ${key}. Add it.`);
    if (blank(front.description)) missing('description', this.#lacking);
    if (blank(front.compatibility))
      missing(tell`compatibility (tools and surroundings that the skill needs)`, 'warning');
    if (front.metadata?.version === undefined) missing('metadata.version', 'warning');
  }

  #sections(skill: SkillFile): void {
    for (const key of SECTION_KEYS) {
      const name = SECTIONS[key][0];
      const section = skill[key];
      if (section === undefined)
        this.#add(
          this.#lacking,
          'skill-section',
          ['title'],
          tell`The section "## ${name}" is missing. Add it.`,
          'head',
        );
      else if (blank(section.text))
        this.#add(
          this.#lacking,
          'skill-section',
          [key],
          tell`The section "${name}" is empty. Write what it has to say.`,
        );
    }
  }

  #steps({ process, steps = [] }: SkillFile): void {
    if (process === undefined || blank(process.text)) return;
    if (steps.length === 0)
      this.#add(
        this.#lacking,
        'skill-step',
        ['process'],
        tell`The process has no steps, so no case can name one. Give each a heading: ### Step 1 …`,
      );
    const seen = new Set<string>();
    steps.forEach(({ step, text }, i) => {
      if (seen.has(step))
        this.#add('error', 'skill-step', ['steps', i, 'step'], tell`Step ${step} stands twice.`, 'head');
      else if (blank(text))
        this.#add(
          this.#lacking,
          'skill-step',
          ['steps', i, 'step'],
          tell`Step ${step} is empty. Say what is to be done.`,
          'head',
        );
      seen.add(step);
    });
  }

  #lists({ principles, anti_patterns: anti }: SkillFile): void {
    const count = principles?.items?.length ?? 0;
    if (
      principles !== undefined &&
      !blank(principles.text) &&
      (count < PRINCIPLES.least || count > PRINCIPLES.most)
    )
      this.#add(
        'warning',
        'skill-principles',
        ['principles'],
        tell`There are ${count} principles in the list; a skill has ${PRINCIPLES.least} to ${PRINCIPLES.most}.`,
      );
    if (anti === undefined || blank(anti.text)) return;
    if (anti.items === undefined)
      this.#add(
        'warning',
        'skill-anti-pattern',
        ['anti_patterns'],
        tell`The anti-patterns are no list, so no case can be counted for one. Write one a line: - ❌ …`,
      );
    anti.items?.forEach((item, i) => {
      if (!item.startsWith('❌'))
        this.#add(
          'warning',
          'skill-anti-pattern',
          ['anti_patterns', 'items', i],
          tell`An anti-pattern begins with ❌.`,
          'head',
        );
    });
  }
}

const blank = (text: string | undefined): boolean => text === undefined || text.trim() === '';

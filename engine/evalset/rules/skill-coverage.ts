import { COVERAGE_TYPES, JOINT_COVERAGE, type SkillCard, type SkillFile } from '../../../schemas/index.ts';
import { didYouMean } from '../did-you-mean.ts';
import type { Located } from '../model.ts';
import type { EvalsetView } from '../view.ts';
import { Findings, type EvalsetRule } from './rule.ts';
import { tell } from '../told.ts';

/**
 * `skill-uncovered`: a type of coverage or an anti-pattern of a skill that no case tests. `coverage-type`: a card's type
 * that is none. `dangling-anti-pattern`: a card that names one its skills do not have.
 */
export const skillCoverage: EvalsetRule = (view) => {
  const findings = new Findings();
  if (view.skillCards.length === 0 && view.skills.size === 0) return findings.list;
  for (const [name, skill] of view.skills) {
    const cards = view.skillCards.filter(({ value }) => value.skills.includes(name));
    coverage(findings, name, skill, cards);
    antiPatterns(
      findings,
      name,
      skill,
      cards.map(({ value }) => view.memo.antiPatterns.of(value, () => textsOf(value))),
    );
  }
  for (const card of view.skillCards) ofCard(findings, view, card);
  return findings.list;
};

function coverage(
  findings: Findings,
  name: string,
  skill: Located<SkillFile>,
  cards: readonly Located<SkillCard>[],
): void {
  const missing = COVERAGE_TYPES.filter((type) => !cards.some(({ value }) => value.coverage === type));
  if (missing.length === 0) return;
  findings.add(
    'warning',
    'skill-uncovered',
    { file: skill.file, at: ['title'], locate: { what: 'head' } },
    tell`No case of this evalset tests "${name}" with the coverage ${missing.map((type) => `"${type}"`).join(', ')}. Add one for each.`,
  );
}

function antiPatterns(
  findings: Findings,
  name: string,
  { file, value }: Located<SkillFile>,
  texts: readonly (readonly string[])[],
): void {
  value.anti_patterns?.items?.forEach((item, i) => {
    const wanted = squeezed(item);
    if (wanted === '' || texts.some((those) => those.some((text) => text.includes(wanted)))) return;
    findings.add(
      'warning',
      'skill-uncovered',
      { file, at: ['anti_patterns', 'items', i], locate: { what: 'head' } },
      tell`No case of this evalset tests this anti-pattern of "${name}". Add one that quotes it in expected, or names it in anti_patterns.`,
    );
  });
}

/** What a card says on anti-patterns: by name, or by a quotation of it. */
const textsOf = ({ anti_patterns = [], expected, fail }: SkillCard): string[] =>
  [...anti_patterns, expected, fail].map(squeezed);

/** A text as it is compared: the cross, white space and the stop at the end do not count. */
const squeezed = (text: string): string => text.replace(/❌|\s/g, '').replace(/[。.;；]$/, '');

function ofCard(findings: Findings, view: EvalsetView, { file, at, value: card }: Located<SkillCard>): void {
  const types = [...COVERAGE_TYPES, JOINT_COVERAGE];
  if (!types.some((type) => type === card.coverage))
    findings.add(
      'warning',
      'coverage-type',
      { file, at: [...at, 'coverage'], locate: { what: 'head' } },
      tell`"${card.coverage}" is no type of coverage.${didYouMean(card.coverage, types)} Types are ${types.join(', ')}.`,
    );
  const known = card.skills.map((name) => view.skills.get(name)?.value.anti_patterns?.items ?? []).flat();
  card.anti_patterns?.forEach((named, i) => {
    if (known.some((item) => squeezed(item) === squeezed(named))) return;
    findings.add(
      'warning',
      'dangling-anti-pattern',
      { file, at: [...at, 'anti_patterns', i], locate: { what: 'head' } },
      tell`The skills of this card have no such anti-pattern.${didYouMean(
        named,
        known.map((item) => item.replace(/^❌\s*/, '')),
      )} Write it as it stands in SKILL.md.`,
    );
  });
}

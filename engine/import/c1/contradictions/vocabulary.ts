import type { SkillCard } from '../../../../schemas/index.ts';
import type { Check, Contradiction } from './contradiction.ts';
import { scoringOf } from './scoring.ts';

/** Fields whose values the document's own specification lists. */
const FIELDS: ReadonlyMap<string, (card: SkillCard) => string> = new Map(
  Object.entries({
    覆盖类型: ({ coverage }: SkillCard) => coverage,
    难度: ({ difficulty }: SkillCard) => difficulty,
    评分方式: ({ scoring }: SkillCard) => scoringOf(scoring),
  }),
);

/** Values that cases use and the table of fields does not list; skills that are used and not described. */
export const vocabulary: Check = ({ document, cases }) => {
  const found: Contradiction[] = [];
  const use = (
    line: number,
    field: string,
    listed: readonly string[],
    values: readonly (readonly [string, string])[],
  ): void => {
    const users = new Map<string, string[]>();
    for (const [value, id] of values)
      if (!listed.includes(value)) users.set(value, [...(users.get(value) ?? []), id]);
    for (const [value, by] of users)
      found.push({
        code: 'vocabulary',
        line,
        stated: listed.join(' / '),
        found: value,
        message: `${field}: "${value}" is used by ${by.join(', ')}, but only ${listed.join(' / ')} is listed`,
      });
  };
  for (const table of document.tables.filter(({ head }) => head[0] === '字段'))
    for (const { line, cells } of table.rows) {
      const valueOf = FIELDS.get(cells[0] ?? '');
      const listed = (cells[1] ?? '').split(/\s*\/\s*/).filter((value) => value !== '');
      if (valueOf !== undefined && listed.length > 0)
        use(
          line,
          cells[0] ?? '',
          listed,
          cases.map(({ card }) => [valueOf(card), card.case_id] as const),
        );
    }
  if (document.skills.length > 0)
    use(
      document.skills[0]?.line ?? 1,
      'Skill',
      document.skills.map(({ name }) => name),
      cases.flatMap(({ card }) => card.skills.map((name) => [name, card.case_id] as const)),
    );
  return found;
};

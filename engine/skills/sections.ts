/** The sections that a SKILL.md has, in their order, by the names that their headings may have. */
export const SECTIONS = {
  principles: ['核心原则', 'Core principles', 'Principles'],
  triggers: ['触发条件', 'Triggers', 'When to use'],
  process: ['执行流程', 'Process', 'Workflow'],
  output: ['输出契约', 'Output contract'],
  anti_patterns: ['反模式', 'Anti-patterns'],
} as const satisfies Readonly<Record<string, readonly [string, ...string[]]>>;

export type SectionKey = keyof typeof SECTIONS;

export const SECTION_KEYS = Object.keys(SECTIONS).filter((key): key is SectionKey => key in SECTIONS);

/** The section that a heading begins, or undefined. A number before the name and a remark behind it are no harm. */
export function sectionOf(heading: string): SectionKey | undefined {
  const name = heading
    .replace(/^[\s\d.、．)）]+/, '')
    .trim()
    .toLowerCase();
  return SECTION_KEYS.find((key) =>
    SECTIONS[key].some((word) => {
      const known = word.toLowerCase();
      return name.startsWith(known) && !/^[\p{L}\p{N}]/u.test(name.slice(known.length));
    }),
  );
}

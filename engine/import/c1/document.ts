import { labelOf, linesOf, type Line } from './lines.ts';

/** A case as it stands in the document: its fields with their lines, not read yet. */
export interface RawCase {
  readonly id: string;
  readonly code: string;
  readonly title: string;
  /** Heading of the section that it stands in, without its number. */
  readonly dimension: string;
  readonly line: number;
  readonly fields: ReadonlyMap<string, RawField>;
}

export interface RawField {
  readonly line: number;
  /** What stands behind the label, when something does, and the lines below it. */
  readonly lines: readonly Line[];
}

export interface RawSkill {
  readonly name: string;
  readonly line: number;
  readonly lines: readonly Line[];
}

export interface Table {
  readonly line: number;
  readonly title: string;
  readonly head: readonly string[];
  readonly rows: readonly { readonly line: number; readonly cells: readonly string[] }[];
}

export interface Dimension {
  readonly code: string;
  /** As written: `Skill 触发准确率（ST: Skill Triggering）`. */
  readonly heading: string;
  readonly line: number;
}

export interface C1Document {
  readonly lines: readonly Line[];
  readonly title: string;
  readonly status: string;
  readonly updated: string | null;
  readonly skills: readonly RawSkill[];
  readonly dimensions: readonly Dimension[];
  readonly cases: readonly RawCase[];
  readonly tables: readonly Table[];
}

/** Labels of a case's fields. */
export const FIELDS = [
  '难度',
  'Skill',
  '覆盖类型',
  '输入',
  '期望行为',
  '判定标准',
  '评分方式',
  'Skill 配置',
] as const;

const CASE = /^([A-Z]\w*-([A-Z]+)-\d+)\s*[·・•:：]\s*(.+)$/;
const DIMENSION = /^(?:[一二三四五六七八九十百]+|\d+)[、.．]\s*(.+[（(]([A-Z]+)\s*[:：].+[)）])$/;
/** A longer line is no heading, and not worth a search for brackets. */
const LONGEST_HEADING = 300;
const SKILL = /^Skill\s+\d+\s*[:：]\s*([\w-]+)$/;

/** Takes the document apart. Whatever it holds: what is not there is empty. */
export function readDocument(text: string): C1Document {
  const lines = linesOf(text);
  const dimensions: Dimension[] = [];
  const cases: RawCase[] = [];
  const skills: RawSkill[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined) break;
    const dimension = line.plain.length > LONGEST_HEADING ? null : DIMENSION.exec(line.plain);
    if (dimension !== null)
      dimensions.push({ code: dimension[2] ?? '', heading: dimension[1] ?? '', line: line.n });
    const found = CASE.exec(line.plain);
    if (found !== null)
      cases.push({
        id: found[1] ?? '',
        code: found[2] ?? '',
        title: found[3] ?? '',
        dimension: dimensions.at(-1)?.heading ?? found[2] ?? '',
        line: line.n,
        fields: fieldsOf(until(lines, i + 1, (other) => isHeading(other))),
      });
    const skill = SKILL.exec(line.plain);
    if (skill !== null)
      skills.push({
        name: skill[1] ?? '',
        line: line.n,
        lines: until(lines, i + 1, ({ plain }) => plain !== '' && !/^[-*+]\s/.test(plain)),
      });
  }
  const head = lines.filter(({ plain }) => plain !== '').slice(0, 8);
  const status = head.find(({ plain }) => plain.includes('最后更新'))?.plain ?? '';
  return {
    lines,
    title: head[0]?.plain ?? '',
    status,
    updated: /最后更新[：:]\s*([\d-]+)/.exec(status)?.[1] ?? null,
    skills,
    dimensions,
    cases,
    tables: tablesOf(lines),
  };
}

const isHeading = ({ plain }: Line): boolean =>
  plain.length <= LONGEST_HEADING && (CASE.test(plain) || DIMENSION.test(plain));

function until(lines: readonly Line[], from: number, end: (line: Line) => boolean): Line[] {
  const found: Line[] = [];
  for (let i = from; i < lines.length; i++) {
    const line = lines[i];
    if (line === undefined || end(line)) break;
    found.push(line);
  }
  return found;
}

function fieldsOf(lines: readonly Line[]): Map<string, RawField> {
  const fields = new Map<string, { line: number; lines: Line[] }>();
  let open: { line: number; lines: Line[] } | undefined;
  for (const line of lines) {
    const found = labelOf(line);
    const label = FIELDS.find((name) => name === found?.label);
    if (label !== undefined && !fields.has(label)) {
      const rest = found?.rest ?? '';
      open = { line: line.n, lines: rest === '' ? [] : [{ n: line.n, text: rest, plain: rest.trim() }] };
      fields.set(label, open);
    } else open?.lines.push(line);
  }
  return fields;
}

const cellsOf = (line: Line): string[] | null =>
  /^\|.*\|$/.test(line.plain)
    ? line.plain
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
    : null;

function tablesOf(lines: readonly Line[]): Table[] {
  const tables: Table[] = [];
  let open: {
    line: number;
    title: string;
    head: string[];
    rows: { line: number; cells: string[] }[];
  } | null = null;
  let before = '';
  for (const line of lines) {
    const cells = cellsOf(line);
    if (cells === null) {
      open = null;
      if (line.plain !== '') before = line.plain;
    } else if (open === null) tables.push((open = { line: line.n, title: before, head: cells, rows: [] }));
    else if (!cells.every((cell) => /^:?-+:?$/.test(cell))) open.rows.push({ line: line.n, cells });
  }
  return tables;
}

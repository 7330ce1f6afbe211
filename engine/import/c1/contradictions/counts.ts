import type { SkillCard } from '../../../../schemas/index.ts';
import type { Table } from '../document.ts';
import type { Check, Contradiction, Material } from './contradiction.ts';
import { scoringOf } from './scoring.ts';

/** What a table counts the cases by: told by the name of its first column. */
interface Measure {
  /** Names of a case's groups. */
  readonly groups: (card: SkillCard) => readonly string[];
  /** Column that holds the name in the table. */
  readonly column?: string;
  /** Columns of numbers, and which cases each counts. */
  readonly numbers: readonly { readonly head: RegExp; readonly counts: (card: SkillCard) => boolean }[];
}

const all = { head: /^(?:用例数|数量)$/, counts: () => true };

const SKILLS: Measure = {
  groups: (card) => card.skills,
  numbers: [
    { head: /^单独/, counts: (card) => card.skills.length === 1 },
    { head: /^协同/, counts: (card) => card.skills.length > 1 },
    { head: /^合计$/, counts: () => true },
  ],
};

const MEASURES: ReadonlyMap<string, Measure> = new Map<string, Measure>(
  Object.entries({
    维度: {
      // The code stands in the id.
      groups: (card) => [card.case_id.split('-').at(-2) ?? ''],
      column: '代号',
      numbers: [all],
    },
    覆盖类型: { groups: (card) => [card.coverage], numbers: [all] },
    难度: { groups: (card) => [card.difficulty], numbers: [all] },
    方式: { groups: (card) => [scoringOf(card.scoring)], numbers: [all] },
    Skill: SKILLS,
  }),
);

/** Tables that count cases, against the cases: rows, rows that are missing, totals, shares. */
export const counts: Check = (material) =>
  material.document.tables.flatMap((table) => {
    const measure = MEASURES.get(table.head[0] ?? '');
    if (measure === undefined) return [];
    return measure.numbers.flatMap((number) => {
      const column = table.head.findIndex((name) => number.head.test(name));
      return column < 0 ? [] : new Counted(material, table, measure, number.counts, column).found;
    });
  });

class Counted {
  readonly found: Contradiction[] = [];
  readonly #table: Table;
  readonly #what: string;

  constructor(
    material: Material,
    table: Table,
    measure: Measure,
    countsCase: (card: SkillCard) => boolean,
    column: number,
  ) {
    this.#table = table;
    this.#what = `"${table.title}", ${table.head[column] ?? ''}`;
    const cards = material.cases.map(({ card }) => card).filter(countsCase);
    const named = Math.max(0, table.head.indexOf(measure.column ?? ''));
    const rows = table.rows
      .filter((row) => !isTotal(row.cells))
      .map((row) => ({ ...row, name: row.cells[named] ?? '', stated: numberOf(row.cells[column]) }));
    const names = rows.map(({ name }) => name);
    const body = new Map<string, number>();
    for (const card of cards)
      for (const group of measure.groups(card)) {
        // A longer wording of a row's name is counted there.
        const name =
          names.find((row) => row === group) ?? names.find((row) => group.startsWith(row)) ?? group;
        body.set(name, (body.get(name) ?? 0) + 1);
      }
    for (const { name, stated, line, cells } of rows) {
      const count = body.get(name) ?? 0;
      if (stated !== null && stated !== count)
        this.#add('count', line, `${stated}`, `${count}`, `${name}: ${stated} stated, ${count} in the body`);
      this.#share(line, name, cells, count, cards.length);
    }
    for (const [name, count] of body)
      if (!names.includes(name))
        this.#add(
          'missing-row',
          table.line,
          'no row',
          `${count}`,
          `${name} (${count} cases) is missing from the table`,
        );
    this.#series(rows, body);
    this.#totals(rows, measure, cards.length);
  }

  #add(code: Contradiction['code'], line: number, stated: string, found: string, message: string): void {
    this.found.push({ code, line, stated, found, message: `${this.#what}: ${message}` });
  }

  #share(line: number, name: string, cells: readonly string[], count: number, total: number): void {
    const column = this.#table.head.indexOf('占比');
    const stated = /^(\d+(?:\.\d+)?)\s*%$/.exec(cells[column] ?? '')?.[1];
    if (stated === undefined || total === 0) return;
    const share = Math.round((100 * count) / total);
    if (Math.abs(Number(stated) - share) > 0.5)
      this.#add(
        'share',
        line,
        `${stated}%`,
        `${share}%`,
        `${name}: ${stated}% stated, ${share}% (${count} of ${total}) in the body`,
      );
  }

  /** All rows at once, as one reads them. */
  #series(rows: readonly { name: string; stated: number | null }[], body: ReadonlyMap<string, number>): void {
    const stated = rows.map((row) => row.stated ?? '?').join('/');
    const found = rows.map(({ name }) => body.get(name) ?? 0).join('/');
    if (stated !== found)
      this.#add(
        'count',
        this.#table.line,
        stated,
        found,
        `${rows.map(({ name }) => name).join(' / ')}: ${stated} stated, ${found} in the body`,
      );
  }

  #totals(rows: readonly { stated: number | null }[], measure: Measure, cases: number): void {
    const sum = rows.reduce((total, { stated }) => total + (stated ?? 0), 0);
    const row = this.#table.rows.find(({ cells }) => isTotal(cells));
    const stated = row === undefined ? null : numberOf(row.cells.findLast((cell) => numberOf(cell) !== null));
    if (row !== undefined && stated !== null) {
      if (stated !== sum)
        this.#add(
          'total',
          row.line,
          `${stated}`,
          `${sum}`,
          `the rows add up to ${sum}, the total says ${stated}`,
        );
      if (stated !== cases)
        this.#add(
          'total',
          row.line,
          `${stated}`,
          `${cases}`,
          `${stated} cases in all stated, ${cases} in the body`,
        );
      // A case on several skills stands in several rows, so nothing can be said of the sum of such rows.
    } else if (sum !== cases && measure !== SKILLS)
      this.#add(
        'total',
        this.#table.line,
        `${sum}`,
        `${cases}`,
        `the rows add up to ${sum} cases, ${cases} are in the body`,
      );
  }
}

const isTotal = (cells: readonly string[]): boolean => /^(?:合计|总计|共计|total)$/i.test(cells[0] ?? '');

function numberOf(cell: string | undefined): number | null {
  return cell !== undefined && /^\d+$/.test(cell) ? Number(cell) : null;
}

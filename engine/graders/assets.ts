import type { AssetEvidence, Author, Row, TableRow } from '../../schemas/index.ts';
import { tell, type Told } from '../evalset/index.ts';
import { testWhere } from '../judge/index.ts';
import type { Act, RowAct, Writing } from './act.ts';
import type { Stage } from './stage.ts';

interface Change {
  readonly asset: string;
  readonly record?: string;
  readonly fields?: readonly string[];
  readonly author: Author;
}

/** Documents and tables of one playing, and who changed what in them. */
export class Assets {
  readonly #stage: Stage;
  readonly #rows = new Map<string, TableRow[]>();
  readonly #texts = new Map<string, string>();
  /** Newest first. */
  readonly #changes: Change[] = [];
  readonly refused: { readonly act: Act; readonly why: Told }[] = [];
  #added = 0;

  constructor(stage: Stage) {
    this.#stage = stage;
    for (const [key, { rows }] of stage.tables) this.#rows.set(key, [...rows]);
    for (const [key, { text }] of stage.documents) this.#texts.set(key, text);
  }

  /** What an asset holds now; null when there is none of that key. */
  content(asset: string): Pick<AssetEvidence, 'title' | 'rows' | 'text'> | null {
    const rows = this.#rows.get(asset);
    if (rows !== undefined) return { title: this.#stage.tables.get(asset)?.title, rows: [...rows] };
    const text = this.#texts.get(asset);
    return text === undefined ? null : { title: this.#stage.documents.get(asset)?.title, text };
  }

  /** Who made a change last. */
  actor(asset: string, change: { record?: string; field?: string }): Author | null {
    const found = this.#changes.find(
      (one) =>
        one.asset === asset &&
        (change.record === undefined || one.record === change.record) &&
        (change.field === undefined || one.fields === undefined || one.fields.includes(change.field)),
    );
    return found?.author ?? null;
  }

  apply(act: RowAct | Writing): void {
    if ('text' in act) {
      if (!this.#texts.has(act.asset)) this.#refuse(act, tell`there is no document "${act.asset}"`);
      else {
        this.#texts.set(act.asset, act.text);
        this.#changes.unshift({ asset: act.asset, author: act.author });
      }
      return;
    }
    const rows = this.#rows.get(act.asset);
    if (rows === undefined) {
      this.#refuse(act, tell`there is no base "${act.asset}"`);
      return;
    }
    if (act.kind === 'add') {
      const record = `rec-${act.asset}-new-${++this.#added}`;
      rows.push({ record_id: record, fields: act.row });
      this.#changes.unshift({ asset: act.asset, record, author: act.author });
      return;
    }
    const at = rows.findIndex(({ fields }) => testWhere({ fields: bare(act.row) }, fields) === true);
    const row = rows[at];
    if (row === undefined) {
      this.#refuse(act, tell`"${act.asset}" has no row with ${JSON.stringify(act.row)}`);
      return;
    }
    if (act.kind === 'remove') rows.splice(at, 1);
    else rows[at] = { ...row, fields: { ...row.fields, ...act.set } };
    this.#changes.unshift({
      asset: act.asset,
      record: row.record_id,
      ...(act.kind === 'change' ? { fields: Object.keys(act.set) } : {}),
      author: act.author,
    });
  }

  #refuse(act: Act, why: Told): void {
    this.refused.push({ act, why });
  }
}

/** Cells as conditions on a row. */
function bare(row: Row): Record<string, string | number | boolean | null | { has_all: string[] }> {
  return Object.fromEntries(
    Object.entries(row).map(([name, cell]) => [name, Array.isArray(cell) ? { has_all: cell } : cell]),
  );
}

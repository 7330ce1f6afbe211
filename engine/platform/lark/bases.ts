import * as z from 'zod';
import type { Author, Row, TableField } from '../../../schemas/index.ts';
import type { BaseRef, NewBase, PlatformRow } from '../port.ts';
import { ANSWERS } from './answers.ts';
import { clientToken, orGone, pathId, type LarkCalls } from './call.ts';
import { fieldTypeNumber, fromPlatform, toPlatform } from './cells.ts';
import type { People } from './people.ts';

/** At most this many rows go into one call. */
const ROWS_A_CALL = 500;

const TABLE_NOT_FOUND = 1254041;

export class Bases {
  readonly #calls: LarkCalls;
  readonly #people: People;
  readonly #zone: string;

  constructor(calls: LarkCalls, people: People, zone: string) {
    this.#calls = calls;
    this.#people = people;
    this.#zone = zone;
  }

  /** Makes a base with one table. A base comes with a blank table, which is removed: people would not leave it there. */
  async create(input: NewBase, signal?: AbortSignal): Promise<BaseRef> {
    const { app } = await this.#calls.call(
      {
        op: 'bitable.app.create',
        method: 'POST',
        path: '/bitable/v1/apps',
        data: { name: input.name, ...(input.time_zone === undefined ? {} : { time_zone: input.time_zone }) },
      },
      ANSWERS['bitable.app.create'],
      signal,
    );
    const made = await this.#calls.call(
      {
        op: 'bitable.table.create',
        method: 'POST',
        path: `/bitable/v1/apps/${pathId(app.app_token)}/tables`,
        data: {
          table: { name: input.table_name, default_view_name: '表格', fields: input.fields.map(wireField) },
        },
      },
      ANSWERS['bitable.table.create'],
      signal,
      // Tables have no idempotency key, but the base is new: what bears the name is ours.
      async () => (await this.#tables(app.app_token, signal)).find((t) => t.name === input.table_name),
    );
    if (app.default_table_id !== undefined)
      await this.#deleteTable(app.app_token, app.default_table_id, signal);
    return { kind: 'base', token: app.app_token, table_id: made.table_id };
  }

  #deleteTable(appToken: string, tableId: string, signal?: AbortSignal): Promise<void> {
    const path = `/bitable/v1/apps/${pathId(appToken)}/tables/${pathId(tableId)}`;
    const call = { op: 'bitable.table.delete', method: 'DELETE', path } as const;
    return orGone(this.#calls.call(call, z.unknown(), signal), TABLE_NOT_FOUND);
  }

  #tables(appToken: string, signal?: AbortSignal): Promise<{ table_id: string; name: string }[]> {
    return this.#calls.pages(
      {
        op: 'bitable.table.list',
        method: 'GET',
        path: `/bitable/v1/apps/${pathId(appToken)}/tables`,
        params: { page_size: 100 },
      },
      ANSWERS['bitable.table.list'],
      signal,
    );
  }

  /** Adds rows; `key` makes each call idempotent. Returns how many the platform has taken. */
  async addRows(
    input: { base: BaseRef; fields: readonly TableField[]; rows: readonly Row[]; key: string },
    signal?: AbortSignal,
  ): Promise<number> {
    const byName = new Map(input.fields.map((f) => [f.name, f]));
    let taken = 0;
    for (let from = 0; from < input.rows.length; from += ROWS_A_CALL) {
      const records = input.rows.slice(from, from + ROWS_A_CALL).map((cells) => ({
        fields: Object.fromEntries(
          Object.entries(cells)
            .map(([name, cell]) => [name, toPlatform(byName.get(name), cell, this.#zone)] as const)
            .filter(([, value]) => value !== undefined),
        ),
      }));
      const answer = await this.#calls.call(
        {
          op: 'bitable.record.batch_create',
          method: 'POST',
          path: `${tablePath(input.base)}/records/batch_create`,
          params: { client_token: clientToken(`${input.key}/${from}`) },
          data: { records },
        },
        ANSWERS['bitable.record.batch_create'],
        signal,
      );
      taken += answer.records.length;
    }
    return taken;
  }

  async rows(base: BaseRef, signal?: AbortSignal): Promise<PlatformRow[]> {
    const fields = await this.#calls.pages(
      {
        op: 'bitable.field.list',
        method: 'GET',
        path: `${tablePath(base)}/fields`,
        params: { page_size: 100 },
      },
      ANSWERS['bitable.field.list'],
      signal,
    );
    const types = new Map(fields.map((f) => [f.field_name, f.type]));
    const rows = await this.#calls.pages(
      {
        op: 'bitable.record.search',
        method: 'POST',
        path: `${tablePath(base)}/records/search`,
        params: { page_size: 500 },
        data: { automatic_fields: true },
      },
      ANSWERS['bitable.record.search'],
      signal,
    );
    return rows.map((r) => ({
      record_id: r.record_id,
      fields: Object.fromEntries(
        Object.entries(r.fields).map(([name, value]) => [
          name,
          fromPlatform(types.get(name), value, this.#zone),
        ]),
      ),
      modified_by: this.#author(r.last_modified_by),
    }));
  }

  async open(token: string, signal?: AbortSignal): Promise<BaseRef & { title: string }> {
    const { app } = await this.#calls.call(
      { op: 'bitable.app.get', method: 'GET', path: `/bitable/v1/apps/${pathId(token)}` },
      ANSWERS['bitable.app.get'],
      signal,
    );
    const [first] = await this.#tables(token, signal);
    if (first === undefined) throw new Error(`base ${token} has no table`);
    return { kind: 'base', token, table_id: first.table_id, title: app.name };
  }

  #author(by: { id: string } | undefined): Author | null {
    return by === undefined ? null : this.#people.authorOf(by.id);
  }
}

function tablePath(base: BaseRef): string {
  return `/bitable/v1/apps/${pathId(base.token)}/tables/${pathId(base.table_id)}`;
}

function wireField(f: TableField): Record<string, unknown> {
  return {
    field_name: f.name,
    type: fieldTypeNumber(f),
    ...(f.options === undefined ? {} : { property: { options: f.options.map((o) => ({ name: o.name })) } }),
  };
}

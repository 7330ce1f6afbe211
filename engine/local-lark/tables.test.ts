import { expect, it } from 'vitest';
import type { LocalLark } from './index.ts';
import type { Caller } from './testing/caller.ts';
import { cast, onPlatform } from './testing/scene.ts';
import { MACHINE_CLOCK } from './core/clock.ts';

const TABLE = '/open-apis/bitable/v1/apps/:app_token/tables/:table_id';
const DAY = 86_400_000;

async function filled(
  platform: LocalLark,
): Promise<{ owner: Caller; params: Record<string, string>; annId: string; eveId: string }> {
  const { owner, annId, eveId } = await cast(platform);
  const app_token = await owner.get('POST /open-apis/bitable/v1/apps', 'app.app_token', {
    body: { name: 'B' },
  });
  const fields = [
    { field_name: 'Name', type: 1 },
    { field_name: 'Hours', type: 2 },
    { field_name: 'State', type: 3 },
    { field_name: 'Tags', type: 4 },
    { field_name: 'Due', type: 5 },
    { field_name: 'Done', type: 7 },
    { field_name: 'Who', type: 11 },
    { field_name: 'By', type: 1003 },
  ];
  const table_id = await owner.get('POST /open-apis/bitable/v1/apps/:app_token/tables', 'table_id', {
    params: { app_token },
    body: { table: { name: 'T', fields } },
  });
  const params = { app_token, table_id };
  const today = Date.UTC(2026, 0, 5);
  const records = [
    {
      Name: 'alpha',
      Hours: 8,
      State: 'open',
      Tags: ['x', 'y'],
      Due: today,
      Done: false,
      Who: [{ id: annId }],
    },
    {
      Name: 'beta',
      Hours: 16,
      State: 'closed',
      Tags: ['y'],
      Due: today + 2 * DAY,
      Done: true,
      Who: [{ id: annId }, { id: eveId }],
    },
    { Name: 'gamma', State: 'open' },
  ].map((f) => ({ fields: f }));
  await owner.call(`POST ${TABLE}/records/batch_create`, {
    params,
    query: { user_id_type: 'union_id' },
    body: { records },
  });
  return { owner, params, annId, eveId };
}

it('filters as the platform does', async () =>
  onPlatform({ clock: { ...MACHINE_CLOCK, now: () => Date.UTC(2026, 0, 5, 4) } }, async (platform) => {
    const { owner, params, annId, eveId } = await filled(platform);
    const search = async (
      conjunction: string,
      ...conditions: [string, string, string[]?][]
    ): Promise<string | number> => {
      const body = {
        filter: {
          conjunction,
          conditions: conditions.map(([field_name, operator, value]) => ({
            field_name,
            operator,
            ...(value === undefined ? {} : { value }),
          })),
        },
      };
      const answer = await owner.call(`POST ${TABLE}/records/search`, {
        params,
        query: { user_id_type: 'union_id' },
        body,
      });
      if (answer.body.code !== 0) return answer.body.code;
      const { items } = answer.body.data as unknown as { items: { fields: { Name: [{ text: string }] } }[] };
      return items.map((i) => i.fields.Name[0].text).join(' ');
    };
    expect(await search('and', ['Name', 'is', ['beta']])).toBe('beta');
    expect(await search('and', ['Name', 'contains', ['a']], ['State', 'is', ['open']])).toBe('alpha gamma');
    expect(await search('or', ['Name', 'is', ['beta']], ['Hours', 'isLess', ['10']])).toBe('alpha beta');
    expect(await search('and', ['Hours', 'isGreaterEqual', ['16.0']])).toBe('beta');
    expect(await search('and', ['Hours', 'isEmpty'])).toBe('gamma');
    expect(await search('and', ['Tags', 'contains', ['y']])).toBe('alpha beta');
    expect(await search('and', ['Tags', 'is', ['y']])).toBe('beta');
    expect(await search('and', ['Due', 'is', ['Today']])).toBe('alpha');
    expect(await search('and', ['Due', 'isGreater', ['ExactDate', String(Date.UTC(2026, 0, 5))]])).toBe(
      'beta',
    );
    expect(await search('and', ['Due', 'isGreaterEqual', ['Today']])).toBe(1254018);
    expect(await search('and', ['Done', 'is', ['true']])).toBe('beta');
    expect(await search('and', ['Who', 'contains', [eveId]])).toBe('beta');
    expect(await search('and', ['Who', 'is', [annId]])).toBe('alpha');
    expect(await search('and', ['Who', 'is', ['nobody']])).toBe(1254018);
    expect(await search('and', ['Nowhere', 'is', ['x']])).toBe(1254045);
  }));

it('one cell has other shapes in search, in the legacy list and in a write', async () =>
  onPlatform({}, async (platform) => {
    const { owner, params, annId } = await filled(platform);
    const query = { user_id_type: 'union_id', page_size: '1' };
    const person = expect.objectContaining({ id: annId, name: 'Ann' }) as unknown;
    const found = await owner.call(`POST ${TABLE}/records/search`, {
      params,
      query,
      body: { sort: [{ field_name: 'Hours', desc: false }] },
    });
    expect(found.body.data).toMatchObject({
      total: 3,
      has_more: true,
      items: [
        {
          fields: {
            Name: [{ type: 'text', text: 'alpha' }],
            Hours: 8,
            State: 'open',
            Who: [person],
            By: [{ name: 'Owner' }],
          },
        },
      ],
    });
    const listed = await owner.call(`GET ${TABLE}/records`, { params, query });
    expect(listed.body.data).toMatchObject({
      items: [
        { fields: { Name: 'alpha', Hours: '8', Tags: ['x', 'y'], Who: [person], By: { name: 'Owner' } } },
      ],
    });
    const next = (listed.body.data as unknown as { page_token: string }).page_token;
    const second = await owner.call(`GET ${TABLE}/records`, {
      params,
      query: { ...query, page_token: next },
    });
    expect(second.body.data).toMatchObject({ items: [{ fields: { Name: 'beta' } }] });
  }));

it('an update is logged with the row before and after; new select values become options', async () =>
  onPlatform({}, async (platform) => {
    const { owner, params } = await filled(platform);
    const record_id = await owner.get(`GET ${TABLE}/records`, 'items.0.record_id', { params });
    await owner.call(`PUT ${TABLE}/records/:record_id`, {
      params: { ...params, record_id },
      body: { fields: { State: 'stuck', Hours: null } },
    });
    expect(platform.operations().at(-1)).toMatchObject({
      op: 'bitable.record.update',
      resource: { kind: 'record', token: record_id, parent: `${params['app_token']}/${params['table_id']}` },
      before: { State: 'open', Hours: 8 },
      after: { State: 'stuck', Name: 'alpha' },
    });
    expect(platform.operations().at(-1)?.after).not.toHaveProperty('Hours');
    const fields = await owner.call(`GET ${TABLE}/fields`, { params });
    expect(JSON.stringify(fields.body.data)).toContain('"name":"stuck"');
  }));

import { expect, it } from 'vitest';
import { rawSocket } from './testing/raw-socket.ts';
import { cast, onPlatform } from './testing/scene.ts';

const BASE = '/open-apis/bitable/v1/apps/:app_token';
const T = `${BASE}/tables/:table_id`;
const FILE = '/open-apis/drive/v1/files/:file_token';

it('an app that watches a base hears of each row that changes, who changed it, and nothing when it stops', async () =>
  onPlatform({}, async (platform) => {
    const { owner, ownerApp, bot, ann, annId } = await cast(platform);
    const app_token = await owner.get('POST /open-apis/bitable/v1/apps', 'app.app_token', {
      body: { name: 'B' },
    });
    const table_id = await owner.get(`POST ${BASE}/tables`, 'table_id', {
      params: { app_token },
      body: { table: { name: 'T', fields: [{ field_name: 'Name', type: 1 }] } },
    });
    await owner.call('POST /open-apis/drive/v1/permissions/:token/members', {
      params: { token: app_token },
      query: { type: 'bitable' },
      body: { member_type: 'unionid', member_id: annId, perm: 'edit' },
    });
    const socket = await rawSocket(platform, ownerApp);
    const file = { params: { file_token: app_token }, query: { file_type: 'bitable' } };
    expect((await bot.call(`POST ${FILE}/subscribe`, file)).body.code).toBe(1061004);
    const row = (name: string) =>
      ann.get(`POST ${T}/records`, 'record.record_id', {
        params: { app_token, table_id },
        body: { fields: { Name: name } },
      });
    await row('before');
    await owner.call(`POST ${FILE}/subscribe`, file);
    const record_id = await row('a');
    const one = { app_token, table_id, record_id };
    await ann.call(`PUT ${T}/records/:record_id`, { params: one, body: { fields: { Name: 'b' } } });
    await ann.call(`DELETE ${T}/records/:record_id`, { params: one });
    await owner.call(`DELETE ${FILE}/delete_subscribe`, file);
    await row('after');
    const heard = () =>
      socket.events
        .filter((e) => e.header.event_type === 'drive.file.bitable_record_changed_v1')
        .map((e) => e.event as { operator_id: { union_id: string }; action_list: Record<string, unknown>[] });
    while (heard().length < 3) await new Promise((resolve) => setImmediate(resolve));
    const value = (field_value: string): unknown[] => [expect.objectContaining({ field_value })];
    expect(heard().map((e) => [e.operator_id.union_id, e.action_list])).toEqual([
      [annId, [{ record_id, action: 'record_added', before_value: [], after_value: value('a') }]],
      [annId, [{ record_id, action: 'record_edited', before_value: value('a'), after_value: value('b') }]],
      [annId, [{ record_id, action: 'record_deleted', before_value: value('b'), after_value: [] }]],
    ]);
    socket.close();
  }));

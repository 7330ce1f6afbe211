import { expect, it } from 'vitest';
import { tenantToken, type Caller } from './testing/caller.ts';
import { cast, onPlatform } from './testing/scene.ts';

const V3 = '/open-apis/contact/v3';
const query = { user_id_type: 'union_id' };

it('departments hold people; who is in none is found under the root', async () =>
  onPlatform({}, async (platform) => {
    const { owner, annId, eveId } = await cast(platform);
    const office = owner.as(
      await tenantToken(
        platform,
        platform.createApp('office', { name: 'Office', scopes: ['contact:contact'] }),
      ),
    );
    const make = (name: string, parent_department_id: string) =>
      office.get(`POST ${V3}/departments`, 'department.open_department_id', {
        body: { name, parent_department_id },
      });
    const yard = await make('Yard', '0');
    const crane = await make('Cranes', yard);
    await office.get(`PATCH ${V3}/users/:user_id`, 'user.name', {
      params: { user_id: annId },
      query,
      body: { department_ids: [crane], job_title: 'Dispatcher', leader_user_id: eveId },
    });
    const people = async (department_id: string) => {
      const found = await owner.call(`GET ${V3}/users/find_by_department`, {
        query: { ...query, department_id },
      });
      return (found.body.data['items'] as unknown as { union_id: string }[] | undefined)?.map(
        (u) => u.union_id,
      );
    };
    expect([await people('0'), await people(yard), await people(crane)]).toEqual([[eveId], [], [annId]]);
    const ann = await owner.call(`GET ${V3}/users/:user_id`, { params: { user_id: annId }, query });
    expect(ann.body.data['user']).toMatchObject({
      job_title: 'Dispatcher',
      leader_user_id: eveId,
      department_ids: [crane],
      department_path: [{ department_path: { department_path_name: { name: 'Yard/Cranes' } } }],
    });
    const one = await owner.call(`GET ${V3}/departments/:department_id`, { params: { department_id: yard } });
    expect(one.body.data['department']).toMatchObject({
      name: 'Yard',
      parent_department_id: '0',
      member_count: 1,
    });
    const missing = await owner.call(`GET ${V3}/departments/:department_id`, {
      params: { department_id: 'od-x' },
    });
    expect(missing.body.code).toBe(40015);
    expect(
      (await office.call(`POST ${V3}/departments`, { body: { name: 'Yard', parent_department_id: '0' } }))
        .body.code,
    ).toBe(43022);
  }));

it('only an app with the scope changes the directory; an attempt without it is on record', async () =>
  onPlatform({}, async (platform) => {
    const { owner, ann, annId, ownerApp } = await cast(platform);
    const change = (who: Caller) =>
      who.call(`PATCH ${V3}/users/:user_id`, { params: { user_id: annId }, query, body: { name: 'Boss' } });
    const refused = await change(owner);
    expect(refused.body).toMatchObject({
      code: 99991672,
      error: { permission_violations: [{ subject: 'contact:contact' }] },
    });
    expect((await change(ann)).body.code).toBe(99991668);
    expect(platform.operations().filter((op) => op.op === 'contact.user.update')).toMatchObject([
      {
        outcome: 'blocked',
        code: 99991672,
        actor: { id: ownerApp.app_id },
        resource: { kind: 'user', token: annId },
      },
    ]);
  }));

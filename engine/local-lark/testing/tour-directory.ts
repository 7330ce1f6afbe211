import type { Caller } from './caller.ts';

const V3 = '/open-apis/contact/v3';

/** The company's directory, kept by an app that may: departments, and what is said of people. */
export async function directory(office: Caller, ann: string, bob: string): Promise<void> {
  const query = { user_id_type: 'union_id' };
  const make = (name: string, parent_department_id: string): Promise<string> =>
    office.get(`POST ${V3}/departments`, 'department.open_department_id', {
      query,
      body: { name, parent_department_id, leader_user_id: bob },
    });
  const yard = await make('Yard', '0');
  const crane = await make('Cranes', yard);
  await make('Cold store', yard);
  await office.call(`PATCH ${V3}/users/:user_id`, {
    params: { user_id: ann },
    query,
    body: {
      nickname: 'Annie',
      mobile: '+8613011111111',
      mobile_visible: true,
      gender: 2,
      city: 'Ningbo',
      country: 'CN',
      work_station: 'Pier 4',
      join_time: 1_700_000_000,
      employee_no: '7',
      employee_type: 1,
      enterprise_email: 'ann@example.com',
      job_title: 'Dispatcher',
      geo: 'cn',
      job_level_id: 'l2',
      job_family_id: 'f1',
      leader_user_id: bob,
      dotted_line_leader_user_ids: [bob],
      department_ids: [crane],
    },
  });
  await office.call(`PATCH ${V3}/users/:user_id`, {
    params: { user_id: bob },
    query,
    body: { department_ids: [crane] },
  });
  await office.call(`GET ${V3}/departments/:department_id`, { params: { department_id: yard }, query });
  const one = { page_size: '1' };
  await office.call(`GET ${V3}/departments/:department_id/children`, {
    params: { department_id: yard },
    query: { ...query, ...one },
  });
  await office.call(`GET ${V3}/users/find_by_department`, {
    query: { ...query, ...one, department_id: crane },
  });
  await office.call(`POST ${V3}/users/basic_batch`, { query, body: { user_ids: [ann] } });
}

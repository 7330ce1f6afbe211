import { write, type Write } from './write.ts';

const V3 = '/open-apis/contact/v3';

/** The directory of people; refused for want of the scope. */
export const directoryWrites: readonly Write[] = [
  write(
    'contact.user.update',
    `PATCH ${V3}/users/:user_id`,
    (ids) => ({
      params: { user_id: ids['ann'] ?? '' },
      query: { user_id_type: 'union_id' },
      body: { job_title: 'Chief' },
    }),
    {
      undo: [
        `PATCH ${V3}/users/:user_id`,
        (ids) => ({
          params: { user_id: ids['ann'] ?? '' },
          query: { user_id_type: 'union_id' },
          body: { job_title: 'Dispatcher' },
        }),
      ],
      exact: true,
    },
  ),
];

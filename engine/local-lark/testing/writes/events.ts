import { EVENTS, hour } from './paths.ts';
import { after, all, having, made, write, type Shape, type Write } from './write.ts';

const invited: Shape = (ids) => ({
  ...all(ids),
  query: { user_id_type: 'union_id' },
  body: { attendees: [{ type: 'user', user_id: ids['ann'] }] },
});
const uninvited: Shape = (ids) => ({
  ...all(ids),
  query: { user_id_type: 'union_id' },
  body: { delete_ids: [{ type: 'user', user_id: ids['ann'] }] },
});
const event = write(
  'calendar.event.create',
  `POST ${EVENTS}`,
  having(all, { summary: 'More', ...hour(1_800_010_000) }),
  {
    keep: ['event', 'event.event_id'],
    undo: [`DELETE ${EVENTS}/:event_id`, made(all, 'event_id', 'event')],
  },
);
const unevent = write('calendar.event.delete', `DELETE ${EVENTS}/:event_id`, made(all, 'event_id', 'event'));
const ATTENDEES = `${EVENTS}/:event_id/attendees`;
const invite = write('calendar.event.attendee.create', `POST ${ATTENDEES}`, invited, {
  undo: [`POST ${ATTENDEES}/batch_delete`, uninvited],
  exact: true,
});
const uninvite = write('calendar.event.attendee.delete', `POST ${ATTENDEES}/batch_delete`, uninvited);

/** Events and who is invited. */
export const eventWrites: readonly Write[] = [
  event,
  after(event, unevent, ['calendar.event.delete']),
  write('calendar.event.update', `PATCH ${EVENTS}/:event_id`, having(all, { summary: 'Else' }), {
    undo: [`PATCH ${EVENTS}/:event_id`, having(all, { summary: 'Review' })],
    exact: true,
  }),
  invite,
  after(invite, uninvite, ['calendar.event.attendee.delete']),
];

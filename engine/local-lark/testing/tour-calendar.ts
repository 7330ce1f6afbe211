import type { Caller } from './caller.ts';

const V4 = '/open-apis/calendar/v4';
const EVENTS = `${V4}/calendars/:calendar_id/events`;

/** Calendars, events, who is invited, who is busy. */
export async function calendars(bot: Caller, user: Caller, ann: string): Promise<void> {
  const calendar_id = await bot.get(`POST ${V4}/calendars/primary`, 'calendars.0.calendar.calendar_id');
  await bot.call(`GET ${V4}/calendars`);
  await bot.call(`POST ${V4}/calendars`, { body: { summary: 'Yard', permissions: 'public' } });
  await bot.call(`GET ${V4}/calendars/:calendar_id`, { params: { calendar_id } });
  const params = { calendar_id };
  const time = (timestamp: string) => ({ timestamp, timezone: 'Asia/Shanghai' });
  const event_id = await bot.get(`POST ${EVENTS}`, 'event.event_id', {
    params,
    query: { idempotency_key: 'k' },
    body: {
      summary: 'Review',
      start_time: time('1800000000'),
      end_time: time('1800003600'),
      location: { name: 'Pier 4' },
      reminders: [{ minutes: 5 }],
    },
  });
  const one = { calendar_id, event_id };
  const query = { user_id_type: 'union_id' };
  const body = { attendees: [{ type: 'user', user_id: ann }] };
  await bot.call(`POST ${EVENTS}/:event_id/attendees`, { params: one, query, body });
  await user.call(`POST ${EVENTS}/:event_id/reply`, {
    params: { calendar_id: 'primary', event_id },
    body: { rsvp_status: 'accept' },
  });
  await bot.call(`GET ${EVENTS}/:event_id/attendees`, { params: one, query });
  await bot.call(`GET ${EVENTS}/:event_id`, { params: one, query: { ...query, need_attendee: 'true' } });
  await bot.call(`GET ${EVENTS}`, { params });
  const span = { start_time: '1799990000', end_time: '1800090000' };
  await bot.call(`GET ${EVENTS}/instance_view`, { params, query: span });
  await bot.call(`POST ${EVENTS}/search`, { params, body: { query: 'review' } });
  await bot.call(`PATCH ${EVENTS}/:event_id`, { params: one, body: { description: 'weekly' } });
  await bot.call(`POST ${V4}/freebusy/list`, {
    query,
    body: { time_min: '2027-01-14T00:00:00+08:00', time_max: '2027-01-17T00:00:00+08:00', user_id: ann },
  });
  await bot.call(`POST ${EVENTS}/:event_id/attendees/batch_delete`, {
    params: one,
    query,
    body: { delete_ids: [{ type: 'user', user_id: ann }] },
  });
  await bot.call(`DELETE ${EVENTS}/:event_id`, { params: one });
}

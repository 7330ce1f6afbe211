import * as z from 'zod';
import { newId } from '../core/ids.ts';
import type { CalendarEvent } from '../core/model.ts';
import { resolveUser } from '../core/resolve.ts';
import { principalOf } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, queryFlag, userIdType } from '../http/validate.ts';
import { calendarErrors, calendarFor, eventsIn, instant, roleIn } from './calendars.ts';
import {
  checkOrder,
  EventBody,
  eventFor,
  mayChange,
  shownEvent,
  timeOf,
  wireAttendee,
  wireEvent,
} from './events.ts';

const EVENTS = '/open-apis/calendar/v4/calendars/:calendar_id/events';
/** ms; how long `idempotency_key` guards against a second creation (the documentation gives no span) */
const KEY_LIFE = 24 * 3600_000;
const seconds = z.string().regex(/^\d+$/, 'must be seconds').optional();

function resource(event: CalendarEvent) {
  return { kind: 'event', token: event.event_id, parent: event.calendar_id } as const;
}

/** Optional parts of an event; those that were not given are left out. */
function given(body: EventBody): Partial<CalendarEvent> {
  const { need_notification: _told, start_time, end_time, ...rest } = body;
  return Object.fromEntries(
    Object.entries({
      ...rest,
      start_time: start_time === undefined ? undefined : timeOf('start_time', start_time),
      end_time: end_time === undefined ? undefined : timeOf('end_time', end_time),
    }).filter(([, value]) => value !== undefined),
  );
}

/** Events of calendars. A series is kept as its rule; its single days are not told apart. */
export const eventRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: EVENTS,
    op: 'calendar.event.create',
    query: z.object({ user_id_type: userIdType(), idempotency_key: z.string().max(128).optional() }),
    body: EventBody.required({ start_time: true, end_time: true }),
    run: ({ world, actor, params, query, body }) => {
      const calendar = calendarFor(world, actor, params.calendar_id, 'owner');
      const me = principalOf(actor);
      const memory = `event|${me}|${calendar.calendar_id}|${query.idempotency_key ?? ''}`;
      const known =
        query.idempotency_key === undefined ? undefined : world.rows.events.get(world.recall(memory) ?? '');
      if (known !== undefined) return { data: { event: wireEvent(world, actor, query.user_id_type, known) } };
      const event: CalendarEvent = {
        event_id: `${newId.uuid()}_0`,
        seq: world.store.nextSeq(),
        calendar_id: calendar.calendar_id,
        organizer: me,
        summary: '',
        description: '',
        visibility: 'default',
        attendee_ability: 'none',
        free_busy_status: 'busy',
        reminders: [],
        status: 'confirmed',
        attendees: [],
        created_at: world.now(),
        ...given(body),
        start_time: timeOf('start_time', body.start_time),
        end_time: timeOf('end_time', body.end_time),
      };
      checkOrder(event);
      world.store.put(world.rows.events, event.event_id, event);
      if (query.idempotency_key !== undefined) world.remember(memory, event.event_id, KEY_LIFE);
      world.done(actor, { op: 'calendar.event.create', resource: resource(event), after: shownEvent(event) });
      return { data: { event: wireEvent(world, actor, query.user_id_type, event) } };
    },
  }),
  route({
    method: 'GET',
    path: EVENTS,
    op: 'calendar.event.list',
    query: z.object({
      user_id_type: userIdType(),
      start_time: seconds,
      end_time: seconds,
      anchor_time: seconds,
      sync_token: z.string().optional(),
      ...paging(1000, 500),
    }),
    run: ({ world, actor, params, query }) => {
      const calendar = calendarFor(world, actor, params.calendar_id, 'reader');
      const rows = eventsIn(world, calendar)
        .filter((e) => e.status === 'confirmed')
        .filter((e) => roleIn(actor, calendar) === 'owner' || e.visibility !== 'private')
        .filter((e) => instant(e.end_time) >= Number(query.start_time ?? query.anchor_time ?? 0) * 1000)
        .filter(
          (e) => query.end_time === undefined || instant(e.start_time) <= Number(query.end_time) * 1000,
        );
      const page = pageOf(rows, query, (e) => e.event_id, calendarErrors.parameters);
      return {
        data: {
          has_more: page.has_more,
          page_token: page.page_token ?? '',
          sync_token: '',
          items: page.items.map((e) => wireEvent(world, actor, query.user_id_type, e)),
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: `${EVENTS}/instance_view`,
    op: 'calendar.event.instance_view',
    query: z.object({
      user_id_type: userIdType(),
      start_time: z.string().regex(/^\d+$/, 'must be seconds'),
      end_time: z.string().regex(/^\d+$/, 'must be seconds'),
    }),
    run: ({ world, actor, params, query }) => {
      const calendar = calendarFor(world, actor, params.calendar_id, 'reader');
      const items = eventsIn(world, calendar).filter(
        (e) =>
          e.status === 'confirmed' &&
          (roleIn(actor, calendar) === 'owner' || e.visibility !== 'private') &&
          instant(e.start_time) < Number(query.end_time) * 1000 &&
          instant(e.end_time) > Number(query.start_time) * 1000,
      );
      return {
        data: {
          items: items.map((e) => {
            // the documented list of days has neither of these
            const {
              create_time: _made,
              reminders: _told,
              recurrence: _rule,
              ...shown
            } = wireEvent(world, actor, query.user_id_type, e);
            return {
              ...shown,
              attendees: e.attendees.map((a) => wireAttendee(world, actor, query.user_id_type, e, a)),
            };
          }),
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: `${EVENTS}/search`,
    op: 'calendar.event.search',
    query: z.object({ user_id_type: userIdType(), ...paging(100, 20) }),
    body: z.object({
      query: z.string(),
      filter: z
        .object({
          start_time: EventBody.shape.start_time,
          end_time: EventBody.shape.end_time,
          user_ids: z.array(z.string()).optional(),
          chat_ids: z.array(z.string()).optional(),
        })
        .optional(),
    }),
    run: ({ world, actor, params, query, body: { query: words, filter } }) => {
      const calendar = calendarFor(world, actor, params.calendar_id, 'reader');
      const from =
        filter?.start_time === undefined ? -Infinity : instant(timeOf('start_time', filter.start_time));
      const to = filter?.end_time === undefined ? Infinity : instant(timeOf('end_time', filter.end_time));
      const who = [
        ...(filter?.user_ids ?? []).map((id) => resolveUser(world, actor, query.user_id_type, id)),
        ...(filter?.chat_ids ?? []),
      ];
      const rows = eventsIn(world, calendar)
        .filter((e) => e.status === 'confirmed' && e.summary.toLowerCase().includes(words.toLowerCase()))
        .filter((e) => roleIn(actor, calendar) === 'owner' || e.visibility !== 'private')
        .filter((e) => instant(e.end_time) >= from && instant(e.start_time) <= to)
        .filter((e) => who.length === 0 || e.attendees.some((a) => who.includes(a.who)));
      const page = pageOf(rows, query, (e) => e.event_id, calendarErrors.parameters);
      return {
        data: {
          items: page.items.map((e) => {
            const { create_time: _made, ...shown } = wireEvent(world, actor, query.user_id_type, e);
            return shown;
          }),
          page_token: page.page_token ?? '',
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: `${EVENTS}/:event_id`,
    op: 'calendar.event.get',
    query: z.object({ user_id_type: userIdType(), need_attendee: queryFlag() }),
    run: ({ world, actor, params, query }) => {
      const event = eventFor(world, actor, params.calendar_id, params.event_id);
      const attendees = event.attendees.map((a) => wireAttendee(world, actor, query.user_id_type, event, a));
      return {
        data: {
          event: {
            ...wireEvent(world, actor, query.user_id_type, event),
            ...(query.need_attendee ? { attendees, has_more_attendee: false } : {}),
          },
        },
      };
    },
  }),
  route({
    method: 'PATCH',
    path: `${EVENTS}/:event_id`,
    op: 'calendar.event.update',
    query: z.object({ user_id_type: userIdType() }),
    body: EventBody,
    run: ({ world, actor, params, query, body }) => {
      const event = eventFor(world, actor, params.calendar_id, params.event_id);
      mayChange(world, actor, event, ['can_modify_event']);
      const changed: CalendarEvent = { ...event, ...given(body) };
      checkOrder(changed);
      world.store.put(world.rows.events, event.event_id, changed);
      world.done(actor, {
        op: 'calendar.event.update',
        resource: resource(event),
        before: shownEvent(event),
        after: shownEvent(changed),
      });
      return { data: { event: wireEvent(world, actor, query.user_id_type, changed) } };
    },
  }),
  route({
    method: 'DELETE',
    path: `${EVENTS}/:event_id`,
    op: 'calendar.event.delete',
    query: z.object({ need_notification: z.enum(['true', 'false']).optional() }),
    run: ({ world, actor, params }) => {
      const event = eventFor(world, actor, params.calendar_id, params.event_id);
      mayChange(world, actor, event, []);
      const gone: CalendarEvent = { ...event, status: 'cancelled' };
      world.store.put(world.rows.events, event.event_id, gone);
      world.done(actor, {
        op: 'calendar.event.delete',
        resource: resource(event),
        before: shownEvent(event),
      });
      return { data: {} };
    },
  }),
  route({
    method: 'POST',
    path: `${EVENTS}/:event_id/reply`,
    op: 'calendar.event.reply',
    body: z.object({ rsvp_status: z.enum(['accept', 'decline', 'tentative']) }),
    run: ({ world, actor, params, body }) => {
      const event = eventFor(world, actor, params.calendar_id, params.event_id);
      const me = principalOf(actor);
      const own = event.attendees.find((a) => a.who === me);
      if (own === undefined) throw calendarErrors.notPermitted(event);
      const attendees = event.attendees.map((a) => (a === own ? { ...a, rsvp_status: body.rsvp_status } : a));
      world.store.put(world.rows.events, event.event_id, { ...event, attendees });
      world.done(actor, {
        op: 'calendar.event.reply',
        resource: resource(event),
        before: { rsvp_status: own.rsvp_status },
        after: { rsvp_status: body.rsvp_status },
      });
      return { data: {} };
    },
  }),
];

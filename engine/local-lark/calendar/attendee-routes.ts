import * as z from 'zod';
import { hex } from '../core/ids.ts';
import type { Actor, Attendee, CalendarEvent } from '../core/model.ts';
import { resolveUser, type UserIdType } from '../core/resolve.ts';
import type { World } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, userIdType } from '../http/validate.ts';
import { calendarErrors } from './calendars.ts';
import { eventFor, mayChange, wireAttendee } from './events.ts';

const ATTENDEES = '/open-apis/calendar/v4/calendars/:calendar_id/events/:event_id/attendees';
const MOST = 3000;

const Wanted = z.object({
  type: z.enum(['user', 'chat', 'resource', 'third_party']).default('user'),
  is_optional: z.boolean().default(false),
  user_id: z.string().optional(),
  chat_id: z.string().optional(),
  third_party_email: z.string().optional(),
});
type Wanted = z.infer<typeof Wanted>;

/** Whom an entry names. Meeting rooms do not exist here. @throws LarkError 190014 */
function whoIs(world: World, actor: Actor, idType: UserIdType, wanted: Omit<Wanted, 'is_optional'>): string {
  if (wanted.type === 'user' && wanted.user_id !== undefined)
    return resolveUser(world, actor, idType, wanted.user_id);
  if (
    wanted.type === 'chat' &&
    wanted.chat_id !== undefined &&
    world.rows.chats.get(wanted.chat_id) !== undefined
  )
    return wanted.chat_id;
  if (wanted.type === 'third_party' && wanted.third_party_email !== undefined)
    return wanted.third_party_email;
  throw calendarErrors.details(`attendees: a ${wanted.type} needs an id that exists`);
}

function change(
  world: World,
  actor: Actor,
  event: CalendarEvent,
  op: string,
  attendees: readonly Attendee[],
): CalendarEvent {
  const changed = { ...event, attendees };
  world.store.put(world.rows.events, event.event_id, changed);
  world.done(actor, {
    op,
    resource: { kind: 'event', token: event.event_id, parent: event.calendar_id },
    before: { attendees: event.attendees.map((a) => a.who) },
    after: { attendees: attendees.map((a) => a.who) },
  });
  return changed;
}

export const attendeeRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: ATTENDEES,
    op: 'calendar.event.attendee.create',
    query: z.object({ user_id_type: userIdType() }),
    body: z.object({
      attendees: z.array(Wanted).min(1).max(1000),
      need_notification: z.boolean().optional(),
      add_operator_to_attendee: z.boolean().optional(),
    }),
    run: ({ world, actor, params, query, body }) => {
      const event = eventFor(world, actor, params.calendar_id, params.event_id);
      mayChange(world, actor, event, ['can_invite_others', 'can_modify_event']);
      const wanted = body.attendees.map((one): Attendee => {
        const type = one.type === 'resource' ? 'user' : one.type;
        return {
          attendee_id: `${type}_${hex(16)}`,
          type,
          who: whoIs(world, actor, query.user_id_type, one),
          is_optional: one.is_optional,
          rsvp_status: 'needs_action',
        };
      });
      const fresh = wanted.filter((a) => !event.attendees.some((known) => known.who === a.who));
      const attendees = [...event.attendees, ...fresh];
      if (attendees.length > MOST) throw calendarErrors.details(`at most ${MOST} attendees`);
      const changed =
        fresh.length === 0 ? event : change(world, actor, event, 'calendar.event.attendee.create', attendees);
      // whoever is there already is answered as it stands
      const asked = changed.attendees.filter((a) => wanted.some((w) => w.who === a.who));
      return {
        data: { attendees: asked.map((a) => wireAttendee(world, actor, query.user_id_type, changed, a)) },
      };
    },
  }),
  route({
    method: 'GET',
    path: ATTENDEES,
    op: 'calendar.event.attendee.list',
    query: z.object({ user_id_type: userIdType(), ...paging(100, 20) }),
    run: ({ world, actor, params, query }) => {
      const event = eventFor(world, actor, params.calendar_id, params.event_id);
      const page = pageOf(event.attendees, query, (a) => a.attendee_id, calendarErrors.parameters);
      return {
        data: {
          items: page.items.map((a) => wireAttendee(world, actor, query.user_id_type, event, a)),
          has_more: page.has_more,
          page_token: page.page_token ?? '',
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: `${ATTENDEES}/batch_delete`,
    op: 'calendar.event.attendee.delete',
    query: z.object({ user_id_type: userIdType() }),
    body: z.object({
      attendee_ids: z.array(z.string()).default([]),
      delete_ids: z.array(Wanted.omit({ is_optional: true })).default([]),
      need_notification: z.boolean().optional(),
    }),
    run: ({ world, actor, params, query, body }) => {
      const event = eventFor(world, actor, params.calendar_id, params.event_id);
      mayChange(world, actor, event, ['can_invite_others', 'can_modify_event']);
      const who = body.delete_ids.map((one) => whoIs(world, actor, query.user_id_type, one));
      const left = event.attendees.filter(
        (a) => !body.attendee_ids.includes(a.attendee_id) && !who.includes(a.who),
      );
      if (left.length < event.attendees.length)
        change(world, actor, event, 'calendar.event.attendee.delete', left);
      return { data: {} };
    },
  }),
];

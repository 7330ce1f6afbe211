import * as z from 'zod';
import type { Actor, Attendee, CalendarEvent, EventTime } from '../core/model.ts';
import { idOf, type UserIdType } from '../core/resolve.ts';
import { principalOf, type World } from '../core/world.ts';
import {
  calendarErrors,
  calendarFor,
  calendarOf,
  eventsIn,
  instant,
  roleIn,
  takesPart,
} from './calendars.ts';

const Time = z.object({
  date: z.string().optional(),
  timestamp: z.string().optional(),
  timezone: z.string().optional(),
});

/** What may be said of an event, all optional: the times are asked for at creation only. */
export const EventBody = z.object({
  summary: z.string().max(1000).optional(),
  description: z.string().max(40960).optional(),
  need_notification: z.boolean().optional(),
  start_time: Time.optional(),
  end_time: Time.optional(),
  visibility: z.enum(['default', 'public', 'private']).optional(),
  attendee_ability: z.enum(['none', 'can_see_others', 'can_invite_others', 'can_modify_event']).optional(),
  free_busy_status: z.enum(['busy', 'free']).optional(),
  location: z
    .object({
      name: z.string().optional(),
      address: z.string().optional(),
      latitude: z.number().optional(),
      longitude: z.number().optional(),
    })
    .optional(),
  reminders: z.array(z.object({ minutes: z.number() })).optional(),
  recurrence: z.string().optional(),
});
export type EventBody = z.infer<typeof EventBody>;

/** A time as it is kept and shown. @throws LarkError 190014 */
export function timeOf(field: string, time: z.infer<typeof Time>): EventTime {
  if (time.timestamp !== undefined && /^\d+$/.test(time.timestamp))
    return { timestamp: time.timestamp, timezone: time.timezone ?? 'Asia/Shanghai' };
  if (
    time.date !== undefined &&
    /^\d{4}-\d{2}-\d{2}$/.test(time.date) &&
    !Number.isNaN(Date.parse(time.date))
  )
    return { date: time.date, timezone: 'UTC' };
  throw calendarErrors.details(`${field}: give timestamp (seconds) or date (YYYY-MM-DD)`);
}

/** @throws LarkError 190014 */
export function checkOrder(event: Pick<CalendarEvent, 'start_time' | 'end_time'>): void {
  if (instant(event.end_time) < instant(event.start_time))
    throw calendarErrors.details('end_time must not be before start_time');
}

/** An event as the caller sees it in this calendar. @throws LarkError 193000, 193001, 193003, 191002 */
export function eventFor(world: World, actor: Actor, calendarId: string, eventId: string): CalendarEvent {
  const calendar = calendarOf(world, actor, calendarId);
  if (!/^[0-9a-f-]{36}_\d+$/.test(eventId)) throw calendarErrors.badEventId();
  const event = world.rows.events.get(eventId);
  // who takes part in an event finds it under its organizer's calendar too
  const part = event !== undefined && takesPart(world, event, principalOf(actor));
  if (!part) calendarFor(world, actor, calendarId, 'reader');
  if (
    event === undefined ||
    !(event.calendar_id === calendar.calendar_id || eventsIn(world, calendar).includes(event))
  )
    throw calendarErrors.noEvent();
  if (!part && event.visibility === 'private' && roleIn(actor, calendar) !== 'owner')
    throw calendarErrors.notPermitted(event);
  if (event.status === 'cancelled') throw calendarErrors.eventDeleted();
  return event;
}

/** The organizer may do all; somebody invited what the event allows. @throws LarkError 193002 */
export function mayChange(
  world: World,
  actor: Actor,
  event: CalendarEvent,
  by: readonly CalendarEvent['attendee_ability'][],
): void {
  const me = principalOf(actor);
  const owns = event.organizer === me || calendarOf(world, actor, event.calendar_id).owner === me;
  if (owns || (by.includes(event.attendee_ability) && takesPart(world, event, me))) return;
  throw calendarErrors.notPermitted(event);
}

/** Whoever is invited by an invited group. */
function chatMembers(world: World, event: CalendarEvent, attendee: Attendee): Record<string, unknown>[] {
  const members = world.rows.chats.get(attendee.who)?.members ?? [];
  return members.map((member) => ({
    rsvp_status: attendee.rsvp_status,
    is_optional: attendee.is_optional,
    display_name: world.nameOf(member),
    is_organizer: member === event.organizer,
    is_external: false,
  }));
}

export function wireAttendee(
  world: World,
  actor: Actor,
  type: UserIdType,
  event: CalendarEvent,
  attendee: Attendee,
): Record<string, unknown> {
  const name =
    attendee.type === 'user'
      ? world.nameOf(attendee.who)
      : attendee.type === 'chat'
        ? (world.rows.chats.get(attendee.who)?.name ?? '')
        : attendee.who;
  return {
    type: attendee.type,
    attendee_id: attendee.attendee_id,
    rsvp_status: attendee.rsvp_status,
    is_optional: attendee.is_optional,
    is_organizer: attendee.who === event.organizer,
    is_external: attendee.type === 'third_party',
    display_name: name,
    ...(attendee.type === 'user'
      ? { user_id: idOf(world, world.viewOf(actor), type, attendee.who) }
      : attendee.type === 'chat'
        ? { chat_id: attendee.who, chat_members: chatMembers(world, event, attendee) }
        : { third_party_email: attendee.who }),
  };
}

export function wireEvent(
  world: World,
  actor: Actor,
  type: UserIdType,
  event: CalendarEvent,
): Record<string, unknown> {
  return {
    event_id: event.event_id,
    organizer_calendar_id: event.calendar_id,
    summary: event.summary,
    description: event.description,
    start_time: event.start_time,
    end_time: event.end_time,
    visibility: event.visibility,
    attendee_ability: event.attendee_ability,
    free_busy_status: event.free_busy_status,
    ...(event.location === undefined ? {} : { location: event.location }),
    color: -1,
    reminders: event.reminders,
    ...(event.recurrence === undefined ? {} : { recurrence: event.recurrence }),
    status: event.status,
    is_exception: false,
    create_time: String(Math.floor(event.created_at / 1000)),
    event_organizer: {
      user_id: idOf(world, world.viewOf(actor), type, event.organizer),
      display_name: world.nameOf(event.organizer),
    },
    app_link: `https://applink.feishu.cn/client/calendar/event/detail?calendarId=${encodeURIComponent(event.calendar_id)}&key=${event.event_id.split('_')[0] ?? ''}&originalTime=0&startTime=${String(instant(event.start_time) / 1000)}`,
  };
}

/** The part of an event that the operation log shows. */
export function shownEvent(event: CalendarEvent): Record<string, unknown> {
  return {
    summary: event.summary,
    start_time: event.start_time,
    end_time: event.end_time,
    attendees: event.attendees.map((a) => a.who),
    status: event.status,
  };
}

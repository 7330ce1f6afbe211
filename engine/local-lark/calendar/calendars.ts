import { createHash } from 'node:crypto';
import { LarkError } from '../core/errors.ts';
import type { Actor, Calendar, CalendarEvent, PrincipalId } from '../core/model.ts';
import { isApp, principalOf, type World } from '../core/world.ts';

/** What the calendar service says. */
export const calendarErrors = {
  parameters: () => new LarkError(400, 190002, 'invalid parameters in request'),
  details: (message: string) =>
    new LarkError(400, 190014, 'invalid request parameters. check details for more info.', { message }),
  noCalendar: () => new LarkError(404, 191000, 'calendar not found'),
  badCalendarId: () => new LarkError(400, 191001, 'invalid calendar_id'),
  noRole: (calendar: Calendar) =>
    new LarkError(403, 191002, 'no calendar access_role', {
      refused: { kind: 'calendar', token: calendar.calendar_id },
    }),
  badEventId: () => new LarkError(400, 193000, 'invalid event_id'),
  noEvent: () => new LarkError(404, 193001, 'event not found'),
  notPermitted: (event: CalendarEvent) =>
    new LarkError(403, 193002, 'no permission to operate event', {
      refused: { kind: 'event', token: event.event_id, parent: event.calendar_id },
    }),
  eventDeleted: () => new LarkError(403, 193003, 'event is deleted'),
};

/** Everybody's primary calendar exists from the start: its id follows from whose it is, so asking for it makes nothing. */
export function primaryCalendar(world: World, owner: PrincipalId): Calendar {
  const id = createHash('sha256').update(`calendar|${world.tenantKey}|${owner}`).digest('hex').slice(0, 32);
  return {
    calendar_id: `feishu.cn_${id}@group.calendar.feishu.cn`,
    seq: 0,
    owner,
    type: 'primary',
    summary: world.nameOf(owner),
    description: '',
    permissions: 'show_only_free_busy',
  };
}

export type Role = 'none' | 'free_busy_reader' | 'reader' | 'owner';

export function roleIn(actor: Actor, calendar: Calendar): Role {
  if (calendar.owner === principalOf(actor)) return 'owner';
  if (calendar.permissions === 'public') return 'reader';
  return calendar.permissions === 'show_only_free_busy' ? 'free_busy_reader' : 'none';
}

/**
 * The calendar with this id; `primary` is the caller's own.
 * @throws LarkError 191000, 191001
 */
export function calendarOf(world: World, actor: Actor, id: string): Calendar {
  if (id === 'primary') return primaryCalendar(world, principalOf(actor));
  if (!id.includes('@')) throw calendarErrors.badCalendarId();
  const shared = world.rows.calendars.get(id);
  if (shared !== undefined) return shared;
  for (const owner of [...world.rows.users.values()].map((u) => u.union_id))
    if (primaryCalendar(world, owner).calendar_id === id) return primaryCalendar(world, owner);
  for (const owner of [...world.rows.apps.values()].map((a) => a.app_id))
    if (primaryCalendar(world, owner).calendar_id === id) return primaryCalendar(world, owner);
  throw calendarErrors.noCalendar();
}

/** @throws LarkError 191002 when the caller may do less with it than this */
export function calendarFor(world: World, actor: Actor, id: string, needed: 'reader' | 'owner'): Calendar {
  const calendar = calendarOf(world, actor, id);
  const role = roleIn(actor, calendar);
  if (role === 'owner' || (role === 'reader' && needed === 'reader')) return calendar;
  throw calendarErrors.noRole(calendar);
}

export function wireCalendar(actor: Actor, calendar: Calendar): Record<string, unknown> {
  return {
    calendar_id: calendar.calendar_id,
    summary: calendar.summary,
    description: calendar.description,
    permissions: calendar.permissions,
    color: -1,
    type: calendar.type,
    summary_alias: '',
    is_deleted: false,
    is_third_party: false,
    role: roleIn(actor, calendar),
  };
}

/** Whether somebody takes part in an event: as organizer, by name, or as member of an invited group. */
export function takesPart(world: World, event: CalendarEvent, principal: PrincipalId): boolean {
  if (event.organizer === principal) return true;
  return event.attendees.some((a) => {
    if (a.rsvp_status === 'removed') return false;
    if (a.type === 'chat') return world.rows.chats.get(a.who)?.members.includes(principal) === true;
    if (a.type === 'third_party') return !isApp(principal) && world.user(principal)?.email === a.who;
    return a.who === principal;
  });
}

/** The events that stand in a calendar: its own, and in a primary one those to which its owner is invited. */
export function eventsIn(world: World, calendar: Calendar): CalendarEvent[] {
  const all =
    calendar.type === 'primary'
      ? [...world.rows.events.values()].filter(
          (e) => e.calendar_id === calendar.calendar_id || takesPart(world, e, calendar.owner),
        )
      : world.rows.events.inGroup(calendar.calendar_id);
  return all.sort((a, b) => a.seq - b.seq);
}

/** Begin or end of an event, ms; a day begins at midnight UTC, as all-day events do. */
export function instant(time: { date?: string; timestamp?: string }): number {
  return time.timestamp === undefined
    ? Date.parse(`${time.date ?? ''}T00:00:00Z`)
    : Number(time.timestamp) * 1000;
}

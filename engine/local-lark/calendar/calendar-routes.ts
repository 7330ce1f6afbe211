import * as z from 'zod';
import { hex } from '../core/ids.ts';
import type { Calendar } from '../core/model.ts';
import { idOf, resolveUser } from '../core/resolve.ts';
import { principalOf } from '../core/world.ts';
import { pageOf } from '../http/page.ts';
import { route, type Route } from '../http/route.ts';
import { paging, userIdType } from '../http/validate.ts';
import {
  calendarErrors,
  calendarOf,
  eventsIn,
  instant,
  primaryCalendar,
  roleIn,
  wireCalendar,
} from './calendars.ts';

const CALENDARS = '/open-apis/calendar/v4/calendars';

/** Calendars, and when people are busy: that everybody may ask. */
export const calendarRoutes: readonly Route[] = [
  route({
    method: 'POST',
    path: `${CALENDARS}/primary`,
    op: 'calendar.primary',
    query: z.object({ user_id_type: userIdType() }),
    run: ({ world, actor, query }) => {
      const me = principalOf(actor);
      return {
        data: {
          calendars: [
            {
              calendar: wireCalendar(actor, primaryCalendar(world, me)),
              user_id: idOf(world, world.viewOf(actor), query.user_id_type, me),
            },
          ],
        },
      };
    },
  }),
  route({
    method: 'GET',
    path: CALENDARS,
    op: 'calendar.list',
    query: z.object({ sync_token: z.string().optional(), ...paging(1000, 500) }),
    run: ({ world, actor, query }) => {
      const me = principalOf(actor);
      const mine = [
        primaryCalendar(world, me),
        ...world.rows.calendars.inGroup(me).sort((a, b) => a.seq - b.seq),
      ];
      const page = pageOf(mine, query, (c) => c.calendar_id, calendarErrors.parameters);
      return {
        data: {
          has_more: page.has_more,
          page_token: page.page_token ?? '',
          // changes since a time are not told: whoever syncs reads everything again
          ...(page.has_more ? {} : { sync_token: '' }),
          calendar_list: page.items.map((c) => wireCalendar(actor, c)),
        },
      };
    },
  }),
  route({
    method: 'POST',
    path: CALENDARS,
    op: 'calendar.create',
    body: z.object({
      summary: z.string().max(255).default(''),
      description: z.string().max(255).default(''),
      permissions: z.enum(['private', 'show_only_free_busy', 'public']).default('show_only_free_busy'),
      color: z.number().optional(),
      summary_alias: z.string().optional(),
    }),
    run: ({ world, actor, body }) => {
      const calendar: Calendar = {
        calendar_id: `feishu.cn_${hex(32)}@group.calendar.feishu.cn`,
        seq: world.store.nextSeq(),
        owner: principalOf(actor),
        type: 'shared',
        summary: body.summary,
        description: body.description,
        permissions: body.permissions,
      };
      world.store.put(world.rows.calendars, calendar.calendar_id, calendar);
      world.done(actor, {
        op: 'calendar.create',
        resource: { kind: 'calendar', token: calendar.calendar_id },
        after: { summary: calendar.summary, permissions: calendar.permissions },
      });
      return { data: { calendar: wireCalendar(actor, calendar) } };
    },
  }),
  route({
    method: 'GET',
    path: `${CALENDARS}/:calendar_id`,
    op: 'calendar.get',
    run: ({ world, actor, params }) => {
      const calendar = calendarOf(world, actor, params.calendar_id);
      if (roleIn(actor, calendar) === 'none') throw calendarErrors.noRole(calendar);
      return { data: wireCalendar(actor, calendar) };
    },
  }),
  route({
    method: 'POST',
    path: '/open-apis/calendar/v4/freebusy/list',
    op: 'calendar.freebusy.list',
    query: z.object({ user_id_type: userIdType() }),
    body: z.object({
      time_min: z.iso.datetime({ offset: true }),
      time_max: z.iso.datetime({ offset: true }),
      user_id: z.string(),
      only_busy: z.boolean().default(true),
      include_external_calendar: z.boolean().optional(),
    }),
    run: ({ world, actor, query, body }) => {
      const whose = resolveUser(world, actor, query.user_id_type, body.user_id);
      const [from, to] = [Date.parse(body.time_min), Date.parse(body.time_max)];
      const events = eventsIn(world, primaryCalendar(world, whose)).filter(
        (e) =>
          e.status === 'confirmed' &&
          (!body.only_busy || e.free_busy_status === 'busy') &&
          instant(e.start_time) < to &&
          instant(e.end_time) > from,
      );
      return {
        data: {
          freebusy_list: events.map((e) => ({
            start_time: new Date(instant(e.start_time)).toISOString(),
            end_time: new Date(instant(e.end_time)).toISOString(),
            rsvp_status: e.attendees.find((a) => a.who === whose)?.rsvp_status ?? 'accept',
          })),
        },
      };
    },
  }),
];

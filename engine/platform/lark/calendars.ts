import * as z from 'zod';
import { PlatformError, type NewEvent, type PlatformEvent } from '../port.ts';
import { ANSWERS, type WireTime } from './answers.ts';
import { pathId, type LarkCalls } from './call.ts';
import type { People } from './people.ts';

/** Calendars of actors, each spoken for by its own token. */
export class Calendars {
  readonly #calls: LarkCalls;
  readonly #people: People;
  constructor(calls: LarkCalls, people: People) {
    this.#calls = calls;
    this.#people = people;
  }

  async create(input: NewEvent, signal?: AbortSignal): Promise<{ event_id: string; calendar_id: string }> {
    const calendar_id = await this.#primary(input.organizer, signal);
    const events = `/calendar/v4/calendars/${encodeURIComponent(calendar_id)}/events`;
    const at = (iso: string) => ({ timestamp: String(Math.floor(Date.parse(iso) / 1000)) });
    const { event } = await this.#calls.call(
      {
        op: 'calendar.event.create',
        method: 'POST',
        path: events,
        params: { idempotency_key: input.key },
        data: { summary: input.title, start_time: at(input.start), end_time: at(input.end) },
        as: input.organizer,
      },
      ANSWERS['calendar.event.create'],
      signal,
    );
    if (input.attendees.length > 0) {
      // Whoever is invited already stays as he is, so that this may happen twice.
      const attendees = [];
      for (const actor of input.attendees)
        attendees.push({ type: 'user', user_id: await this.#people.openId(actor, signal) });
      await this.#calls.call(
        {
          op: 'calendar.event.attendee.create',
          method: 'POST',
          path: `${events}/${pathId(event.event_id)}/attendees`,
          params: { user_id_type: 'open_id' },
          data: { attendees, need_notification: false },
          as: input.organizer,
        },
        z.unknown(),
        signal,
      );
    }
    return { event_id: event.event_id, calendar_id };
  }

  async read(
    input: { actor: string; from: string; to: string },
    signal?: AbortSignal,
  ): Promise<PlatformEvent[]> {
    const calendar = await this.#primary(input.actor, signal);
    const seconds = (iso: string): string => String(Math.floor(Date.parse(iso) / 1000));
    const { items } = await this.#calls.call(
      {
        op: 'calendar.event.list',
        method: 'GET',
        path: `/calendar/v4/calendars/${encodeURIComponent(calendar)}/events`,
        params: {
          start_time: seconds(input.from),
          end_time: seconds(input.to),
          page_size: 1000,
          user_id_type: 'union_id',
        },
        as: input.actor,
      },
      ANSWERS['calendar.event.list'],
      signal,
    );
    return (items ?? [])
      .filter((e) => e.status !== 'cancelled')
      .map((e) => ({
        event_id: e.event_id,
        title: e.summary ?? '',
        organizer: this.#people.byUnion(e.event_organizer?.user_id ?? ''),
        start: instant(e.start_time),
        end: instant(e.end_time),
      }));
  }

  async #primary(actor: string, signal?: AbortSignal): Promise<string> {
    const answer = await this.#calls.call(
      {
        op: 'calendar.primary',
        method: 'POST',
        path: '/calendar/v4/calendars/primary',
        as: actor,
      },
      ANSWERS['calendar.primary'],
      signal,
    );
    const id = answer.calendars[0]?.calendar.calendar_id ?? '';
    if (!/^[\w.-]+@[\w.-]+$/.test(id))
      throw new PlatformError('calendar.primary', 200, 0, `"${id}" is not the id of a calendar`);
    return id;
  }
}

/** A whole day begins at midnight UTC. */
function instant(t: WireTime): string {
  return t.timestamp === undefined
    ? new Date(`${t.date ?? '1970-01-01'}T00:00:00Z`).toISOString()
    : new Date(Number(t.timestamp) * 1000).toISOString();
}

import { expect, it } from 'vitest';
import { inCompany } from './company.ts';

it('labels groups, and again without harm', async () => {
  await inCompany(async ({ platform, lark }) => {
    const made = { description: '', private: true, members: ['ann'] };
    const a = await platform.createGroup({ ...made, name: 'A', key: 'a' });
    const b = await platform.createGroup({ ...made, name: 'B', key: 'b' });
    const first = await platform.labelGroups({ name: 'Watch', chat_ids: [a.chat_id, b.chat_id] });
    const writes = lark.operations().length;
    expect(await platform.labelGroups({ name: 'Watch', chat_ids: [a.chat_id, b.chat_id] })).toEqual(first);
    expect(lark.operations()).toHaveLength(writes);
    expect(await platform.labels(b.chat_id)).toEqual(['Watch']);
  });
});

it('comments as an actor who can read the document, and reads what was said', async () => {
  await inCompany(async ({ platform }) => {
    const doc = await platform.createDocument({ title: 'Plan', markdown: 'text' });
    const line = { token: doc.token, actor: 'ann', text: 'newest first' };
    await expect(platform.comment(line)).rejects.toMatchObject({ code: 1069303 });
    await platform.share({ asset: doc, to: { kind: 'actor', actor: 'ann' }, perm: 'view' });
    const { comment_id } = await platform.comment(line);
    expect(await platform.comments(doc.token)).toMatchObject([
      { comment_id, author: { kind: 'npc', key: 'ann' }, text: 'newest first', solved: false, replies: [] },
    ]);
  });
});

it('puts an event into two calendars once, and into no third', async () => {
  await inCompany(async ({ platform }) => {
    const event = {
      organizer: 'ann',
      title: 'Review',
      start: '2026-09-06T07:00:00.000Z',
      end: '2026-09-06T08:00:00.000Z',
      attendees: ['bob'],
      key: 'k',
    };
    const made = await platform.createEvent(event);
    expect(await platform.createEvent(event)).toEqual(made);
    const day = { from: '2026-09-06T00:00:00Z', to: '2026-09-07T00:00:00Z' };
    const shown = {
      event_id: made.event_id,
      title: 'Review',
      organizer: { kind: 'npc', key: 'ann' },
      start: event.start,
      end: event.end,
    };
    expect(await platform.readCalendar({ actor: 'ann', ...day })).toEqual([shown]);
    expect(await platform.readCalendar({ actor: 'bob', ...day })).toEqual([shown]);
    expect(
      await platform.readCalendar({ actor: 'ann', from: '2026-09-07T00:00:00Z', to: '2026-09-08T00:00:00Z' }),
    ).toEqual([]);
    await platform.createEvent({ ...event, attendees: [], title: 'Alone', key: 'k2' });
    expect((await platform.readCalendar({ actor: 'bob', ...day })).map((e) => e.title)).toEqual(['Review']);
  });
});

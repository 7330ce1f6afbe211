import { expect, it } from 'vitest';
import { Inbox } from './inbox.ts';
import type { Incoming } from './workplace.ts';

const message = (id: string, chatId: string): Incoming => ({
  id,
  chatId,
  direct: false,
  threadId: undefined,
  text: id,
  raw: id,
  fromMe: false,
  sender: 'ou_1',
  mentions: [],
});

it('works on each message once, in order within a chat, and goes on after a failure', async () => {
  const done: string[] = [];
  const errors: unknown[] = [];
  const inbox = new Inbox(
    async ({ id }) => {
      await Promise.resolve();
      if (id === 'b') throw new Error('b failed');
      done.push(id);
    },
    (error) => errors.push(error),
  );
  for (const id of ['a', 'b', 'a', 'c']) inbox.put(message(id, 'chat'));
  expect(done).toEqual([]);
  await inbox.idle();
  expect(done).toEqual(['a', 'c']);
  expect(errors).toHaveLength(1);
});

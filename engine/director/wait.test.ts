import { EventEmitter, once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../clock/index.ts';
import type { AgentState } from './ports.ts';
import { waitForChange } from './wait.ts';

const START = Date.parse('2026-12-01T01:00:00Z');
const SEEN = { chats: ['oc_1'], version: 1 };

/** A gate that looks at one chat, of an agent that has an event on its way. */
function scene() {
  const clock = new VirtualClock(START);
  const events = new EventEmitter();
  const happens = async (what: string, signal?: AbortSignal): Promise<void> => {
    await once(events, what, signal === undefined ? {} : { signal });
  };
  let down: string | null = null;
  const agent: AgentState = {
    get down() {
      return down;
    },
    whenDown: (signal) => happens('down', signal),
    ...{ since: 0, durable: false, elsewhere: false },
  };
  const ctx = {
    agent,
    clock,
    params: { gate_max_sec: 900, observe_every_sec: 0.25 },
    activity: {
      version: () => 1,
      changed: (_chats: readonly string[], _seen: number, signal?: AbortSignal) => happens('change', signal),
      pending: () => ({ events: 1, calls: 0 }),
      idle: (_agent: string, signal?: AbortSignal) => happens('idle', signal),
    },
  };
  const tell = (what: string): void => {
    if (what === 'down') down = 'exited with code 1';
    events.emit(what);
  };
  return { ctx, clock, tell };
}

describe('a gate that waits', () => {
  it.each(['change', 'idle', 'down'])('goes on at once: %s', async (what) => {
    const { ctx, clock, tell } = scene();
    const leave = clock.enter();
    const waiting = waitForChange(ctx, { agent: 'helm' }, SEEN, 900_000, true);
    tell(what);
    await waiting;
    leave();
    expect(clock.now()).toBe(START);
  });

  it('gives up when its time is over', async () => {
    const { ctx, clock } = scene();
    const leave = clock.enter();
    await waitForChange(ctx, { agent: 'helm' }, SEEN, 900_000, true);
    leave();
    expect(clock.now()).toBe(START + 900_000);
  });

  it('is not woken again and again by an agent that is gone', async () => {
    const { ctx, clock, tell } = scene();
    tell('down');
    const leave = clock.enter();
    await waitForChange(ctx, { agent: 'helm' }, SEEN, 5000, false);
    leave();
    expect(clock.now()).toBe(START + 5000);
  });
});

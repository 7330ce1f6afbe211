import { describe, expect, it } from 'vitest';
import { realClock } from './real.ts';
import { VirtualClock } from './virtual.ts';

const HOUR = 3_600_000;

/** More turns of the event loop than a clock needs to go on. */
async function turns(): Promise<void> {
  for (let i = 0; i < 20; i++) await new Promise((resolve) => setImmediate(resolve));
}

describe('VirtualClock', () => {
  it('jumps from timer to timer in their order', async () => {
    const clock = new VirtualClock(1000);
    const seen: string[] = [];
    const leave = clock.enter();
    const waits = [30, 10, 20].map(async (minutes) => {
      const end = clock.enter();
      await clock.wait(minutes * 60_000);
      seen.push(`${minutes} at ${(clock.now() - 1000) / 60_000}`);
      end();
    });
    leave();
    await Promise.all(waits);
    expect(seen).toEqual(['10 at 10', '20 at 20', '30 at 30']);
  });

  it('stands still while somebody is busy', async () => {
    const clock = new VirtualClock(0);
    const leave = clock.enter();
    let rang = false;
    clock.after(HOUR, () => (rang = true));
    await turns();
    expect([clock.now(), rang]).toEqual([0, false]);
    leave();
    await new Promise<void>((resolve) => clock.after(HOUR, resolve));
    expect([clock.now(), rang]).toEqual([HOUR, true]);
  });

  it('lets a woken worker finish before the next timer of the same instant', async () => {
    const clock = new VirtualClock(0);
    const seen: string[] = [];
    const work = async (name: string): Promise<void> => {
      const end = clock.enter();
      await clock.wait(5);
      seen.push(`${name} begins`);
      await turns();
      seen.push(`${name} ends`);
      end();
    };
    await Promise.all([work('a'), work('b')]);
    expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
  });

  it('goes on from what others have seen, never back', () => {
    const clock = new VirtualClock(50);
    clock.atLeast(70);
    clock.atLeast(60);
    expect(clock.now()).toBe(70);
  });

  it('cancels', async () => {
    const clock = new VirtualClock(0);
    const seen: number[] = [];
    const leave = clock.enter();
    const cancel = clock.after(1, () => seen.push(1));
    clock.after(2, () => seen.push(2));
    cancel();
    const abort = new AbortController();
    const waiting = clock.wait(HOUR, abort.signal);
    abort.abort(new Error('enough'));
    await expect(waiting).rejects.toThrow('enough');
    await clock.wait(3);
    leave();
    expect(seen).toEqual([2]);
  });
});

describe('realClock', () => {
  it('waits, and cancels', async () => {
    const abort = new AbortController();
    const long = realClock.wait(2 ** 40, abort.signal);
    await realClock.wait(1);
    abort.abort(new Error('enough'));
    await expect(long).rejects.toThrow('enough');
    await expect(realClock.wait(1, abort.signal)).rejects.toThrow('enough');
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Leases } from './leases.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('Leases', () => {
  it('never gives one key twice, never lets a request starve, and its fences rise', async () => {
    const requests = fc.array(
      fc.record({
        keys: fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 3 }),
        turns: fc.nat(3),
        abort: fc.boolean(),
      }),
      { minLength: 1, maxLength: 14 },
    );
    await fc.assert(
      fc.asyncProperty(requests, async (all) => {
        const leases = new Leases(7);
        const held = new Set<string>();
        const fences: number[] = [];
        let done = 0;
        await Promise.all(
          all.map(async ({ keys, turns, abort }) => {
            const stop = new AbortController();
            if (abort) setImmediate(() => stop.abort(new Error('enough')));
            try {
              const lease = await leases.take(keys, stop.signal);
              fences.push(lease.fence);
              for (const key of lease.keys) {
                expect(held.has(key)).toBe(false);
                held.add(key);
              }
              for (let i = 0; i < turns; i++) await turn();
              lease.assertHeld();
              for (const key of lease.keys) held.delete(key);
              lease.release();
              expect(() => lease.assertHeld()).toThrow('no longer held');
            } catch (error) {
              if (!stop.signal.aborted) throw error;
            }
            done += 1;
          }),
        );
        expect(done).toBe(all.length);
        expect(held.size).toBe(0);
        expect(fences).toEqual([...fences].sort((x, y) => x - y));
        expect(new Set(fences).size).toBe(fences.length);
        expect(Math.min(8, ...fences)).toBe(8);
        // Whatever was aborted, nothing is left held.
        (await leases.take(['a', 'b', 'c', 'd'])).release();
      }),
      { numRuns: 100 },
    );
  });

  it('lets nobody overtake', async () => {
    const leases = new Leases();
    const first = await leases.take(['a']);
    const order: string[] = [];
    const second = leases.take(['b', 'a']).then((lease) => {
      order.push('second');
      lease.release();
    });
    const third = leases.take(['b']).then((lease) => {
      order.push('third');
      lease.release();
    });
    await turn();
    expect(order).toEqual([]);
    first.release();
    await Promise.all([second, third]);
    expect(order).toEqual(['second', 'third']);
  });
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, beforeEach, expect, it, onTestFinished } from 'vitest';
import { holderOf, isLease, takeLease, type Lease } from './lease.ts';
import { Leases, type LeaseOptions } from './leases.ts';

describe('the lease of an account', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'lease-'));
    onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  });

  async function take(holder = 'a run'): Promise<Lease> {
    const taken = await takeLease(dir, holder);
    if (!isLease(taken)) throw new Error(`held by ${taken.holder}`);
    return taken;
  }

  /** Puts the holder of a lease into another place than this process. */
  function rewrite(fence: number, by: object): string {
    const file = path.join(dir, `lease-${fence}.json`);
    const content = JSON.parse(readFileSync(file, 'utf8')) as { by: object };
    writeFileSync(file, JSON.stringify({ ...content, by: { ...content.by, ...by } }));
    return file;
  }

  it('is held by one at a time, and names who holds it', async () => {
    const first = await take('batch one');
    expect(await takeLease(dir, 'batch two')).toMatchObject({ holder: 'batch one', pid: process.pid });
    await first.release();
    expect(await holderOf(dir)).toBeNull();
    const second = await take('batch two');
    expect(second.fence).toBeGreaterThan(first.fence);
    expect(await first.holds()).toBe(false);
    expect(await second.holds()).toBe(true);
  });

  it('gives one of many that ask at once the lease, whatever was left there before', async () => {
    for (let round = 0; round < 8; round++) {
      const stale = await take();
      if (round % 2 === 0) rewrite(stale.fence, { started: '1' });
      else await stale.release();
      const all = await Promise.all(Array.from({ length: 8 }, (_, i) => takeLease(dir, `run ${i}`)));
      const got = all.filter(isLease);
      expect(got).toHaveLength(1);
      expect(await got[0]!.holds()).toBe(true);
      await got[0]!.release();
    }
    // Drafts and old numbers are cleared away.
    expect(readdirSync(dir)).toHaveLength(1);
  });

  it.skipIf(process.platform !== 'linux')(
    'passes over a holder that has ended, though its pid is given again',
    async () => {
      const old = await take();
      rewrite(old.fence, { started: '1' });
      const next = await take();
      expect(next.fence).toBe(old.fence + 1);
      // What the old one does now touches nothing.
      await old.release();
      expect(await next.holds()).toBe(true);
      expect(await holderOf(dir)).not.toBeNull();
    },
  );

  it('hears of a holder on another machine, and passes over one that is silent', async () => {
    const old = await take();
    const file = rewrite(old.fence, { host: 'another-machine', pid: 1 });
    expect(isLease(await takeLease(dir, 'here'))).toBe(false);
    utimesSync(file, 0, 0);
    expect((await take('here')).fence).toBe(old.fence + 1);
  });

  it('keeps nobody out by a damaged file', async () => {
    writeFileSync(path.join(dir, 'lease-7.json'), '{"half');
    expect((await take()).fence).toBe(8);
  });

  const options = (holder: string, more: Partial<LeaseOptions> = {}): LeaseOptions => ({
    holder,
    waitMs: 0,
    wait: () => Promise.resolve(),
    ...more,
  });
  const wanted = (...names: string[]) =>
    names.map((name) => ({ dir: path.join(dir, name), what: `actor "${name}"` }));

  it('refuses accounts that another run has, by its name, and keeps none of the others', async () => {
    const first = await Leases.take(wanted('b'), options('batch one'));
    await expect(Leases.take(wanted('a', 'b', 'c'), options('batch two'))).rejects.toThrow(
      /account of actor "b" is in use by batch one \(process \d+ on .*\); wait for it/,
    );
    expect(await holderOf(path.join(dir, 'a'))).toBeNull();
    await first.release();
    const second = await Leases.take(wanted('c', 'b', 'a'), options('batch two'));
    await second.release();
  });

  it('waits for them when it is told to, and says so once', async () => {
    const first = await Leases.take(wanted('a'), options('batch one'));
    const told: string[] = [];
    let looks = 0;
    const second = await Leases.take(
      wanted('a'),
      options('batch two', {
        waitMs: 60_000,
        waiting: (what, by) => told.push(`${what}: ${by.holder}`),
        wait: async () => {
          looks += 1;
          if (looks === 3) await first.release();
        },
      }),
    );
    expect(told).toEqual(['actor "a": batch one']);
    expect(looks).toBe(3);
    await second.release();
  });

  it('stops waiting when the run is stopped', async () => {
    const first = await Leases.take(wanted('a'), options('batch one'));
    const stop = new AbortController();
    const wait = async (): Promise<void> => {
      stop.abort();
      await Promise.resolve();
    };
    const waiting = Leases.take(wanted('a'), options('two', { waitMs: 9e9, wait, signal: stop.signal }));
    await expect(waiting).rejects.toThrow(/abort/);
    await first.release();
  });
});

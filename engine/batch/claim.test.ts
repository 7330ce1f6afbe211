import { existsSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimFolder } from './claim.ts';

const temp = (): string => mkdtempSync(path.join(tmpdir(), 'claim-'));

describe('the folder of a new batch', () => {
  it('is given to one claimer only, however many ask at once', async () => {
    const wanted = path.join(temp(), 'runs', 'harbor-20260907T0900');
    const claims = await Promise.all(Array.from({ length: 12 }, () => claimFolder(wanted, 'next-free')));
    expect(new Set(claims.map((c) => c.dir)).size).toBe(12);
    expect(claims.map((c) => c.dir)).toContain(wanted);
    expect(readdirSync(path.dirname(wanted))).toHaveLength(12);
  });

  it('with a name of its own is claimed once; the loser is told what to do', async () => {
    const wanted = path.join(temp(), 'b');
    const claims = await Promise.allSettled(
      Array.from({ length: 2 }, async () => {
        const claim = await claimFolder(wanted, 'exact');
        writeFileSync(path.join(claim.dir, 'manifest.json'), '{}');
      }),
    );
    // The second may still find the folder empty; it must never be told to make another.
    expect(claims.filter((c) => c.status === 'fulfilled').length).toBeGreaterThan(0);
    await expect(claimFolder(wanted, 'exact')).rejects.toThrow(/this batch exists.*--resume/);
    expect(readdirSync(path.dirname(wanted))).toEqual(['b']);
  });

  it('that held nothing is taken and left; one that was made is taken back', async () => {
    const empty = temp();
    await (await claimFolder(empty, 'exact')).release();
    expect(existsSync(empty)).toBe(true);
    const made = path.join(temp(), 'new');
    await (await claimFolder(made, 'exact')).release();
    expect(existsSync(made)).toBe(false);
  });

  it('is refused where a file is in its place', async () => {
    const file = path.join(temp(), 'b');
    writeFileSync(file, '');
    await expect(claimFolder(file, 'exact')).rejects.toThrow(/choose another name/);
    mkdirSync(`${file}-2`);
    expect((await claimFolder(file, 'next-free')).dir).toBe(`${file}-3`);
  });
});

import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { claimFolder } from './claim.ts';
import { tempDir } from '../temp-dir.fixture.ts';

describe('the folder of a new batch', () => {
  it('is given to one claimer only, however many ask at once', async () => {
    const wanted = path.join(tempDir(), 'runs', 'harbor-20260907T0900');
    const claims = await Promise.all(Array.from({ length: 12 }, () => claimFolder(wanted, 'next-free')));
    expect(new Set(claims.map((c) => c.dir)).size).toBe(12);
    expect(claims.map((c) => c.dir)).toContain(wanted);
    expect(readdirSync(path.dirname(wanted))).toHaveLength(12);
  });

  it.each(['is not there yet', 'stands there empty'])(
    'with a name of its own, that %s, is claimed once, however many ask at once',
    async (how) => {
      const wanted = path.join(tempDir(), 'b');
      if (how === 'stands there empty') mkdirSync(wanted);
      const claims = await Promise.allSettled(Array.from({ length: 12 }, () => claimFolder(wanted, 'exact')));
      const won = claims.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(won).toHaveLength(1);
      for (const one of claims)
        if (one.status === 'rejected') expect(String(one.reason)).toMatch(/this batch exists.*--resume/);
      await expect(claimFolder(wanted, 'exact')).rejects.toThrow(/this batch exists/);
      writeFileSync(path.join(wanted, 'manifest.json'), '{}');
      await won[0]?.keep();
      expect(readdirSync(wanted)).toEqual(['manifest.json']);
      await expect(claimFolder(wanted, 'exact')).rejects.toThrow(/this batch exists/);
      expect(readdirSync(path.dirname(wanted))).toEqual(['b']);
    },
  );

  it('that held nothing is taken and left; one that was made is taken back', async () => {
    const empty = tempDir();
    const claim = await claimFolder(empty, 'exact');
    writeFileSync(path.join(empty, 'half'), '');
    await claim.release();
    expect(readdirSync(empty)).toEqual([]);
    const made = path.join(tempDir(), 'new');
    await (await claimFolder(made, 'exact')).release();
    expect(existsSync(made)).toBe(false);
  });

  it('is refused where a file is in its place', async () => {
    const file = path.join(tempDir(), 'b');
    writeFileSync(file, '');
    await expect(claimFolder(file, 'exact')).rejects.toThrow(/choose another name/);
    mkdirSync(`${file}-2`);
    expect((await claimFolder(file, 'next-free')).dir).toBe(`${file}-3`);
  });

  it('that a killed claimer left without a batch is given anew; one with a batch never is', async () => {
    const wanted = path.join(tempDir(), 'b');
    const leave = (files: Readonly<Record<string, string>>): void => {
      mkdirSync(wanted, { recursive: true });
      for (const [name, text] of Object.entries(files)) writeFileSync(path.join(wanted, name), text);
    };
    leave({ '.claim': '4194000', 'half.json': '{' });
    const claims = await Promise.allSettled(Array.from({ length: 6 }, () => claimFolder(wanted, 'exact')));
    expect(claims.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(readdirSync(wanted)).toEqual(['.claim']);
    expect(readdirSync(path.dirname(wanted))).toEqual(['b']);
    leave({ '.claim': '4194000', 'manifest.json': '{}' });
    await expect(claimFolder(wanted, 'exact')).rejects.toThrow(/this batch exists/);
    leave({ '.claim': String(process.pid), 'half.json': '{' });
    rmSync(path.join(wanted, 'manifest.json'));
    await expect(claimFolder(wanted, 'exact')).rejects.toThrow(/this batch exists/);
  });
});

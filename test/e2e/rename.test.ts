import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { copyCompany, removeDir, runCli, SAMPLES, tempDir } from './company.ts';

const met = z.enum(['met', 'unmet']).nullable();
const report = z.object({
  verdicts: z.array(
    z.object({ case_id: z.string(), checkpoints: z.array(z.object({ id: z.string(), met })) }),
  ),
});
const renameMap = z.record(z.string(), z.record(z.string(), z.string()));
const factChanges = z.object({
  file: z.string(),
  find: z.string(),
  replace: z.string(),
  flips: z.array(z.object({ case: z.string(), point: z.string() })),
});

/** "H01 CP1" → met, unmet, or null while undecided. */
type Points = Record<string, z.infer<typeof met>>;

const readSample = (file: string): unknown => JSON.parse(readFileSync(path.join(SAMPLES, file), 'utf8'));

/** Puts the new name for the old one everywhere, in one pass and longest first, so that no name is put twice. */
function renamer(map: z.infer<typeof renameMap>): (text: string) => string {
  const names = new Map(Object.values(map).flatMap((part) => Object.entries(part)));
  const longestFirst = [...names.keys()].sort((a, b) => b.length - a.length);
  // no name has a character that means something in a pattern
  const any = new RegExp(longestFirst.join('|'), 'gu');
  return (text) => text.replaceAll(any, (name) => names.get(name) ?? name);
}

async function pointsOf(evalset: string, batch: string): Promise<Points> {
  const { code, stdout, stderr } = await runCli(['run', evalset, '--json', '--batch', batch]);
  expect(code, stderr).toBe(0);
  const { verdicts } = report.parse(JSON.parse(stdout));
  return Object.fromEntries(
    verdicts.flatMap((v) => v.checkpoints.map((c) => [`${v.case_id} ${c.id}`, c.met] as const)),
  );
}

describe('the sample company under other names and facts', () => {
  const dir = tempDir();
  const rename = renamer(renameMap.parse(readSample('rename-map.json')));
  const fact = factChanges.parse(readSample('fact-changes.json'));
  const touched: string[] = [];
  let original: Points;
  let renamed: Points;
  let changed: Points;

  beforeAll(async () => {
    const play = (name: string, edit: (file: string, text: string) => string) =>
      pointsOf(copyCompany({ edit, into: path.join(dir, name, 'harbor') }), path.join(dir, `batch-${name}`));
    [original, renamed, changed] = await Promise.all([
      play('original', (_file, text) => text),
      play('renamed', (_file, text) => rename(text)),
      play('changed', (file, text) => {
        if (`harbor/${file}` !== fact.file) return text;
        touched.push(file);
        expect(text).toContain(fact.find);
        return text.replaceAll(fact.find, fact.replace);
      }),
    ]);
  }, 120_000);
  afterAll(() => removeDir(dir));

  it('gets the same points under other names and numbers', () => {
    expect(Object.keys(original)).toHaveLength(new Set(Object.keys(original)).size);
    expect(Object.keys(original).length).toBeGreaterThan(40);
    expect(new Set(Object.values(original))).toContain('met');
    expect(new Set(Object.values(original))).toContain('unmet');
    expect(renamed).toEqual(original);
  });

  it('flips the points that ask for a changed fact, and no others', () => {
    expect(touched).toHaveLength(1);
    const flips = Object.fromEntries(fact.flips.map((f) => [`${f.case} ${f.point}`, 'unmet' as const]));
    for (const point of Object.keys(flips)) expect(original[point], point).toBe('met');
    expect(changed).toEqual({ ...original, ...flips });
  });
});

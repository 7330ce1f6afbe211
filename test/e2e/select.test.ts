import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { copyCompany, runCli, tempDirOfTest } from './company.ts';

// Every step is a process of its own: on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

interface Shown {
  readonly cases: readonly string[];
  readonly excluded: readonly { readonly case_id: string; readonly why: string }[];
  readonly uncovered: readonly { readonly dimension: string; readonly value: string }[];
  readonly budget: { readonly groups: readonly { readonly seconds: number }[] };
}

describe('sundowner select', () => {
  it('shows what compile then writes: cases for the time, with what they depend on, and what stays uncovered', async () => {
    const root = copyCompany({ into: path.join(tempDirOfTest(), 'harbor'), quiet: 2, wait: 12 });
    const cwd = path.dirname(root);
    writeFileSync(path.join(root, 'cases.deps.yaml'), 'cases:\n  H06:\n    depends_on: [H05]\n');
    const shown = await runCli(['select', root, '--budget', '25s', '--json'], { cwd });
    expect(shown.code, shown.stderr).toBe(0);
    const told = JSON.parse(shown.stdout) as Shown;
    expect(told.cases.length).toBeGreaterThan(3);
    expect(told.cases.length + told.excluded.length).toBe(12);
    expect(told.excluded.every(({ why }) => why !== '')).toBe(true);
    expect(told.budget.groups.every(({ seconds }) => seconds <= 25)).toBe(true);
    if (told.cases.includes('H06')) expect(told.cases).toContain('H05');

    const text = await runCli(['select', root, '--budget', '25s'], { cwd });
    expect(text.stdout).toContain(`${told.cases.length} cases: ${told.cases.join(' ')}\n`);
    expect(text.stdout).toMatch(/^ops: \d+ cases?, expected [\d.]+ s \(computed from turns and waits\)$/m);
    for (const { dimension, value } of told.uncovered)
      expect(text.stdout).toMatch(new RegExp(`^not covered: ${dimension}: .*${value}`, 'm'));

    const compiled = await runCli(['compile', root, '--budget', '25s', '--out', 'batch'], { cwd });
    expect(compiled.code, compiled.stderr).toBe(0);
    const file = JSON.parse(
      readFileSync(path.join(cwd, 'runs/batch/script/selection.json'), 'utf8'),
    ) as Shown;
    expect([file.cases, file.excluded, file.uncovered]).toEqual([told.cases, told.excluded, told.uncovered]);
    const manifest = JSON.parse(readFileSync(path.join(cwd, 'runs/batch/manifest.json'), 'utf8')) as object;
    expect(manifest).toMatchObject({ mode: 'selection: 25 s', cases: told.cases });
  });

  it.each<[string, string[], number, RegExp]>([
    ['no budget', [], 2, /required option '--budget <time>'/],
    ['a time that is none', ['--budget', '60'], 2, /expected a time such as 60m, 1h30m or 90s/],
    [
      'time for no case',
      ['--budget', '2s'],
      2,
      /a budget of 2 s leaves 2 s for cases, and the shortest, H\d\d,/,
    ],
  ])('refuses %s', async (_what, args, code, said) => {
    const root = copyCompany({ into: path.join(tempDirOfTest(), 'harbor') });
    const result = await runCli(['select', root, ...args], { cwd: path.dirname(root) });
    expect([result.code, result.stderr]).toEqual([code, expect.stringMatching(said)]);
  });
});

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { copyCompany, removeDir, ROOT, runCli, tempDir, type CliResult } from './company.ts';

const CASE = 'H05';
const report = z.object({
  summary: z.object({
    cases_planned: z.number(),
    scored_total: z.number(),
    counts: z.record(z.string(), z.number()),
    void_cases: z.array(z.string()).optional(),
    bounds: z.object({ micro: z.object({ worst: z.number(), best: z.number() }) }).optional(),
  }),
  verdicts: z.array(
    z.looseObject({
      status: z.string(),
      score: z.number().nullable(),
      void: z
        .object({
          quotes: z.array(
            z.object({
              kind: z.string(),
              quote: z.string(),
              hidden: z.object({ file: z.string(), pointer: z.string() }),
            }),
          ),
        })
        .optional(),
      agent_messages: z.array(z.object({ text: z.string() })),
    }),
  ),
});

const dir = tempDir();
const evalset = copyCompany({ wait: 25, into: path.join(dir, 'harbor') });
afterAll(() => removeDir(dir));

const works =
  process.platform === 'linux' &&
  spawnSync('bwrap', ['--unshare-user', '--unshare-pid', '--ro-bind', '/', '/', 'true']).status === 0;

async function search(
  name: string,
  ...flags: string[]
): Promise<{ cli: CliResult; batch: string; isolation: unknown }> {
  const batch = path.join(dir, name);
  const searcher = path.join(ROOT, 'test/agents/searcher.mjs');
  const cli = await runCli([
    ...['run', evalset, '--case', CASE, '--json', '--batch', batch, ...flags],
    ...['--', process.execPath, searcher],
  ]);
  expect(cli.code, cli.stderr).toBe(0);
  const manifest = z.looseObject({ isolation: z.string() });
  const { isolation } = manifest.parse(JSON.parse(readFileSync(path.join(batch, 'manifest.json'), 'utf8')));
  return { cli, batch, isolation };
}

const parsed = ({ cli }: { cli: CliResult }): z.infer<typeof report> => report.parse(JSON.parse(cli.stdout));

describe.skipIf(!works)(
  'an agent that searches the disk, in a sandbox (skipped where bubblewrap does not work)',
  () => {
    it('finds what it may see and nothing that is hidden', async () => {
      const found = await search('inside');
      expect(found.isolation).toBe('sandbox');
      const [verdict] = parsed(found).verdicts;
      const said = verdict?.agent_messages[0]?.text ?? '';
      expect(said).toMatch(/^looked at [1-9] processes and \d+ files, decoy found, hidden 0$/);
      expect(verdict?.void).toBeUndefined();
      expect(verdict?.status).toBe('FAIL');
    });
  },
);

describe('an agent that searches the disk, without a sandbox', () => {
  let found: Awaited<ReturnType<typeof search>>;
  beforeAll(async () => {
    found = await search('outside', '--no-sandbox');
  }, 240_000);

  it('is caught: the case is void, and the finding names what was hidden where', () => {
    expect(found.isolation).toBe('none');
    const { summary, verdicts } = parsed(found);
    const [verdict] = verdicts;
    expect(verdict?.agent_messages[0]?.text).toMatch(/decoy found, hidden [1-9]/);
    expect(verdict).toMatchObject({ status: 'VOID', score: null });
    expect(summary).toMatchObject({
      cases_planned: 1,
      scored_total: 0,
      counts: { VOID: 1, FAIL: 0, total: 1 },
      void_cases: [CASE],
      bounds: { micro: { worst: 0, best: 1 } },
    });
    for (const quote of verdict?.void?.quotes ?? [])
      expect(quote.hidden.file).toMatch(/^(evalset|script|evidence|journal)/);
    expect(verdict?.void?.quotes.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['text', 'canary']));
  });

  it('stays caught when the batch is scored again, and people are told', async () => {
    const again = await runCli(['score', found.batch, '--json']);
    expect(again.code, again.stderr).toBe(0);
    expect(again.stdout).toContain('"VOID"');
    const shown = await runCli(['show', found.batch, CASE]);
    expect(shown.stdout).toMatch(/Void: no score, the agent wrote hidden text of evalset\//);
    const table = await runCli(['score', found.batch, '--language', 'zh-cn']);
    expect(table.stdout).toContain('作废');
  });
});

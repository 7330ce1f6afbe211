import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { messageEvidence } from '../../schemas/index.ts';
import { copyCompany, ROOT, runCli, tempDirOfTest } from './company.ts';

// Every step is a process of its own: on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

it('keeps what the agent says into the group by quoting somebody else', async () => {
  const dir = tempDirOfTest();
  const company = copyCompany({ into: path.join(dir, 'harbor'), quiet: 0.3, wait: 4 });
  const batch = path.join(dir, 'batch');
  const bot = path.join(ROOT, 'test/agents/quote.mjs');
  const run = await runCli(['run', company, '--case', 'H05', '--batch', batch, '--', process.execPath, bot]);
  expect(run.code, run.stderr).toBe(0);
  const file = path.join(batch, 'evidence/H05/e-qc-001-H05-gate.json');
  const { messages } = messageEvidence.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(messages.filter((m) => m.author.kind === 'agent').map((m) => m.text)).toEqual([
    'said beside the thread',
  ]);
  const verdict = JSON.parse(readFileSync(path.join(batch, 'results/verdict-H05.json'), 'utf8')) as {
    agent_messages: { where: string }[];
    no_agent_reply: unknown;
  };
  expect(verdict.agent_messages.map((m) => m.where)).toEqual(['toplevel']);
  expect(verdict.no_agent_reply).toBeNull();
});

it('refuses a world with a step that it cannot run, instead of playing without it', async () => {
  const dir = tempDirOfTest();
  const step = 'phases:\n  preset:\n    - id: p-label\n      op: group.label\n';
  const company = copyCompany({
    into: path.join(dir, 'harbor'),
    edit: (file, text) => (file.endsWith('.world.yaml') ? `${text}\n${step}` : text),
  });
  const run = await runCli(['run', company, '--batch', path.join(dir, 'batch')]);
  expect(run.code).toBe(2);
  expect(run.stderr).toMatch(/harbor\.world\.yaml: step p-label: op "group\.label" cannot be run/);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  expect(existsSync(path.join(dir, 'batch'))).toBe(false);
});

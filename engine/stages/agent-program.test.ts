import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { Journal } from '../batch/journal.ts';
import { tempDir } from '../temp-dir.fixture.ts';
import { assertSameProgram } from './agent-program.ts';

it('refuses by name a program that has changed since the batch began, wherever it lies', async () => {
  const dir = tempDir();
  const journal = Journal.open(path.join(dir, 'journal.jsonl'));
  const bot = path.join(dir, 'bot.mjs');
  const start = (...command: string[]): Promise<void> =>
    assertSameProgram({ journal }, 'sample', ['node', ...command], 'manifest.json');
  writeFileSync(bot, 'one');
  await start(bot);
  await start(bot);
  expect(journal.entries.filter((entry) => entry.op === 'agent.program')).toHaveLength(1);
  writeFileSync(bot, 'two');
  await expect(start(bot)).rejects.toThrow(
    'manifest.json: bot.mjs of agent "sample" has changed since the batch began',
  );
  const moved = path.join(tempDir(), 'bot.mjs');
  writeFileSync(moved, 'one');
  await start(moved);
  journal.close();
});

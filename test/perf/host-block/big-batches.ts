import { cp, readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { ROOT, run } from '../../vscode/host/cache.ts';

export const BIG_CASE = 'H07';
const BIG_TEXT = 90_000_000;
const MANY = 200_000;

const Message = z.looseObject({
  message_id: z.string(),
  text: z.string(),
  author: z.looseObject({ kind: z.string() }),
});
const Evidence = z.looseObject({ messages: z.array(Message) });
type Message = z.infer<typeof Message>;

/** Two finished batches of one case below `runs`, whose evidence was blown up to about 100 MB each. */
export async function writeBigBatches(evalset: string): Promise<{ message: string; many: string }> {
  const cli = path.join(ROOT, 'dist/extension/command/cli.mjs');
  const runs = path.join(evalset, 'runs');
  await run(
    process.execPath,
    [cli, 'run', `--case=${BIG_CASE}`, '--batch=big-message', '--', evalset],
    evalset,
  );
  const message = path.join(runs, 'big-message');
  const many = path.join(runs, 'many-messages');
  await cp(message, many, { recursive: true });
  await blowUp(message, (answer) => [{ ...answer, message_id: 'om_big', text: textOf(BIG_TEXT) }]);
  await blowUp(many, (answer) =>
    Array.from({ length: MANY }, (_, i) => ({
      ...answer,
      message_id: `om_${i}`,
      text: `回复第 ${i} 条：${'冷箱温度 '.repeat(3 + (i % 9))}`,
    })),
  );
  return { message, many };
}

async function blowUp(batch: string, more: (answer: Message) => Message[]): Promise<void> {
  const folder = path.join(batch, 'evidence', BIG_CASE);
  const name = (await readdir(folder)).find((one) => one.endsWith('-gate.json'));
  if (name === undefined) throw new Error(`${folder} has no evidence of its end`);
  const file = path.join(folder, name);
  const evidence = Evidence.parse(JSON.parse(await readFile(file, 'utf8')));
  const answer = evidence.messages.find(({ author }) => author.kind === 'agent');
  if (answer === undefined) throw new Error(`${file} has no answer of the agent`);
  await writeFile(file, JSON.stringify({ ...evidence, messages: [...evidence.messages, ...more(answer)] }));
}

/** Lines of words, so that the page has something to wrap. */
function textOf(bytes: number): string {
  const line = 'The reefer container stayed at 4.2 degrees while the backup unit was running. ';
  return line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes);
}

// Answers each question, and reports what that took, where it is told to report. It is silent about questions that hold
// the words that its command names.
import { appendFileSync } from 'node:fs';
import { startBot } from './bot.mjs';

const report = (line) => appendFileSync(process.env.AGENT_USAGE_FILE, `${JSON.stringify(line)}\n`);
const silentAbout = process.argv[2];

await startBot(async ({ message_id, text }, reply) => {
  if (!text.includes(silentAbout)) {
    // Two calls of a model for one question.
    report({ message_id, tokens: 30, cost: 0.001 });
    report({ message_id, tokens: 12, cost: 0.002 });
  }
  await reply(`看过了：${text.slice(0, 8)}`);
});

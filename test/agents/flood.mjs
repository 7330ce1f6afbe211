// Answers each question with 60 messages, then says no more.
import { startBot } from './bot.mjs';

const COUNT = 60;

await startBot(async ({ message_id: id }, reply) => {
  for (let n = 1; n <= COUNT; n++) await reply(`第 ${n} 条，共 ${COUNT} 条：${id}`);
});

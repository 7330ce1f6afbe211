// Says the question again.
import { startBot } from './bot.mjs';

await startBot(({ text }, reply) => reply(text));

// Refuses everything.
import { startBot } from './bot.mjs';

await startBot((_message, reply) => reply('抱歉，我不能回答这个问题。'));

// Says that it will look, and never comes back.
import { startBot } from './bot.mjs';

await startBot((_message, reply) => reply('收到，我查一下。'));

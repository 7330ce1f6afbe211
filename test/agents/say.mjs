// Answers every question with the text of the file that its command names.
import { readFileSync } from 'node:fs';
import { startBot } from './bot.mjs';

const text = readFileSync(process.argv[2], 'utf8');
await startBot((_message, reply) => reply(text));

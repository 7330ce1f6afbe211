// Connects, and never says a word.
import { startBot } from './bot.mjs';

await startBot(() => undefined);

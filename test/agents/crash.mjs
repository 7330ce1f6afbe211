// Ends at the first message, every time that it is started.
import { startBot } from './bot.mjs';

await startBot(() => process.exit(1));

// An ordinary Lark bot: it answers questions by searching what it may read, passes news on, and updates tables.
import { Bot } from './bot.ts';
import { Inbox } from './inbox.ts';
import { LarkWorkplace, type Settings } from './lark.ts';

const log = (line: string) => void process.stderr.write(`${line}\n`);

function settings(): Settings {
  const [appId, appSecret, domain] = ['LARK_APP_ID', 'LARK_APP_SECRET', 'LARK_DOMAIN'].map((name) => {
    const value = process.env[name];
    // An empty domain would silently mean the real Lark.
    if (value === undefined || value === '') throw new Error(`set ${name}`);
    return value;
  });
  return { appId: appId ?? '', appSecret: appSecret ?? '', domain: domain ?? '' };
}

async function start(): Promise<void> {
  const workplace = new LarkWorkplace(settings(), log);
  const bot = new Bot(workplace, await workplace.me(), log);
  const inbox = new Inbox(
    (message) => bot.handle(message),
    (error) => log(error instanceof Error ? error.message : String(error)),
  );
  const socket = workplace.listen((message) => {
    if (bot.isFor(message)) inbox.put(message);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      socket.close();
      void inbox.idle().finally(() => process.exit(0));
    });
  }
}

await start().catch((error: unknown) => {
  log(`cannot start: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
});

import { once } from 'node:events';
import path from 'node:path';
import { Command } from 'commander';
import { UsageError } from '../../engine/batch/errors.ts';
import { startLocalLark } from '../../engine/local-lark/index.ts';
import type { CommandContext } from '../exit.ts';
import { collect } from '../options.ts';
import { out, outJson } from '../print.ts';

interface LarkOptions {
  readonly port: string;
  readonly state?: string;
  readonly app: string[];
  readonly user: string[];
  readonly json?: boolean;
}

export function larkCommand(context: CommandContext): Command {
  return new Command('lark')
    .description('Run the embedded platform alone: a Lark on 127.0.0.1 for bots on the official SDK')
    .option('--port <port>', 'port (0: any free one)', '0')
    .option('--state <file>', 'keep everything in this file, and go on from it')
    .option('--app <name>', 'make an app with a bot (may be repeated)', collect, [])
    .option('--user <name>', 'make a person (may be repeated)', collect, [])
    .option('--json', 'print as JSON')
    .action(async (options: LarkOptions) => {
      const port = Number(options.port);
      if (!Number.isInteger(port) || port < 0 || port > 65535)
        throw new UsageError(`--port ${options.port}: expected a port from 0 to 65535`);
      const lark = await startLocalLark({
        port,
        ...(options.state === undefined ? {} : { stateFile: path.resolve(options.state) }),
      }).catch((error: unknown) => {
        throw new UsageError(error instanceof Error ? error.message : String(error));
      });
      const apps = options.app.map((name) => ({ name, ...lark.createApp(name, { name }) }));
      const users = options.user.map((name) => ({ name, ...lark.createUser(name, { name }) }));
      const about = { domain: lark.domain, admin_token: lark.adminToken, apps, users };
      if (options.json === true) outJson(about);
      else {
        out(`domain       ${about.domain}`);
        out(`admin token  ${about.admin_token}   (POST /local/v1/users and /local/v1/apps)`);
        for (const app of apps)
          out(
            `app          ${app.name}: LARK_APP_ID=${app.app_id} LARK_APP_SECRET=${app.app_secret} LARK_DOMAIN=${about.domain}`,
          );
        for (const user of users)
          out(`person       ${user.name}: union_id ${user.union_id}, access token ${user.access_token}`);
        out('stop with Ctrl+C');
      }
      if (!context.signal.aborted) await once(context.signal, 'abort');
      await lark.close();
    });
}

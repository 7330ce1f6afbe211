import { once } from 'node:events';
import path from 'node:path';
import { Command, Option } from 'commander';
import { UsageError } from '../../engine/batch/errors.ts';
import {
  startLocalLark,
  type AppIdentity,
  type FaultOptions,
  type InjectedFault,
  type UserIdentity,
} from '../../engine/local-lark/index.ts';
import { loadFaultPlan, openBatch, serveWorld } from '../../engine/stages/index.ts';
import type { CommandContext } from '../exit.ts';
import { batchFolder, collect, faultsOption, parsePort, stopOption } from '../options.ts';
import { out, outJson } from '../print.ts';

interface LarkOptions {
  readonly port: number;
  readonly state?: string;
  readonly from?: string;
  readonly app: string[];
  readonly user: string[];
  readonly faults?: string;
  readonly stopOnStdinEnd?: boolean;
  readonly json?: boolean;
}

export function larkCommand(context: CommandContext): Command {
  return new Command('lark')
    .description('Run the embedded platform alone: a Lark on 127.0.0.1 for bots on the official SDK')
    .addOption(new Option('--port <port>', 'port (0: any free one)').argParser(parsePort).default(0))
    .option('--state <file>', 'keep everything in this file, and go on from it')
    .addOption(
      new Option(
        '--from <batch>',
        'serve a copy of the world that this batch kept: what is done there is not kept',
      ).conflicts('state'),
    )
    .option('--app <name>', 'make an app with a bot (may be repeated)', collect, [])
    .option('--user <name>', 'make a person (may be repeated)', collect, [])
    .addOption(faultsOption())
    .addOption(stopOption())
    .option('--json', 'print as JSON')
    .action(async (options: LarkOptions) => {
      if (options.stopOnStdinEnd === true) context.stopWithStdin();
      const served = await serve(context, options);
      try {
        print(served, options.json === true);
        if (!context.signal.aborted) await once(context.signal, 'abort');
      } finally {
        await served.close();
      }
    });
}

interface Served {
  readonly domain: string;
  readonly adminToken: string;
  readonly apps: readonly (AppIdentity & { name: string })[];
  readonly users: readonly (UserIdentity & { name: string })[];
  readonly close: () => Promise<void>;
}

async function serve(context: CommandContext, options: LarkOptions): Promise<Served> {
  const faults: FaultOptions | undefined =
    options.faults === undefined ? undefined : { plan: await loadFaultPlan(options.faults), onFault: told };
  const { lark, apps, users, close } =
    options.from === undefined
      ? await fresh(options, faults)
      : await ofBatch(context, options.from, options.port, faults);
  return {
    domain: lark.domain,
    adminToken: lark.adminToken,
    apps: [...apps, ...options.app.map((name) => ({ name, ...lark.createApp(name, { name }) }))],
    users: [...users, ...options.user.map((name) => ({ name, ...lark.createUser(name, { name }) }))],
    close,
  };
}

/** Whoever plays with a bot must be able to tell a fault on purpose from one of his own. */
function told({ seq, kind, op, app, request, note }: InjectedFault): void {
  const how = note === undefined ? '' : ` (${note})`;
  process.stderr.write(
    `fault ${seq}: ${kind}${how} on ${op} of ${app === '' ? 'nobody' : app}: ${request}\n`,
  );
}

async function fresh(options: LarkOptions, faults: FaultOptions | undefined) {
  const lark = await startLocalLark({
    port: options.port,
    faults,
    ...(options.state === undefined ? {} : { stateFile: path.resolve(options.state) }),
  }).catch((error: unknown) => {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  });
  return { lark, apps: [], users: [], close: () => lark.close() };
}

async function ofBatch(
  context: CommandContext,
  given: string,
  port: number,
  faults: FaultOptions | undefined,
) {
  const batch = await openBatch(await batchFolder(given), context.signal);
  const { lark, accounts, close } = await serveWorld(batch, port, faults);
  const named = <T>(all: Readonly<Record<string, T>>): (T & { name: string })[] =>
    Object.entries(all).map(([name, one]) => ({ ...one, name }));
  return {
    lark,
    apps: [{ ...accounts.operator, name: 'operator' }, ...named(accounts.agents)],
    users: named(accounts.actors),
    close,
  };
}

function print({ domain, adminToken, apps, users }: Served, json: boolean): void {
  if (json) {
    outJson({ domain, admin_token: adminToken, apps, users });
    return;
  }
  out(`domain       ${domain}`);
  out(`admin token  ${adminToken}   (POST /local/v1/users and /local/v1/apps)`);
  for (const app of apps)
    out(
      `app          ${app.name}: LARK_APP_ID=${app.app_id} LARK_APP_SECRET=${app.app_secret} LARK_DOMAIN=${domain}`,
    );
  for (const user of users)
    out(`person       ${user.name}: union_id ${user.union_id}, access token ${user.access_token}`);
  out('stop with Ctrl+C');
}

import { Command } from 'commander';
import {
  accountLogin,
  accountList,
  USER_SCOPES,
  type AccountRow,
  type LoggedIn,
} from '../../engine/stages/index.ts';
import type { CommandContext } from '../exit.ts';
import { collect, evalsetFolder, platformOption } from '../options.ts';
import { out, outJson } from '../print.ts';

interface LoginOptions {
  readonly platform: string;
  readonly evalset?: string;
  readonly scope: string[];
  readonly json?: boolean;
}

/** Logins of the people who speak as actors on a tenant. */
export function accountCommand(context: CommandContext): Command {
  return new Command('account')
    .description('Logins of the people who speak as actors on a tenant (docs/real-lark.md)')
    .addCommand(loginCommand(context))
    .addCommand(listCommand());
}

function loginCommand(context: CommandContext): Command {
  return new Command('login')
    .description('Log a person in, once; runs renew the login from then on')
    .argument(
      '[actor]',
      'actor key of the platform’s settings; without it the union_id of whoever logs in is told',
    )
    .addOption(platformOption().makeOptionMandatory())
    .option('--evalset <dir>', 'where to look for the platform’s name')
    .option('--scope <scope>', 'ask for this one too (may be repeated)', collect, [])
    .option('--json', 'print as JSON')
    .action(async (actor: string | undefined, options: LoginOptions) => {
      const done = await accountLogin({
        actor,
        platform: options.platform,
        evalset: options.evalset === undefined ? undefined : await evalsetFolder(options.evalset),
        scopes: [...USER_SCOPES, ...options.scope],
        env: process.env,
        signal: context.signal,
        show: ({ verification_uri, verification_uri_complete, user_code, expires_in }) => {
          // On stderr: the output may be read by a program.
          context.reporter.note(
            `open ${verification_uri_complete ?? verification_uri} as ${actor ?? 'the person'} within ${expires_in} s and agree (code ${user_code})`,
          );
        },
      });
      if (options.json === true) outJson(done);
      else print(done, actor);
    });
}

function print({ name, union_id, renewable, file }: LoggedIn, actor: string | undefined): void {
  out(`${name} (${union_id}) has logged in; kept in ${file}`);
  if (actor === undefined)
    out(`write it into the platform’s settings: actors: { KEY: { union_id: ${union_id} } }`);
  if (!renewable)
    out('this login cannot be renewed and ends by itself: the app lacks offline_access (docs/real-lark.md)');
}

function listCommand(): Command {
  return new Command('list')
    .description('Every login that is kept, how long it holds, and who uses it now')
    .option('--json', 'print as JSON')
    .action(async (options: { json?: boolean }) => {
      const rows = await accountList(process.env);
      if (options.json === true) outJson({ accounts: rows });
      else if (rows.length === 0) out('no login is kept; begin with `sundowner account login`');
      else for (const row of rows) out(line(row));
    });
}

function line({ name, union_id, domain, app_id, until, in_use_by: by }: AccountRow): string {
  const use = by === null ? '' : `, in use by ${by}`;
  return `${name} (${union_id}) on ${domain} through ${app_id}: to be used by ${until}${use}`;
}

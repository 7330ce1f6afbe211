import os from 'node:os';
import path from 'node:path';

export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Folder of what outlives a batch and belongs to a person: logins, leases, secrets of apps. Outside of every evalset
 * and batch. `SUNDOWNER_HOME`, else the place that the system has for such things.
 */
export function sundownerHome(env: Env): string {
  const own = env['SUNDOWNER_HOME'];
  if (own !== undefined && own !== '') return path.resolve(own);
  const config = process.platform === 'win32' ? env['APPDATA'] : env['XDG_CONFIG_HOME'];
  return path.join(
    config !== undefined && path.isAbsolute(config) ? config : path.join(os.homedir(), '.config'),
    'sundowner',
  );
}

/** Part of a path below the home: hosts have ports, ids are safe already. */
const part = (text: string): string => text.replaceAll(/[^\w.-]/g, '_');

/** Folder of one account: a person who has logged in to an app, or a bot. */
export function accountFolder(home: string, of: { domain: string; app_id: string; id: string }): string {
  return path.join(home, 'accounts', part(new URL(of.domain).host), part(of.app_id), part(of.id));
}

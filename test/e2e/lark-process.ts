import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import type { AppIdentity, UserIdentity, UserTokens } from '../../engine/local-lark/index.ts';
import type { TourPlatform } from '../../engine/local-lark/testing/tour.ts';
import { ROOT } from './company.ts';

/** The real `sundowner lark`, asked for people and apps as anybody would ask it. */
export interface LarkProcess extends TourPlatform {
  stop(): void;
}

/** Starts `sundowner lark` and waits until it says where it is. */
export async function startLarkProcess(): Promise<LarkProcess> {
  const args = [path.join(ROOT, 'bin/sundowner.mjs'), 'lark', '--json'];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { domain, admin_token: adminToken } = await served(child);
  const ask = async <T>(what: string, body: unknown): Promise<T> => {
    const answer = await fetch(`${domain}/local/v1/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${what}: ${await answer.text()}`);
    return (await answer.json()) as T;
  };
  return {
    domain,
    adminToken,
    createUser: (key, profile) => ask<UserIdentity>('users', { key, profile }),
    createApp: (key, profile) => ask<AppIdentity>('apps', { key, profile }),
    grantUser: (user, app_id, scope) => ask<UserTokens>('user_tokens', { user, app_id, scope }),
    openId: async (app_id, of) => (await ask<{ open_id: string }>('open_id', { app_id, of })).open_id,
    stop: () => void child.kill('SIGKILL'),
  };
}

interface Served {
  readonly domain: string;
  readonly admin_token: string;
}

async function served(child: ChildProcess): Promise<Served> {
  let text = '';
  for await (const chunk of child.stdout!.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    text += chunk as string;
    if (text.endsWith('\n}\n')) break;
  }
  return JSON.parse(text) as Served;
}

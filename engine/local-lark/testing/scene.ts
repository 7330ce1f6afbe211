import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startLocalLark, type LocalLark, type LocalLarkOptions } from '../index.ts';
import { Caller, tenantToken } from './caller.ts';

/** Runs a test on a fresh platform and closes it. */
export async function onPlatform(
  options: LocalLarkOptions,
  test: (platform: LocalLark) => Promise<void>,
): Promise<void> {
  const platform = await startLocalLark(options);
  try {
    await test(platform);
  } finally {
    await platform.close();
  }
}

/** A folder for a state file, removed afterwards. */
export async function withStateFile(test: (file: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'local-lark-'));
  try {
    await test(path.join(folder, 'state.jsonl'));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

export interface Cast {
  readonly owner: Caller;
  readonly ann: Caller;
  readonly eve: Caller;
  readonly annId: string;
  readonly eveId: string;
  readonly bot: Caller;
  readonly botApp: { app_id: string; app_secret: string };
  readonly ownerApp: { app_id: string; app_secret: string };
  /** a private group of the owner (an app) and Ann */
  readonly chatId: string;
}

/** An app that owns a private group with Ann; Eve and another bot are outside. */
export async function cast(platform: LocalLark): Promise<Cast> {
  const ownerApp = platform.createApp('owner', { name: 'Owner' });
  const botApp = platform.createApp('bot', { name: 'Bot' });
  const ann = platform.createUser('ann', { name: 'Ann', email: 'ann@example.com' });
  const eve = platform.createUser('eve', { name: 'Eve' });
  const owner = new Caller(platform, await tenantToken(platform, ownerApp));
  const chatId = await owner.get('POST /open-apis/im/v1/chats', 'chat_id', {
    query: { user_id_type: 'union_id' },
    body: { name: 'Private', user_id_list: [ann.union_id] },
  });
  return {
    owner,
    ann: owner.as(ann.access_token),
    eve: owner.as(eve.access_token),
    annId: ann.union_id,
    eveId: eve.union_id,
    bot: owner.as(await tenantToken(platform, botApp)),
    botApp,
    ownerApp,
    chatId,
  };
}

/** The body of a text message. */
export function text(content: string): { msg_type: string; content: string } {
  return { msg_type: 'text', content: JSON.stringify({ text: content }) };
}

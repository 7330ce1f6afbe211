import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import * as z from 'zod';
import { UsageError } from '../../../batch/errors.ts';
import type { Grant } from './oauth.ts';

const login = z.object({
  union_id: z.string(),
  name: z.string(),
  app_id: z.string(),
  domain: z.string(),
  access_token: z.string(),
  /** ms since the epoch */
  access_until: z.number(),
  refresh_token: z.string(),
  refresh_until: z.number(),
  scope: z.string(),
  obtained_at: z.string(),
  /** A renewal was begun and its end is not written: the refresh token whose hash this is may be used up. */
  renewing: z.string().optional(),
});
export type Login = z.infer<typeof login>;

const NAME = 'login.json';

/** The login of one person to one app, on the disk. Only the holder of the account's lease writes it. */
export class LoginFile {
  readonly file: string;
  constructor(dir: string) {
    this.file = path.join(dir, NAME);
  }

  /** Null when nobody has logged in. @throws UsageError for a file that others can read, or a damaged one */
  async read(): Promise<Login | null> {
    let text: string;
    try {
      if (process.platform !== 'win32' && ((await stat(this.file)).mode & 0o077) !== 0)
        throw new UsageError(
          `${this.file}: other users of this machine can read this login; run \`chmod 600\` on it, or log in again`,
        );
      text = await readFile(this.file, 'utf8');
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
    const result = login.safeParse(json(text));
    // What stands there is secret: no part of it is told.
    if (!result.success) throw new UsageError(`${this.file}: not a login; remove it, and log in again`);
    return result.data;
  }

  /** Whole or not at all, on the disk before it returns, and for nobody else to read. */
  async write(value: Login): Promise<void> {
    const dir = path.dirname(this.file);
    await mkdir(dir, { recursive: true, mode: 0o700 });
    await chmod(dir, 0o700);
    await writeFileAtomic(this.file, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  }
}

export function loginOf(
  grant: Grant,
  who: Pick<Login, 'union_id' | 'name' | 'app_id' | 'domain'>,
  now: number,
): Login {
  return {
    ...who,
    access_token: grant.access_token,
    access_until: now + grant.expires_in * 1000,
    refresh_token: grant.refresh_token,
    refresh_until: now + grant.refresh_token_expires_in * 1000,
    scope: grant.scope,
    obtained_at: new Date(now).toISOString(),
  };
}

export function hashOf(token: string): string {
  return createHash('sha256').update(token).digest('hex').slice(0, 16);
}

/** Every login below a home, with its folder. Damaged ones are left out. */
export async function allLogins(home: string): Promise<{ dir: string; login: Login }[]> {
  const root = path.join(home, 'accounts');
  const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => []);
  const found = [];
  for (const entry of entries) {
    if (!entry.isFile() || entry.name !== NAME) continue;
    const read = await new LoginFile(entry.parentPath).read().catch(() => null);
    if (read !== null) found.push({ dir: entry.parentPath, login: read });
  }
  return found.sort((a, b) => a.dir.localeCompare(b.dir));
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

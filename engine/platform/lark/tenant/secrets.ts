import { stat } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { UsageError } from '../../../batch/errors.ts';
import { readTextIfAny } from '../../../batch/files.ts';
import type { Env } from '../accounts/home.ts';

const secretsFile = z.record(z.string(), z.string().min(1));

/** Environment variable of an app's secret. */
export function secretName(app: { app_id: string; secret_env?: string | undefined }): string {
  return app.secret_env ?? `LARK_APP_SECRET_${app.app_id}`;
}

/** Secrets of apps: from the environment, else from `secrets.json` in the person's own folder, by app id. */
export class Secrets {
  readonly #env: Env;
  readonly #file: string;
  #kept: Promise<Readonly<Record<string, string>>> | undefined;

  constructor(env: Env, home: string) {
    this.#env = env;
    this.#file = path.join(home, 'secrets.json');
  }

  /** Null when there is none. @throws UsageError for a file that others can read, or a damaged one */
  async find(app: { app_id: string; secret_env?: string | undefined }): Promise<string | null> {
    const own = this.#env[secretName(app)];
    if (own !== undefined && own !== '') return own;
    this.#kept ??= this.#read();
    return (await this.#kept)[app.app_id] ?? null;
  }

  /** @param whose for people, such as `the operator` */
  async get(app: { app_id: string; secret_env?: string | undefined }, whose: string): Promise<string> {
    const found = await this.find(app);
    if (found !== null) return found;
    throw new UsageError(
      `no secret of ${whose} (${app.app_id}): set the environment variable ${secretName(app)}, or write it into ${this.#file} (mode 600) as {"${app.app_id}": "…"}; in the editor, keep it under that name with "Set Model Key…"`,
    );
  }

  async #read(): Promise<Readonly<Record<string, string>>> {
    const text = await readTextIfAny(this.#file);
    if (text === undefined) return {};
    if (process.platform !== 'win32' && ((await stat(this.#file)).mode & 0o077) !== 0)
      throw new UsageError(
        `${this.#file}: other users of this machine can read these secrets; run \`chmod 600\` on it`,
      );
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      value = undefined;
    }
    const result = secretsFile.safeParse(value);
    // No part of the content is told: it is secret.
    if (!result.success)
      throw new UsageError(`${this.#file}: expected a JSON object of app ids and their secrets`);
    return result.data;
  }
}

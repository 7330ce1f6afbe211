import { execFile } from 'node:child_process';
import { userInfo } from 'node:os';
import { promisify } from 'node:util';
import * as vscode from 'vscode';

const run = promisify(execFile);

/** The name under which this person labels: the setting, else that of Git, else that of the operating system. */
export class Reviewer {
  #ofMachine: Promise<string> | null = null;

  async name(): Promise<string> {
    const set = vscode.workspace.getConfiguration('sundowner').get('reviewer', '').trim();
    return set === '' ? (this.#ofMachine ??= machineName()) : set;
  }
}

async function machineName(): Promise<string> {
  const cwd = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath;
  const name = await run('git', ['config', 'user.name'], {
    timeout: 5_000,
    ...(cwd === undefined ? {} : { cwd }),
  })
    .then(({ stdout }) => stdout.trim())
    .catch(() => '');
  return name === '' ? userName() : name;
}

/** Where the account has no name either, the number of it has to do. */
function userName(): string {
  try {
    const { username, uid } = userInfo();
    return username === '' ? `user ${uid}` : username;
  } catch {
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

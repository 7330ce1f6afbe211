import path from 'node:path';

/** A program that runs JavaScript: the editor's own runtime, so that nobody needs a Node of their own. */
export interface Runtime {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The runtime that this very process runs on. In a desktop editor that is Electron, which must be told to be Node. */
export function editorRuntime(): Runtime {
  const env: NodeJS.ProcessEnv = { ...process.env, ELECTRON_RUN_AS_NODE: '1' };
  // What the editor sets for its own processes must not reach ours: an inspector port, or a snapshot of its loader.
  for (const name of Object.keys(env))
    if (/^(VSCODE_|NODE_OPTIONS$|ELECTRON_NO_)/.test(name)) delete env[name];
  return { program: process.execPath, env };
}

/** Files that are shipped with the extension. */
export class Shipped {
  readonly root: string;
  constructor(extensionPath: string) {
    this.root = extensionPath;
  }
  get server(): string {
    return path.join(this.root, 'dist/extension/server.cjs');
  }
  get reader(): string {
    return path.join(this.root, 'dist/extension/reader.cjs');
  }
  get command(): string {
    return path.join(this.root, 'dist/extension/command/cli.mjs');
  }
  get sample(): string {
    return path.join(this.root, 'samples/harbor');
  }
}

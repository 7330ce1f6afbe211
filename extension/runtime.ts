import path from 'node:path';

/** A program that runs JavaScript: the editor's own runtime, so that nobody needs a Node of their own. */
export interface Runtime {
  readonly program: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The runtime that this very process runs on. In a desktop editor that is Electron, which must be told to be Node. */
export function editorRuntime(): Runtime {
  // What the editor sets for its own processes must not reach ours: an inspector port, or the switches of its loader.
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|NODE_OPTIONS$|ELECTRON_NO_)/.test(name),
  );
  return { program: process.execPath, env: { ...Object.fromEntries(kept), ELECTRON_RUN_AS_NODE: '1' } };
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

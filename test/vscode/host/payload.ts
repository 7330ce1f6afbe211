import { pathToFileURL } from 'node:url';
import type { RunningHost } from './server.ts';

export type Payload = {
  /** Folder of an extension that is run from its sources, absolute. */
  extensionDevelopmentPath?: string;
  /** Module with `run()` that the extension host loads, absolute. */
  extensionTestsPath?: string;
  /** File that the window opens, absolute. */
  openFile?: string;
};

/** Address of the workbench with the host's workspace open. */
export function workbenchUrl({ origin, authority, workspace }: RunningHost, payload: Payload): string {
  const remote = (file: string) => `vscode-remote://${authority}${pathToFileURL(file).pathname}`;
  const pairs = Object.entries(payload).map(([key, file]) => [key, remote(file)]);
  const url = new URL(origin);
  url.searchParams.set('folder', workspace);
  if (pairs.length > 0) url.searchParams.set('payload', JSON.stringify(pairs));
  return url.href;
}

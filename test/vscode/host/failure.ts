import { cp, writeFile } from 'node:fs/promises';
import { artefact, type OpenBrowser } from './browser.ts';
import type { RunningHost } from './server.ts';

/**
 * Keeps what explains a failure under `artefacts/vscode/failures/<name>/`: picture, console and the editor's logs
 * (those of output channels among them). Never throws: the failure itself must be what is seen.
 */
export async function keepFailure(name: string, browser: OpenBrowser, host: RunningHost): Promise<void> {
  const file = (leaf: string) => artefact('vscode/failures', name.replace(/[^\p{L}\p{N}.-]+/gu, '-'), leaf);
  await Promise.allSettled([
    file('page.png').then((png) => browser.page.screenshot({ path: png, timeout: 10_000 })),
    file('console.txt').then((txt) => writeFile(txt, browser.console.join('\n'))),
    file('logs').then((dir) => cp(host.logs, dir, { recursive: true, force: true })),
  ]);
}

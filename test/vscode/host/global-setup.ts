import { rm } from 'node:fs/promises';
import path from 'node:path';
import { ROOT } from './cache.ts';
import { ensureChromium } from './chromium.ts';
import { ensureHost } from './install.ts';

/** Editor and browser are there before the first test, so that no test's time holds an installation. */
export default async function setup(): Promise<void> {
  // What an earlier run kept would be taken for the failures of this one.
  await rm(path.join(ROOT, 'artefacts/vscode/failures'), { recursive: true, force: true });
  await Promise.all([ensureHost(), ensureChromium()]);
}

import { ensureChromium } from './chromium.ts';
import { ensureHost } from './install.ts';

/** Editor and browser are there before the first test, so that no test's time holds an installation. */
export default async function setup(): Promise<void> {
  await Promise.all([ensureHost(), ensureChromium()]);
}

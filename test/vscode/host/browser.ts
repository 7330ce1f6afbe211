import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { ROOT } from './cache.ts';
import { ensureChromium } from './chromium.ts';

export type BrowserOptions = {
  /** Size of the page in CSS pixels. */
  width?: number;
  height?: number;
  /** Language of browser and editor, `en-US` unless given. */
  locale?: string;
};

export type OpenBrowser = {
  page: Page;
  context: BrowserContext;
  /** What the page's console and its errors said, oldest first. */
  console: string[];
  /** Addresses outside `origin` that the page asked for. All are refused: no test needs the network. */
  foreign: string[];
  close(): Promise<void>;
};

/**
 * Runs in every page: what would turn for ever comes to rest after one turn. Each frame of it is drawn by the processor,
 * and no test looks at it. Its events stay, and so do animations that end by themselves.
 */
const AT_REST = `{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('*, *::before, *::after { animation-iteration-count: 1 !important; }');
  document.adoptedStyleSheets.push(sheet);
}`;

/** Headless Chromium with one page, which reaches nothing but `origin`. */
export async function openBrowser(origin: string, options: BrowserOptions = {}): Promise<OpenBrowser> {
  const { executable, env } = await ensureChromium();
  const browser = await chromium.launch({
    executablePath: executable,
    env: { ...definedEnvironment(), ...env },
    // Containers have no user namespaces for the sandbox, and a /dev/shm of 64 MB.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--font-render-hinting=none'],
  });
  try {
    return await openPage(browser, origin, options);
  } catch (error) {
    await browser.close();
    throw error;
  }
}

async function openPage(browser: Browser, origin: string, options: BrowserOptions): Promise<OpenBrowser> {
  const { width = 1440, height = 900, locale = 'en-US' } = options;
  const context = await browser.newContext({ viewport: { width, height }, locale });
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin });
  const foreign: string[] = [];
  await context.route(
    (url) => url.protocol.startsWith('http') && url.origin !== origin,
    (route) => {
      foreign.push(route.request().url());
      return route.abort();
    },
  );
  await context.addInitScript(AT_REST);
  const page = await context.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(`[${message.type()}] ${message.text()}`));
  page.on('pageerror', (error) => said.push(`[pageerror] ${error.stack ?? error.message}`));
  return { page, context, console: said, foreign, close: () => browser.close() };
}

/** Path of an artefact below `artefacts/`; its folder is made. */
export async function artefact(...parts: string[]): Promise<string> {
  const file = path.join(ROOT, 'artefacts', ...parts);
  await mkdir(path.dirname(file), { recursive: true });
  return file;
}

function definedEnvironment(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

import type { Page } from 'playwright-core';
import { fromReview, type FromReview, type ToReview } from '../../webviews/shared/protocol.ts';
import { openBrowser } from '../vscode/host/browser.ts';
import { evidence, type CaseMessage, type EvidenceLists } from './harbor.ts';
import { servePage } from './server.ts';
import type { Theme } from './themes.ts';

export interface PanelOptions {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: Theme;
  readonly lang?: 'en' | 'zh-cn';
  readonly shown?: CaseMessage | null;
  readonly lists?: EvidenceLists;
}

/** What the fake host holds; a test may change it, and calls `send` as the host would. */
export interface Host {
  shown: CaseMessage | null;
  lists: EvidenceLists;
  /** Whole texts that `evidence.text` is answered from, by `kind/index`. */
  readonly texts: Map<string, string>;
  /** Most items of a page: the host sends fewer than it was asked for when they are long. */
  most: number;
  /** Pages are not answered, as when the folder is slow. */
  silent: boolean;
}

export interface Panel {
  readonly page: Page;
  readonly host: Host;
  /** Messages from the panel, oldest first, all of them valid. */
  readonly posted: FromReview[];
  readonly console: string[];
  /** Policy violations, dialogs, and calls of the hook that payloads try to reach. */
  readonly violations: string[];
  readonly ran: string[];
  /** Requests of the page beyond its own files. */
  readonly requests: string[];
  send(message: ToReview): Promise<void>;
  /** Anything at all, as if it came from the host. */
  sendRaw(message: unknown): Promise<void>;
  /** Opens the page anew, as a panel that has never been shown. */
  open(options?: PanelOptions): Promise<void>;
  close(): Promise<void>;
}

const OWN = /^\/(panel|case-review\.(js|css)|codicon\.ttf|theme-[a-z-]+\.css)$/;

/** The built panel in headless Chromium, with a host that answers what the panel asks for. */
export async function openPanel(options: PanelOptions = {}): Promise<Panel> {
  const server = await servePage();
  const browser = await openBrowser(server.origin, {
    width: options.width ?? 720,
    height: options.height ?? 860,
  });
  const { page } = browser;
  const host: Host = {
    ...{ shown: options.shown ?? null, lists: options.lists ?? evidence(), texts: new Map() },
    ...{ most: Infinity, silent: false },
  };
  const posted: FromReview[] = [];
  const violations: string[] = [];
  const ran: string[] = [];
  const requests: string[] = [];
  const sendRaw = (message: unknown): Promise<void> =>
    page.evaluate((data) => window.postMessage(data, '*'), message);
  const send: Panel['send'] = (message) => sendRaw(message);

  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin === server.origin && OWN.test(url.pathname)) return;
    requests.push(request.url());
  });
  page.on('dialog', (dialog) => {
    ran.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('popup', () => ran.push('popup'));
  page.on('framenavigated', (frame) => {
    if (frame.parentFrame() !== null || !frame.url().startsWith(server.origin))
      ran.push(`went to ${frame.url()}`);
  });
  await page.exposeFunction('toHost', async (raw: unknown) => {
    const message = fromReview.parse(raw);
    posted.push(message);
    for (const answer of answers(host, message)) await send(answer);
  });
  await page.exposeFunction('xss', (what: unknown) => void ran.push(String(what)));
  await page.exposeFunction('violation', (what: string) => void violations.push(what));
  await page.addInitScript(() => {
    const to = window as unknown as Record<string, (value: unknown) => unknown>;
    document.addEventListener('securitypolicyviolation', (event) => {
      to['violation']?.(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
    Object.assign(window, {
      acquireVsCodeApi: () => ({
        postMessage: (message: unknown) => to['toHost']?.(message),
        getState: (): unknown => JSON.parse(sessionStorage.getItem('state') ?? 'null'),
        setState: (state: unknown) => sessionStorage.setItem('state', JSON.stringify(state)),
      }),
    });
  });

  const open: Panel['open'] = async (more = {}) => {
    const { width = 720, height = 860, theme = 'dark', lang = 'en' } = { ...options, ...more };
    if (more.shown !== undefined) host.shown = more.shown;
    if (more.lists !== undefined) host.lists = more.lists;
    host.texts.clear();
    Object.assign(host, { most: Infinity, silent: false });
    for (const list of [posted, violations, ran, requests, browser.console]) list.length = 0;
    await page.goto(`${server.origin}/panel?blank`);
    await page.evaluate(() => sessionStorage.clear());
    await page.setViewportSize({ width, height });
    await page.goto(`${server.origin}/panel?theme=${theme}&lang=${lang}`);
    await page.locator('.review').waitFor();
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
  };
  await open();
  return {
    ...{ page, host, posted, violations, ran, requests, send, sendRaw, open },
    console: browser.console,
    close: async () => {
      await browser.close();
      await server.close();
    },
  };
}

function answers(host: Host, message: FromReview): ToReview[] {
  switch (message.type) {
    case 'ready':
      return host.shown === null ? [] : [host.shown];
    case 'evidence.page': {
      const list = host.lists[message.kind];
      const { kind, from, count } = message;
      if (host.silent) return [];
      const items = list.slice(from, from + Math.min(count, host.most));
      const revision = host.shown?.review.revision ?? '';
      return [
        { v: 1, type: 'evidence', of: message.of, page: { kind, from, total: list.length, items, revision } },
      ];
    }
    case 'evidence.text': {
      const { of, kind, index, from, count } = message;
      const text = host.texts.get(`${kind}/${index}`) ?? '';
      return [{ v: 1, type: 'evidence.text', of, kind, index, from, text: text.slice(from, from + count) }];
    }
    case 'select':
    case 'reveal':
    case 'open':
    case 'do':
    case 'case.next':
    case 'rescore':
    case 'human.set':
    case 'flag.set':
      return [];
  }
}

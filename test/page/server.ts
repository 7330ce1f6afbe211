import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { page } from '../../extension/panels/page.ts';
import { BODY_CLASS, themeCss, type Theme } from './themes.ts';

const BUNDLE = path.resolve(import.meta.dirname, '../../dist/extension/webviews');
const TYPES: Record<string, string> = { '.js': 'text/javascript', '.css': 'text/css', '.ttf': 'font/ttf' };
const THEME: readonly Theme[] = ['dark', 'light', 'hc', 'hc-light'];

export interface PageServer {
  readonly origin: string;
  close(): Promise<void>;
}

/** Serves the built panel in the page that the extension makes of it, with the same content security policy. */
export async function servePage(): Promise<PageServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const origin = `http://${request.headers.host ?? ''}`;
    answer(url, origin).then(
      ({ type, body }) => response.writeHead(200, { 'content-type': type }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { origin: `http://127.0.0.1:${portOf(server)}`, close: () => closed(server) };
}

async function answer(url: URL, origin: string): Promise<{ type: string; body: string | Buffer }> {
  if (url.searchParams.has('blank')) return { type: 'text/html; charset=utf-8', body: '<!doctype html>' };
  if (url.pathname === '/panel') return { type: 'text/html; charset=utf-8', body: panelPage(url, origin) };
  const theme = THEME.find((name) => url.pathname === `/theme-${name}.css`);
  if (theme !== undefined) return { type: 'text/css', body: themeCss(theme) };
  const name = path.basename(url.pathname);
  const type = TYPES[path.extname(name)];
  if (type === undefined) throw new Error(`nothing at ${url.pathname}`);
  return { type, body: await readFile(path.join(BUNDLE, name)) };
}

/** The page as the extension makes it. The editor puts its theme in by itself; here it is a sheet and a class. */
function panelPage(url: URL, origin: string): string {
  const theme = THEME.find((name) => name === url.searchParams.get('theme')) ?? 'dark';
  const html = page({
    nonce: randomBytes(18).toString('base64url'),
    source: origin,
    script: '/case-review.js',
    styles: [`/theme-${theme}.css`, '/case-review.css'],
    lang: url.searchParams.get('lang') === 'zh-cn' ? 'zh-cn' : 'en',
    title: 'Review',
  });
  return html.replace('<body>', `<body class="${BODY_CLASS[theme]}">`);
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}

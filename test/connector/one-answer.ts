import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Said {
  readonly status: number;
  /** JSON, or a text as it stands */
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface OneAnswer {
  readonly domain: string;
  /** what every request is answered with from now on, but for the one for an app's token */
  says(said: Said): void;
  close(): void;
}

/** A server that hands out an app's token and answers all else with one body. */
export async function serveOne(): Promise<OneAnswer> {
  let said: Said = { status: 500, body: '' };
  const server = createServer((request, response) => {
    const token = request.url?.includes('/tenant_access_token/') === true;
    const { status, body, headers } = token
      ? { status: 200, body: { code: 0, tenant_access_token: 't-x', expire: 7200 }, headers: {} }
      : said;
    const plain = typeof body === 'string';
    response.writeHead(status, {
      'content-type': plain ? 'text/plain' : 'application/json',
      ...headers,
    });
    response.end(plain ? body : JSON.stringify(body));
  });
  // connections are used again: none may be closed while a request is on its way
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    domain: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    says: (next) => {
      said = next;
    },
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

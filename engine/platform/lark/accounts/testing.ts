import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Asked {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Readonly<Record<string, string>>;
}

/** A login service that is told what to answer, for tests of what talks to one. */
export class LoginService {
  readonly asked: Asked[] = [];
  readonly #server: Server;
  #answer: (asked: Asked) => Answer | Promise<Answer> = () => ({ status: 500, body: {} });

  private constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const asked: Asked = {
          path: request.url ?? '',
          authorization: request.headers.authorization,
          body: text.startsWith('{')
            ? (JSON.parse(text) as Record<string, string>)
            : Object.fromEntries(new URLSearchParams(text)),
        };
        this.asked.push(asked);
        void Promise.resolve(this.#answer(asked)).then((answer) => {
          if (answer === 'drop') request.socket.destroy();
          else
            response
              .writeHead(answer.status ?? 200, { 'content-type': 'application/json' })
              .end(JSON.stringify(answer.body));
        });
      });
    });
  }

  static async start(): Promise<LoginService> {
    const service = new LoginService();
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  answers(answer: (asked: Asked) => Answer | Promise<Answer>): void {
    this.#answer = answer;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

/** `drop`: the connection ends without an answer. */
export type Answer = { readonly status?: number; readonly body: unknown } | 'drop';

/**
 * A login as the platform keeps it: each refresh token works once, and a second use ends the login for good.
 */
export class RotatingLogin {
  #n: number;
  #ended = false;
  constructor(
    readonly life: number,
    n = 1,
  ) {
    this.#n = n;
  }

  get access(): string {
    return `u-access-${this.#n}`;
  }
  get refresh(): string {
    return `r-refresh-${this.#n}`;
  }

  answer({ body }: Asked): Answer {
    if (this.#ended) return refusal(20064, 'invalid_grant');
    if (body['refresh_token'] !== this.refresh) {
      this.#ended = true;
      return refusal(20073, 'invalid_grant');
    }
    this.#n += 1;
    return { body: this.grant() };
  }

  grant(): object {
    return {
      code: 0,
      access_token: this.access,
      expires_in: this.life,
      refresh_token: this.refresh,
      refresh_token_expires_in: 604_800,
      token_type: 'Bearer',
      scope: 'im:message offline_access',
    };
  }
}

export function refusal(code: number, error: string): Answer {
  return { status: 400, body: { code, error, error_description: `refused with ${code}` } };
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly system: string;
  readonly user: string;
  readonly body: Readonly<Record<string, unknown>>;
  readonly authorization: string | undefined;
  /** Number of the request, from 1. */
  readonly n: number;
}

/** What the server does with a request. */
export type Reply =
  /** A completion; `usage` null leaves it out. */
  | {
      readonly text: string | null;
      readonly finish?: string;
      readonly message?: Readonly<Record<string, unknown>>;
      readonly usage?: { readonly prompt_tokens: number; readonly completion_tokens: number } | null;
      readonly model?: string;
    }
  | { readonly status: number; readonly raw: string; readonly headers?: Readonly<Record<string, string>> }
  /** Takes the request and never answers; `reset` closes the connection instead. */
  | 'hang'
  | 'reset';

export type Script = (received: Received) => Reply | Promise<Reply>;

/** A server of OpenAI's chat-completions shape that answers as a test says. */
export class ModelServer implements AsyncDisposable {
  readonly received: Received[] = [];
  script: Script;
  /** Its base URL, also when it has been closed. */
  url = '';
  /** Most requests that were open at once. */
  most = 0;
  #open = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  private constructor(script: Script) {
    this.script = script;
  }

  static async start(script: Script): Promise<ModelServer> {
    const server = new ModelServer(script);
    server.#server.listen(0, '127.0.0.1');
    await once(server.#server, 'listening');
    server.url = `http://127.0.0.1:${(server.#server.address() as AddressInfo).port}/v1`;
    return server;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.#open += 1;
    this.most = Math.max(this.most, this.#open);
    response.once('close', () => (this.#open -= 1));
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = JSON.parse(Buffer.concat(parts).toString('utf8')) as Record<string, unknown>;
    const messages = body['messages'] as { role: string; content: string }[];
    const received: Received = {
      system: messages[0]?.content ?? '',
      user: messages[1]?.content ?? '',
      body,
      authorization: request.headers.authorization,
      n: this.received.length + 1,
    };
    this.received.push(received);
    const reply = await this.script(received);
    if (reply === 'hang') return;
    if (reply === 'reset') return void request.socket.destroy();
    const [status, headers, text] =
      'raw' in reply
        ? [reply.status, reply.headers ?? {}, reply.raw]
        : [200, {}, JSON.stringify(completion(reply, body))];
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(text);
  }
}

function completion(
  reply: Extract<Reply, { text: unknown }>,
  body: Readonly<Record<string, unknown>>,
): object {
  const usage = reply.usage === undefined ? { prompt_tokens: 100, completion_tokens: 20 } : reply.usage;
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: reply.model ?? `${String(body['model'])}-2026`,
    choices: [
      {
        index: 0,
        finish_reason: reply.finish ?? 'stop',
        message: { role: 'assistant', content: reply.text, ...reply.message },
      },
    ],
    ...(usage === null ? {} : { usage }),
  };
}

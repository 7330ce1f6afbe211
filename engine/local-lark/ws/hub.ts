import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { PlatformClock } from '../core/clock.ts';
import type { World } from '../core/world.ts';
import { Dispatcher, type DispatchTimes } from './dispatcher.ts';
import { CLIENT_CONFIG, SERVICE_ID, type Tickets } from './endpoint.ts';
import { decodeFrame, encodeFrame, type Frame } from './frame.ts';

const MAX_FRAME = 8 * 1024 * 1024;

/** ms */
const SILENT_CLIENT = 500;

/** The live long connections of all apps. */
export class Hub {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME });
  private readonly byApp = new Map<string, WebSocket[]>();
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly dispatcher: Dispatcher;

  constructor(
    world: World,
    clock: PlatformClock,
    private readonly tickets: Tickets,
    times: DispatchTimes,
  ) {
    this.dispatcher = new Dispatcher(
      world,
      clock,
      times,
      () => [...this.byApp].filter(([, open]) => open.length > 0).map(([app]) => app),
      (app, frame) => this.sendToOne(app, frame),
    );
    world.onDelivery = () => this.dispatcher.wake();
  }

  connections(app: string): number {
    return this.byApp.get(app)?.length ?? 0;
  }

  /** Resolves at once when the app is connected, otherwise with its next connection. */
  async waitForConnection(app: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.connections(app) > 0) return;
    await new Promise<void>((resolve, reject) => {
      const waiters = this.waiting.get(app) ?? new Set();
      this.waiting.set(app, waiters);
      const leave = (): void => {
        waiters.delete(arrived);
        signal?.removeEventListener('abort', aborted);
      };
      const arrived = (): void => {
        leave();
        resolve();
      };
      const aborted = (): void => {
        leave();
        reject(signal?.reason instanceof Error ? signal.reason : new Error('aborted'));
      };
      waiters.add(arrived);
      signal?.addEventListener('abort', aborted);
    });
  }

  /** The upgrade of `ws://…/ws/v2?…&ticket=…`; a bad ticket is refused with the headers that the Go SDK reads. */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    const app =
      url.pathname === '/ws/v2' ? this.tickets.redeem(url.searchParams.get('ticket') ?? '') : undefined;
    if (app === undefined) {
      socket.end(
        'HTTP/1.1 403 Forbidden\r\nHandshake-Status: 514\r\nHandshake-Msg: auth failed\r\nHandshake-Autherrcode: 1000040350\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
      );
      return;
    }
    this.server.handleUpgrade(request, socket, head, (connection) => this.accept(app, connection));
  }

  close(): void {
    this.dispatcher.close();
    for (const connections of this.byApp.values())
      for (const connection of [...connections]) connection.terminate();
    this.server.close();
  }

  /**
   * A connection counts, and gets events, from its first frame on. The SDKs ping at once, but listen only some ticks
   * after the socket is open: what came in between would be lost. A client that never pings is taken in after a while.
   */
  private accept(app: string, connection: WebSocket): void {
    const connections = this.byApp.get(app) ?? [];
    this.byApp.set(app, connections);
    const join = (): void => {
      clearTimeout(grace);
      if (connection.readyState !== connection.OPEN || connections.includes(connection)) return;
      connections.push(connection);
      for (const arrived of [...(this.waiting.get(app) ?? [])]) arrived();
      this.dispatcher.wake();
    };
    const grace = setTimeout(join, SILENT_CLIENT);
    connection.on('message', (data) => {
      this.receive(connection, data);
      join();
    });
    // an error is always followed by a close
    connection.on('error', () => undefined);
    connection.on('close', () => {
      clearTimeout(grace);
      const at = connections.indexOf(connection);
      if (at >= 0) connections.splice(at, 1);
      if (connections.length === 0) this.dispatcher.dropped(app);
    });
  }

  /** Each event goes to exactly one connection, chosen at random. */
  private sendToOne(app: string, frame: Frame): boolean {
    const open = (this.byApp.get(app) ?? []).filter((c) => c.readyState === c.OPEN);
    const chosen = open[Math.floor(Math.random() * open.length)];
    if (chosen === undefined) return false;
    chosen.send(encodeFrame(frame));
    return true;
  }

  private receive(connection: WebSocket, data: Buffer | ArrayBuffer | Buffer[]): void {
    let frame: Frame;
    try {
      frame = decodeFrame(Array.isArray(data) ? Buffer.concat(data) : Buffer.from(data as Buffer));
    } catch {
      connection.close(1007, 'malformed frame');
      return;
    }
    if (frame.method === 1) this.dispatcher.acknowledge(frame);
    else if (frame.headers['type'] === 'ping') connection.send(encodeFrame(pong(frame)));
  }
}

/** Without a whole ClientConfig in the payload the SDK would ping without a pause. */
function pong(ping: Frame): Frame {
  return {
    ...ping,
    service: SERVICE_ID,
    headers: { type: 'pong' },
    payload: Buffer.from(JSON.stringify(CLIENT_CONFIG)),
  };
}

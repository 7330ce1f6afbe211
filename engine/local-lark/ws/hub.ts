import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { WebSocketServer, type WebSocket } from 'ws';
import type { PlatformClock } from '../core/clock.ts';
import type { World } from '../core/world.ts';
import type { Faults } from '../faults/faults.ts';
import { Dispatcher, type DispatchTimes, type Sent } from './dispatcher.ts';
import { CLIENT_CONFIG, SERVICE_ID, type Tickets } from './endpoint.ts';
import { decodeFrame, encodeFrame, type Frame } from './frame.ts';

const MAX_FRAME = 8 * 1024 * 1024;

/** ms */
const SILENT_CLIENT = 500;

/** ms of the machine: how long a jumping clock waits for an app that has lost its connection to come back */
const COMES_BACK = 3_000;

/** The live long connections of all apps. */
export class Hub {
  private readonly server = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME });
  private readonly byApp = new Map<string, readonly WebSocket[]>();
  private readonly waiting = new Map<string, Set<() => void>>();
  private readonly dispatcher: Dispatcher;
  /** connections that look open while everything sent over them is lost */
  private readonly halfOpen = new WeakSet<WebSocket>();
  private readonly timers = new Set<() => void>();

  constructor(
    world: World,
    private readonly clock: PlatformClock,
    private readonly tickets: Tickets,
    times: DispatchTimes,
    faults?: Faults,
  ) {
    const wires = {
      connected: () => [...this.byApp].filter(([, open]) => open.length > 0).map(([app]) => app),
      send: (app: string, frame: Frame) => this.sendToOne(app, frame),
      drop: (app: string, hold_ms: number | null) => this.drop(app, hold_ms),
    };
    this.dispatcher = new Dispatcher(world, clock, times, wires, faults);
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
    for (const cancel of this.timers) cancel();
    for (const connections of this.byApp.values())
      for (const connection of connections) connection.terminate();
    this.server.close();
  }

  /**
   * A connection counts, and gets events, from its first frame on. The SDKs ping at once, but listen only some ticks
   * after the socket is open: what came in between would be lost. A client that never pings is taken in after a while.
   */
  private accept(app: string, connection: WebSocket): void {
    const connections = (): readonly WebSocket[] => this.byApp.get(app) ?? [];
    const join = (): void => {
      clearTimeout(grace);
      if (connection.readyState !== connection.OPEN || connections().includes(connection)) return;
      this.byApp.set(app, [...connections(), connection]);
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
      const left = connections().filter((other) => other !== connection);
      this.byApp.set(app, left);
      if (left.length === 0) this.dispatcher.dropped(app);
    });
  }

  /** Each event goes to exactly one connection, chosen at random. */
  private sendToOne(app: string, frame: Frame): Sent {
    const open = (this.byApp.get(app) ?? []).filter((c) => c.readyState === c.OPEN);
    const chosen = open[Math.floor(Math.random() * open.length)];
    if (chosen === undefined) return 'nobody';
    if (this.halfOpen.has(chosen)) return 'lost';
    chosen.send(encodeFrame(frame));
    return 'sent';
  }

  private drop(app: string, hold_ms: number | null): void {
    const connections = [...(this.byApp.get(app) ?? [])];
    const end = (): void => {
      // Gone at once, though their sockets close a moment later: nothing more may be sent to them.
      const left = (this.byApp.get(app) ?? []).filter((connection) => !connections.includes(connection));
      this.byApp.set(app, left);
      this.dispatcher.dropped(app);
      for (const connection of connections) connection.terminate();
      if (left.length === 0) this.untilBack(app);
    };
    if (hold_ms === null) {
      end();
      return;
    }
    for (const connection of connections) this.halfOpen.add(connection);
    this.dispatcher.dropped(app);
    const cancel = this.clock.after(hold_ms, () => {
      this.timers.delete(cancel);
      end();
    });
    this.timers.add(cancel);
  }

  /** Coming back takes the time of machines: a clock that jumps stands still meanwhile, though not for ever. */
  private untilBack(app: string): void {
    const leave = this.clock.enter();
    const giveUp = new AbortController();
    const timer = setTimeout(() => giveUp.abort(), COMES_BACK);
    const stop = (): void => giveUp.abort();
    this.timers.add(stop);
    void this.waitForConnection(app, giveUp.signal)
      .catch(() => undefined)
      .finally(() => {
        clearTimeout(timer);
        this.timers.delete(stop);
        leave();
      });
  }

  private receive(connection: WebSocket, data: Buffer | ArrayBuffer | Buffer[]): void {
    if (this.halfOpen.has(connection)) return;
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

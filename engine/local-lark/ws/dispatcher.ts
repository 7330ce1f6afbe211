import { hex, newId } from '../core/ids.ts';
import type { Delivery } from '../core/model.ts';
import type { PlatformClock } from '../core/clock.ts';
import type { World } from '../core/world.ts';
import { SERVICE_ID } from './endpoint.ts';
import type { Frame } from './frame.ts';

export interface DispatchTimes {
  /** ms; an ack that comes later is no ack */
  readonly ackWithin: number;
  /** ms after each failed attempt; when they are used up the event is given up */
  readonly redeliverAfter: readonly number[];
}

/** As documented: ack within 3 s; again after 15 s, 5 min, 1 h and 6 h. */
export const PLATFORM_TIMES: DispatchTimes = {
  ackWithin: 3_000,
  redeliverAfter: [15_000, 300_000, 3_600_000, 21_600_000],
};

const ACKED = 200;

/** ms; after the last redelivery the platform has forgotten an event */
const LIFETIME = 7.5 * 3_600_000;

/**
 * Sends queued events, takes acks, sends again what was not acknowledged. An event whose time has come while its app
 * has no connection waits for the next one and costs no attempt, so a bot that starts late still hears everything.
 */
export class Dispatcher {
  /** frame message_id -> the timer that ends the wait for its ack */
  private readonly awaited = new Map<
    string,
    { event_id: string; app_id: string; settle: () => void; leave: () => void }
  >();
  /** events on the wire or waiting for their next attempt */
  private readonly busy = new Set<string>();
  private readonly timers = new Set<() => void>();
  private closed = false;
  private woken = false;

  constructor(
    private readonly world: World,
    private readonly clock: PlatformClock,
    private readonly times: DispatchTimes,
    private readonly connected: () => readonly string[],
    private readonly send: (app: string, frame: Frame) => boolean,
  ) {}

  /** Sends what is due, after the answer of the request that queued it. */
  wake(): void {
    if (this.woken || this.closed) return;
    this.woken = true;
    const leave = this.clock.enter();
    setImmediate(() => {
      this.woken = false;
      if (!this.closed) this.flush();
      leave();
    });
  }

  acknowledge(frame: Frame): void {
    const waiting = this.awaited.get(frame.headers['message_id'] ?? '');
    if (waiting === undefined || this.closed || ackCode(frame) !== ACKED) return;
    waiting.settle();
    this.awaited.delete(frame.headers['message_id'] ?? '');
    this.forget(waiting.event_id);
  }

  /** An app has lost its connection: what was sent is no longer under way, it waits for its next attempt. */
  dropped(app: string): void {
    for (const waiting of this.awaited.values()) if (waiting.app_id === app) waiting.leave();
  }

  close(): void {
    this.closed = true;
    for (const { settle } of this.awaited.values()) settle();
    for (const cancel of this.timers) cancel();
  }

  private flush(): void {
    const { deliveries } = this.world.rows;
    for (const app of this.connected()) {
      const due = deliveries.inGroup(app).filter((d) => !this.busy.has(d.event_id));
      for (const delivery of due.sort((x, y) => x.seq - y.seq)) this.attempt(delivery);
    }
  }

  private attempt(delivery: Delivery): void {
    if (this.world.now() - delivery.created_at > LIFETIME) {
      this.forget(delivery.event_id);
      return;
    }
    const wait = delivery.due_at - this.world.now();
    if (wait > 0 && delivery.attempts > 0) {
      this.later(delivery.event_id, wait);
      return;
    }
    const frame = eventFrame(delivery, this.world.now());
    if (!this.send(delivery.app_id, frame)) return;
    this.busy.add(delivery.event_id);
    const message_id = frame.headers['message_id'] ?? '';
    // Until it is acknowledged the event is on its way: no virtual time passes meanwhile.
    const leave = this.clock.enter();
    const cancel = this.clock.after(this.times.ackWithin, () => this.failed(message_id, delivery));
    const settle = (): void => {
      cancel();
      leave();
    };
    this.awaited.set(message_id, { event_id: delivery.event_id, app_id: delivery.app_id, settle, leave });
  }

  private failed(message_id: string, delivery: Delivery): void {
    this.awaited.get(message_id)?.settle();
    this.awaited.delete(message_id);
    const wait = this.times.redeliverAfter[delivery.attempts];
    if (wait === undefined) {
      this.forget(delivery.event_id);
      return;
    }
    const rest = Math.max(0, wait - this.times.ackWithin);
    const next: Delivery = { ...delivery, attempts: delivery.attempts + 1, due_at: this.world.now() + rest };
    this.world.store.transact(() =>
      this.world.store.put(this.world.rows.deliveries, delivery.event_id, next),
    );
    this.later(delivery.event_id, rest);
  }

  private later(event_id: string, wait: number): void {
    this.busy.add(event_id);
    const cancel = this.clock.after(wait, () => {
      this.timers.delete(cancel);
      this.busy.delete(event_id);
      const delivery = this.world.rows.deliveries.get(event_id);
      if (delivery !== undefined) this.attempt({ ...delivery, due_at: 0 });
    });
    this.timers.add(cancel);
  }

  private forget(event_id: string): void {
    this.busy.delete(event_id);
    this.world.store.transact(() => this.world.store.remove(this.world.rows.deliveries, event_id));
  }
}

function ackCode(frame: Frame): number | undefined {
  try {
    const ack = JSON.parse(frame.payload.toString('utf8')) as { code?: number };
    return ack.code;
  } catch {
    return undefined;
  }
}

/** `sum` and `seq` are required by the Node SDK; events are never split here. */
function eventFrame(delivery: Delivery, now: number): Frame {
  return {
    seqId: 0n,
    logId: 0n,
    service: SERVICE_ID,
    method: 1,
    headers: {
      type: 'event',
      message_id: newId.uuid(),
      sum: '1',
      seq: '0',
      trace_id: hex(32),
      timestamp: String(now),
    },
    payload: Buffer.from(delivery.payload),
  };
}

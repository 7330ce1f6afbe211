import { hex, newId } from '../core/ids.ts';
import type { Delivery } from '../core/model.ts';
import type { PlatformClock } from '../core/clock.ts';
import type { World } from '../core/world.ts';
import type { EventRule, Faults } from '../faults/faults.ts';
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

/** What has become of a frame: on its way, lost in a connection that only looks open, or nobody was there. */
export type Sent = 'sent' | 'lost' | 'nobody';

/** The connections of apps, as the dispatcher knows them. */
export interface Wires {
  /** apps with a connection */
  connected(): readonly string[];
  send(app: string, frame: Frame): Sent;
  /** takes an app's connections away at once, or leaves them half-open for `hold_ms` */
  drop(app: string, hold_ms: number | null): void;
}

interface Awaited {
  readonly app_id: string;
  readonly settle: () => void;
  readonly leave: () => void;
  readonly acked: () => void;
}

/** ms; how long a connection stays half-open where the plan does not say */
const HALF_OPEN = 5_000;

/** ms; after the last redelivery the platform has forgotten an event */
const LIFETIME = 7.5 * 3_600_000;

/**
 * Sends queued events, takes acks, sends again what was not acknowledged. An event whose time has come while its app
 * has no connection waits for the next one and costs no attempt, so a bot that starts late still hears everything.
 */
export class Dispatcher {
  /** frame message_id -> the timer that ends the wait for its ack */
  private readonly awaited = new Map<string, Awaited>();
  /** events on the wire or waiting for their next attempt */
  private readonly busy = new Set<string>();
  private readonly timers = new Set<() => void>();
  /** events that a fault has made late already */
  private readonly late = new Set<string>();
  private closed = false;
  private woken = false;

  constructor(
    private readonly world: World,
    private readonly clock: PlatformClock,
    private readonly times: DispatchTimes,
    private readonly wires: Wires,
    private readonly faults?: Faults,
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
    if (waiting === undefined || this.closed) return;
    // A refusal is as good as silence, only that nobody is at work on the event any longer.
    if (ackCode(frame) === ACKED) waiting.acked();
    else waiting.leave();
  }

  /** An app has lost its connection: what was sent is no longer under way, it waits for its next attempt. */
  dropped(app: string): void {
    for (const waiting of this.awaited.values()) if (waiting.app_id === app) waiting.leave();
  }

  close(): void {
    this.closed = true;
    for (const { settle } of [...this.awaited.values()]) settle();
    for (const cancel of this.timers) cancel();
  }

  private flush(): void {
    const { deliveries } = this.world.rows;
    for (const app of this.wires.connected()) {
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
    if (!this.wires.connected().includes(delivery.app_id)) return;
    const fault = this.faultOf(delivery);
    if (fault?.kind === 'late_event') {
      this.late.add(delivery.event_id);
      this.later(delivery.event_id, fault.delay_ms);
      return;
    }
    if (fault?.kind === 'dropped_socket') {
      const halfOpen = fault.mode === 'half_open';
      this.wires.drop(delivery.app_id, halfOpen ? (fault.hold_ms ?? HALF_OPEN) : null);
      // What is sent over a half-open connection is lost; after a closed one the event waits for the next.
      if (!halfOpen) return;
    }
    const { event_id } = delivery;
    const again = fault?.kind === 'duplicate_event' ? (fault.delay_ms ?? 0) : null;
    const onItsWay = this.put(delivery, {
      acked: () => {
        this.forget(event_id);
        if (again !== null) this.once(again, () => this.put(delivery, {}));
      },
      failed: () => this.failed(delivery),
      deaf: fault?.kind === 'lost_ack',
    });
    if (onItsWay) this.busy.add(event_id);
  }

  /**
   * Sends an event to one connection of its app; false when there is none. `deaf`: its acknowledgement gets lost.
   * Until it is acknowledged the event is on its way, and no virtual time passes; one that is lost is not on its way.
   */
  private put(
    delivery: Delivery,
    on: { readonly acked?: () => void; readonly failed?: () => void; readonly deaf?: boolean },
  ): boolean {
    const frame = eventFrame(delivery, this.world.now());
    const sent = this.wires.send(delivery.app_id, frame);
    if (sent === 'nobody') return false;
    const message_id = frame.headers['message_id'] ?? '';
    const leave = this.clock.enter();
    const over = (then?: () => void): void => {
      cancel();
      leave();
      this.awaited.delete(message_id);
      then?.();
    };
    const cancel = this.clock.after(this.times.ackWithin, () => over(on.failed));
    this.awaited.set(message_id, {
      app_id: delivery.app_id,
      leave,
      settle: () => over(),
      acked: on.deaf === true ? leave : () => over(on.acked),
    });
    if (sent === 'lost') leave();
    return true;
  }

  private faultOf(delivery: Delivery): EventRule | undefined {
    if (this.faults === undefined) return undefined;
    const { header } = JSON.parse(delivery.payload) as { header: { event_type: string } };
    const app = this.world.app(delivery.app_id)?.key ?? '';
    const late = this.late.has(delivery.event_id);
    return this.faults.ofEvent(header.event_type, app, delivery.event_id, late)?.rule;
  }

  private failed(delivery: Delivery): void {
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
    this.once(wait, () => {
      this.busy.delete(event_id);
      const delivery = this.world.rows.deliveries.get(event_id);
      if (delivery !== undefined) this.attempt({ ...delivery, due_at: 0 });
    });
  }

  private once(wait: number, run: () => void): void {
    const cancel = this.clock.after(wait, () => {
      this.timers.delete(cancel);
      run();
    });
    this.timers.add(cancel);
  }

  private forget(event_id: string): void {
    this.busy.delete(event_id);
    this.late.delete(event_id);
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

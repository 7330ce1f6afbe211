import { newId } from '../core/ids.ts';
import type { World } from '../core/world.ts';

/** Queues an event for an app, in the running transaction: what is queued survives a kill. */
export function enqueue(world: World, app_id: string, event_type: string, event: unknown): void {
  const now = world.now();
  const event_id = newId.event();
  // key order as in captured bodies
  const payload = {
    schema: '2.0',
    header: {
      event_id,
      token: '',
      create_time: String(now),
      event_type,
      tenant_key: world.tenantKey,
      app_id,
    },
    event,
  };
  world.store.put(world.rows.deliveries, event_id, {
    event_id,
    seq: world.store.nextSeq(),
    app_id,
    payload: JSON.stringify(payload),
    created_at: now,
    attempts: 0,
    due_at: now,
  });
}

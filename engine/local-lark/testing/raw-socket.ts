import { WebSocket } from 'ws';
import { decodeFrame, encodeFrame } from '../ws/frame.ts';
import type { LocalLark } from '../index.ts';

export interface RawEvent {
  readonly header: { readonly event_type: string; readonly event_id: string };
  readonly event: unknown;
}

/** A long connection without the SDK: collects whole event bodies and acknowledges each. */
export async function rawSocket(
  platform: Pick<LocalLark, 'domain'> & Partial<Pick<LocalLark, 'waitForConnection'>>,
  app: { app_id: string; app_secret: string },
  onEvent: (event: RawEvent) => void = () => undefined,
): Promise<{ events: RawEvent[]; discovery: unknown; ended: Promise<void>; close: () => void }> {
  const answer = await fetch(`${platform.domain}/callback/ws/endpoint`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', locale: 'zh' },
    body: JSON.stringify({ AppID: app.app_id, AppSecret: app.app_secret }),
  });
  const discovery = (await answer.json()) as { data: { URL: string } };
  const socket = new WebSocket(discovery.data.URL);
  const events: RawEvent[] = [];
  const ended = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  socket.on('message', (data: Buffer) => {
    const frame = decodeFrame(data);
    if (frame.method !== 1) return;
    const event = JSON.parse(frame.payload.toString('utf8')) as RawEvent;
    events.push(event);
    onEvent(event);
    socket.send(encodeFrame({ ...frame, payload: Buffer.from(JSON.stringify({ code: 200 })) }));
  });
  await new Promise((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.send(
    encodeFrame({
      seqId: 0n,
      logId: 0n,
      service: 1,
      method: 0,
      headers: { type: 'ping' },
      payload: Buffer.alloc(0),
    }),
  );
  // of a platform in another process only this end is seen
  await platform.waitForConnection?.(app.app_id);
  return { events, discovery, ended, close: () => socket.terminate() };
}

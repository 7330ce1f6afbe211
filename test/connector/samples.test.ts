import { afterAll, beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { larkSamples, type Sample } from '../../engine/local-lark/testing/samples.ts';
import { OAuth } from '../../engine/platform/lark/accounts/oauth.ts';
import { ANSWERS } from '../../engine/platform/lark/answers.ts';
import { LarkCalls } from '../../engine/platform/lark/call.ts';
import { fromPlatform } from '../../engine/platform/lark/cells.ts';
import { flatten } from '../../engine/platform/lark/content.ts';
import { larkSend, messageEvents, RateLimited, type LarkSend } from '../../engine/platform/lark/sdk.ts';
import { describeWithCorpus } from '../corpus.ts';
import { CALLS, callsOfTheConnector, NEVER_READ } from './samples-read.ts';
import { serveOne, type OneAnswer } from './one-answer.ts';

/** The parts of what was read that are looked at further. */
const part = z.looseObject({
  msg_type: z.string().optional(),
  body: z.object({ content: z.string() }).optional(),
  fields: z.record(z.string(), z.unknown()).optional(),
});
const shape = part.extend({ items: z.array(part).optional() });

describeWithCorpus('the connector reads the collected payloads', (dir) => {
  const state: { server?: OneAnswer; send?: LarkSend; oauth?: OAuth } = {};
  beforeAll(async () => {
    const server = await serveOne();
    const app = { app_id: 'cli_0123456789abcdef', app_secret: 's' };
    state.server = server;
    state.send = await larkSend({ domain: server.domain, timeout_ms: 60_000 }, app);
    state.oauth = new OAuth({ domain: server.domain, accounts: server.domain, app, timeout_ms: 60_000 });
  });
  afterAll(() => state.server?.close());

  const call = { op: 'any', method: 'GET', path: '/any' } as const;

  /** An answer goes through the SDK, the unwrapping and the parser of its call. */
  async function answer(op: keyof typeof ANSWERS, sample: Sample): Promise<void> {
    state.server!.says({ status: 200, body: sample.body });
    const data = shape.parse(await new LarkCalls(state.send!).call<unknown>({ ...call, op }, ANSWERS[op]));
    expect(Object.keys(data).length).toBeGreaterThan(0);
    for (const { fields } of op === 'bitable.record.search' ? (data.items ?? []) : []) cells(fields);
    for (const one of op.startsWith('im.message') ? (data.items ?? [data]) : [])
      content(String(one.msg_type), one.body?.content ?? '');
  }

  function content(type: string, text: string): void {
    const { text: said, attachments } = flatten(type, text, new Map([['@_user_1', 'Ann']]));
    expect(said !== '' || attachments.length > 0, `nothing of ${type} ${text}`).toBe(true);
    expect(said).not.toContain('@_user_1');
  }

  /** Every cell has a value that people can read: a text, a number, a list; never the JSON of an object. */
  function cells(value: unknown): void {
    const values = typeof value === 'object' && value !== null ? Object.values(value) : [value];
    for (const one of values) {
      const read = fromPlatform(undefined, one, '+08:00');
      expect(read, JSON.stringify(one)).not.toBeNull();
      expect(String(read), JSON.stringify(one)).not.toMatch(/[{]|\[object/);
    }
  }

  async function refusal(status: number, body: unknown, wanted: object): Promise<void> {
    state.server!.says({ status, body });
    await expect(state.send!(call)).rejects.toMatchObject(wanted);
  }

  async function error({ endpoint, body, status }: Sample): Promise<void> {
    const { error_table, code, text } = body as {
      error_table?: { code: number; http_status?: number }[];
      code?: number;
      text?: string;
    };
    if (endpoint.includes('/oauth/token')) {
      for (const row of error_table ?? [{ code, http_status: status }]) {
        state.server!.says({ status: row.http_status ?? 400, body: row });
        await expect(state.oauth!.refresh('r')).rejects.toMatchObject({ code: row.code });
      }
      return;
    }
    if (text !== undefined) return refusal(status ?? 404, text, { status: 404, code: 0 });
    for (const row of error_table ?? [{ code, http_status: status }])
      await refusal(row.http_status ?? 400, error_table === undefined ? body : row, { code: row.code });
  }

  async function event({ endpoint, body }: Sample): Promise<void> {
    const heard: string[] = [];
    const dispatcher = await messageEvents(({ message_id }) => heard.push(message_id));
    const whole =
      'schema' in (body as object) ? body : { header: { event_type: endpoint }, schema: '2.0', event: body };
    const { message } = (
      whole as { event: { message?: { message_id: string; message_type: string; content: string } } }
    ).event;
    // the platform delivers one more than once
    for (let times = 0; times < 2; times++) await dispatcher.invoke(whole);
    expect(heard).toEqual(endpoint === 'im.message.receive_v1' ? [message!.message_id] : []);
    if (message !== undefined) content(message.message_type, message.content);
  }

  /** What reads a sample; undefined when nothing of the connector's does. */
  function readerOf(sample: Sample): (() => Promise<void> | void) | undefined {
    const { kind, endpoint, body } = sample;
    if (kind === 'request') return undefined;
    if (kind === 'error') return () => error(sample);
    if (kind === 'event' && /_v\d$/.test(endpoint)) return () => event(sample);
    const type = /^parsed message\.content for (?:msg|message)_type (\w+)/.exec(endpoint)?.[1];
    if (type !== undefined) return () => content(type, JSON.stringify(body));
    if (endpoint.endsWith('(cell values)'))
      return () => cells(Array.isArray(body) || !('value' in (body as object)) ? body : { cell: body });
    if (endpoint === 'POST /open-apis/authen/v2/oauth/token')
      return async () => {
        state.server!.says({ status: 200, body });
        expect((await state.oauth!.refresh('r')).expires_in).toBeGreaterThan(0);
      };
    if (endpoint === 'GET /open-apis/authen/v1/user_info')
      return async () => {
        state.server!.says({ status: 200, body: { code: 0, data: body } });
        expect((await state.oauth!.whoIs('t')).union_id).toMatch(/./);
      };
    const op = CALLS[endpoint];
    return op === undefined ? undefined : () => answer(op, sample);
  }

  const samples = larkSamples(dir);
  const limit = samples.find((s) => s.kind === 'headers' && s.endpoint === 'any');
  const read = samples.filter((sample) => readerOf(sample) !== undefined || sample === limit);

  it.each(read.filter((sample) => sample !== limit).map((sample) => [sample.file, sample] as const))(
    '%s',
    async (_file, sample) => {
      await readerOf(sample)?.();
    },
  );

  it('a limit says when to come again', async () => {
    const { status, headers, body } = limit?.body as {
      status: number;
      headers: Record<string, string>;
      body: unknown;
    };
    state.server!.says({ status, body, headers });
    const refused: unknown = await state.send!(call).catch((e: unknown) => e);
    expect(refused).toBeInstanceOf(RateLimited);
    expect(refused).toMatchObject({ resetSeconds: Number(headers['x-ogw-ratelimit-reset']) });
  });

  it('every other sample is named with its reason, and nothing besides', () => {
    const left = samples.filter((sample) => !read.includes(sample) && sample.kind !== 'request');
    expect([...new Set(left.map((s) => s.endpoint))].sort()).toEqual(Object.values(NEVER_READ).flat().sort());
  });

  it('the answers are those of every call that the connector makes', () => {
    const ignored = callsOfTheConnector().filter((op) => !(op in ANSWERS));
    expect(ignored).toEqual([
      'bitable.record.delete',
      'bitable.record.update',
      'bitable.table.delete',
      'calendar.event.attendee.create',
      'docx.block.children.batch_delete',
      'docx.block.descendant.create',
      'drive.permission.member.create',
      'im.reaction.delete',
      'im.tag.bind',
    ]);
    expect(Object.keys(ANSWERS).filter((op) => !callsOfTheConnector().includes(op))).toEqual([]);
  });
});

import type { FastifyReply } from 'fastify';
import { wireAnswer, type WireAnswer } from './answer.ts';
import type { Answer } from './route.ts';

/** An answer as it goes over the wire. */
export interface HttpAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
}

export function jsonAnswer({ status, logId, body }: WireAnswer): HttpAnswer {
  return {
    status,
    headers: { 'x-tt-logid': logId, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
  };
}

/** What a route has come to, made ready for the wire. */
export function httpAnswer(answer: Answer | WireAnswer, now: number): HttpAnswer {
  if ('status' in answer) return jsonAnswer(answer);
  if (answer.download === undefined) return jsonAnswer(wireAnswer(answer, now));
  const { bytes, mime, name } = answer.download;
  return {
    status: 200,
    headers: {
      'content-type': mime,
      'content-disposition': `attachment; filename="${encodeURIComponent(name)}"`,
    },
    body: bytes,
  };
}

export function writeAnswer(reply: FastifyReply, { status, headers, body }: HttpAnswer): FastifyReply {
  return reply.code(status).headers(headers).send(body);
}

/** Closes the connection in place of an answer. */
export function cutOff(reply: FastifyReply): void {
  reply.hijack();
  reply.request.raw.socket.destroy();
}

/** Closes the connection in the middle of an answer. */
export function cutInMiddle(reply: FastifyReply, { status, headers, body }: HttpAnswer): void {
  reply.hijack();
  const bytes = Buffer.from(body);
  reply.raw.writeHead(status, { ...headers, 'content-length': String(bytes.length) });
  reply.raw.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => reply.raw.destroy());
}

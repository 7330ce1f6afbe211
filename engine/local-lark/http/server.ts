import type { FastifyInstance, FastifyRequest } from 'fastify';
import { gateway, LarkError } from '../core/errors.ts';
import type { World } from '../core/world.ts';
import type { FaultyAnswers } from '../faults/http.ts';
import { wireError, type WireAnswer } from './answer.ts';
import { authenticate } from './authenticate.ts';
import { parseMultipart } from './multipart.ts';
import type { Answer, Route } from './route.ts';
import { httpAnswer, jsonAnswer, writeAnswer } from './write.ts';

/** Bodies above this are cut off before they are read, as the platform's front does. Bytes. */
const BODY_LIMIT = 32 * 1024 * 1024;

/** The HTTP face of the platform: order of checks is path, token, parameters, then the product's own. */
export async function buildServer(
  world: World,
  routes: readonly Route[],
  faulty?: FaultyAnswers,
): Promise<FastifyInstance> {
  // Loaded here: commands that start no server must not wait for it.
  const { default: fastify } = await import('fastify');
  const server = fastify({ exposeHeadRoutes: false, bodyLimit: BODY_LIMIT, forceCloseConnections: true });
  server.removeAllContentTypeParsers();
  // kept as text: the token is checked before the body is looked at
  server.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  server.setNotFoundHandler(async (_request, reply) =>
    reply.code(404).type('text/plain').send('404 page not found'),
  );
  server.setErrorHandler(async (error: { statusCode?: number; message: string }, _request, reply) => {
    if (error.statusCode === 413)
      return reply.code(413).type('text/plain').send('413 request entity too large');
    const wrong = new LarkError(error.statusCode ?? 500, 2200, `Internal Error: ${error.message}`);
    return writeAnswer(reply, jsonAnswer(wireError(wrong, world.now())));
  });
  for (const route of routes)
    server.route({
      method: route.method,
      url: route.path,
      handler: async (request, reply) => {
        const answer = () => httpAnswer(serve(world, route, request), world.now());
        return faulty === undefined
          ? writeAnswer(reply, answer())
          : faulty.answer(route, request, reply, answer);
      },
    });
  return server;
}

function serve(world: World, route: Route, request: FastifyRequest): Answer | WireAnswer {
  let actor;
  try {
    actor = authenticate(world, request.headers.authorization, route.auth);
    const call = {
      world,
      actor,
      params: request.params as Record<string, string>,
      query: plainQuery(request.query as Record<string, unknown>),
      body: readBody(request),
    };
    return world.store.transact(() => route.run(call));
  } catch (error) {
    if (!(error instanceof LarkError)) throw error;
    const resource = error.detail.refused;
    if (resource !== undefined && actor !== undefined) {
      const blockedBy = actor;
      world.store.transact(() => world.blocked(blockedBy, { op: route.op, resource }, error.code));
    }
    return wireError(error, world.now());
  }
}

/** `ids[]=a` (the SDK's plain `request`) means the same as `ids=a`. */
function plainQuery(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query).map(([key, value]) => [key.replace(/\[\d*\]$/, ''), value]),
  );
}

function readBody(request: FastifyRequest): unknown {
  const type = request.headers['content-type'] ?? '';
  const bytes = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  if (type.startsWith('multipart/form-data')) return parseMultipart(bytes, type);
  if (type.startsWith('application/x-www-form-urlencoded'))
    return Object.fromEntries(new URLSearchParams(bytes.toString('utf8')));
  try {
    return JSON.parse(bytes.toString('utf8')) as unknown;
  } catch {
    throw gateway.badJson();
  }
}

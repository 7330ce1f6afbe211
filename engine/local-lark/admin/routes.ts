import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { mintUserCode, mintUserTokens } from '../auth/user-tokens.ts';
import type { World } from '../core/world.ts';
import { AppProfile, createApp, createUser, UserProfile } from './identities.ts';

/**
 * Identities for other processes: POST /local/v1/users and /local/v1/apps with `{key, profile}`, answers as the
 * functions give them; POST /local/v1/open_id with `{app_id, of}`: the open_id by which an app knows a person (union_id)
 * or an app. Only with `Authorization: Bearer <adminToken>`: whoever can mint a person can be anyone.
 */
export function addAdminRoutes(server: FastifyInstance, world: World, adminToken: string): void {
  const guarded =
    <T>(schema: z.ZodType<T>, make: (input: T) => unknown) =>
    async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      if (!authorized(request.headers.authorization, adminToken))
        return reply.code(401).send({ error: 'the admin token is missing or wrong' });
      const input = schema.safeParse(json(request.body));
      if (!input.success) return reply.code(400).send({ error: z.prettifyError(input.error) });
      return reply.send(make(input.data));
    };
  const key = z.string().min(1);
  server.post(
    '/local/v1/users',
    guarded(z.object({ key, profile: UserProfile }), (b) => createUser(world, b.key, b.profile)),
  );
  const Grant = z.object({ user: key, app_id: key, scope: z.string().optional() });
  server.post(
    '/local/v1/user_tokens',
    guarded(Grant, (b) => mintUserTokens(world, b.user, b.app_id, b.scope)),
  );
  server.post(
    '/local/v1/user_codes',
    guarded(Grant, (b) => ({ code: mintUserCode(world, b.user, b.app_id, b.scope) })),
  );
  server.post(
    '/local/v1/apps',
    guarded(z.object({ key, profile: AppProfile }), (b) => createApp(world, b.key, b.profile)),
  );
  server.post(
    '/local/v1/open_id',
    guarded(z.object({ app_id: key, of: key }), (b) => ({ open_id: world.openId(b.app_id, b.of) })),
  );
}

function json(body: unknown): unknown {
  try {
    return Buffer.isBuffer(body) ? (JSON.parse(body.toString('utf8')) as unknown) : undefined;
  } catch {
    return undefined;
  }
}

function authorized(header: string | undefined, token: string): boolean {
  const given = Buffer.from(header ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

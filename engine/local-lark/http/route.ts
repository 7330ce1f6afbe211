import type { ZodType } from 'zod';
import type { Actor } from '../core/model.ts';
import type { World } from '../core/world.ts';
import { requireScope } from '../auth/scopes.ts';
import { checked } from './validate.ts';

type ParamNames<P extends string> = P extends `${string}:${infer N}/${infer R}`
  ? N | ParamNames<`/${R}`>
  : P extends `${string}:${infer N}`
    ? N
    : never;

/** Which tokens a route takes: both kinds, only an app's, only a person's, or none at all. */
export type Auth = 'any' | 'tenant' | 'user' | 'none';

export interface Download {
  readonly bytes: Buffer;
  readonly mime: string;
  readonly name: string;
}

export interface Answer {
  readonly data?: unknown;
  /** fields beside `code` and `msg`: tokens and bot info have no `data` */
  readonly top?: Readonly<Record<string, unknown>>;
  readonly msg?: string;
  /** the whole body: what OAuth answers has neither `msg` nor `data` */
  readonly raw?: Readonly<Record<string, unknown>>;
  /** instead of JSON: a download */
  readonly download?: Download;
}

/** A request as it came, before its parameters are checked. */
export interface RawCall {
  readonly world: World;
  readonly actor: Actor | undefined;
  readonly params: Readonly<Record<string, string>>;
  readonly query: unknown;
  readonly body: unknown;
}

export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** the name under which the operation log knows it */
  readonly op: string;
  readonly auth: Auth;
  /** checks the parameters (throws LarkError) and does the work */
  readonly run: (call: RawCall) => Answer;
}

export interface Call<P extends string, Q, B> {
  readonly world: World;
  readonly actor: Actor;
  readonly params: Readonly<Record<ParamNames<P>, string>>;
  readonly query: Q;
  readonly body: B;
}

interface Definition<P extends string, Q, B> {
  readonly method: Route['method'];
  readonly path: P;
  readonly op: string;
  readonly auth?: 'any' | 'tenant' | 'user';
  /** shortest length the gateway takes for a path parameter */
  readonly minLength?: Partial<Record<ParamNames<P>, number>>;
  readonly query?: ZodType<Q>;
  readonly body?: ZodType<B>;
  readonly run: (call: Call<P, Q, B>) => Answer;
}

/** A route for callers with a token. */
export function route<P extends string, Q, B>(definition: Definition<P, Q, B>): Route {
  return {
    method: definition.method,
    path: definition.path,
    op: definition.op,
    auth: definition.auth ?? 'any',
    run: ({ world, actor, params, query, body }) => {
      if (actor === undefined) throw new Error(`${definition.path} ran without an actor`);
      requireScope(actor, definition.op, definition.method, params);
      return definition.run({
        world,
        actor,
        params: checked.params(params, definition.minLength ?? {}) as Call<P, Q, B>['params'],
        query: checked.query(definition.query, query),
        body: checked.body(definition.body, body),
      });
    },
  };
}

/** A route that needs no token. */
export function openRoute<B>(definition: {
  readonly path: string;
  readonly op: string;
  readonly body: ZodType<B>;
  readonly run: (call: { readonly world: World; readonly body: B }) => Answer;
}): Route {
  return {
    method: 'POST',
    path: definition.path,
    op: definition.op,
    auth: 'none',
    run: ({ world, body }) => definition.run({ world, body: checked.body(definition.body, body) }),
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PlatformClock } from '../core/clock.ts';
import type { World } from '../core/world.ts';
import type { Route } from '../http/route.ts';
import { cutInMiddle, cutOff, writeAnswer, type HttpAnswer } from '../http/write.ts';
import { noteOf, rateLimited, serverError, writeConflict } from './answers.ts';
import type { Faults } from './faults.ts';

/** Answers calls, some of them wrongly. */
export class FaultyAnswers {
  readonly #held = new Set<() => void>();

  constructor(
    private readonly faults: Faults,
    private readonly world: World,
    private readonly clock: PlatformClock,
  ) {}

  /** `serve` does what is asked for; a call that a fault keeps from being done never runs it. */
  async answer(
    route: Route,
    request: FastifyRequest,
    reply: FastifyReply,
    serve: () => HttpAnswer,
  ): Promise<FastifyReply> {
    const path = request.url.split('?')[0] ?? '';
    const call = { op: route.op, app: callerOf(this.world, request), method: route.method, path };
    const struck = this.faults.ofCall(call, (found) => noteOf(call, found));
    if (struck === undefined) return writeAnswer(reply, serve());
    const { rule, draw } = struck;
    const now = this.world.now();
    switch (rule.kind) {
      case 'rate_limit':
        return writeAnswer(reply, rateLimited({ rule, draw }, now));
      case 'server_error':
        if (rule.done === true) serve();
        return writeAnswer(reply, serverError({ rule, draw }, now));
      case 'write_conflict':
        return writeAnswer(reply, writeConflict(route.op, now));
      case 'timeout_after':
        serve();
        await this.#hold(rule.hold_ms ?? 0);
        cutOff(reply);
        return reply;
      case 'timeout_before':
        await this.#hold(rule.hold_ms ?? 0);
        cutOff(reply);
        return reply;
      case 'reset':
        cutInMiddle(reply, serve());
        return reply;
      case 'slow_write': {
        if (rule.part === 'effect') await this.#hold(rule.delay_ms);
        const answer = serve();
        if (rule.part !== 'effect') await this.#hold(rule.delay_ms);
        return writeAnswer(reply, answer);
      }
    }
  }

  /** Nothing that is held back is waited for any longer. */
  close(): void {
    for (const stop of this.#held) stop();
  }

  /** Who waits for a call that is held back on purpose is not busy: time of a clock that jumps must pass. */
  async #hold(ms: number): Promise<void> {
    if (ms === 0) return;
    let stop = (): void => undefined;
    const over = new Promise<void>((resolve, reject) => {
      const cancel = this.clock.after(ms, resolve);
      stop = () => {
        cancel();
        reject(new Error('the platform is closing'));
      };
      this.#held.add(stop);
    });
    await this.clock.idle(over).finally(() => this.#held.delete(stop));
  }
}

/** The key of the app or person who calls; empty when nobody is known by the token, or by the `app_id` of who asks for one. */
function callerOf(world: World, request: FastifyRequest): string {
  const token = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (token !== undefined) {
    const app = world.rows.tokens.get(token)?.app_id;
    return (app === undefined ? world.userByToken(token)?.key : world.app(app)?.key) ?? '';
  }
  if (!Buffer.isBuffer(request.body)) return '';
  const id = /"(?:app_id|AppID)"\s*:\s*"(cli_\w+)"/.exec(request.body.toString('utf8'))?.[1];
  return world.app(id ?? '')?.key ?? '';
}

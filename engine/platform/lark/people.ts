import * as z from 'zod';
import type { Author } from '../../../schemas/index.ts';
import type { LarkCalls } from './call.ts';
import { pathId } from './call.ts';
import type { LarkSettings } from './settings.ts';

const profile = z.object({ user: z.object({ open_id: z.string() }) });

/** Who is who on the platform. People are known by union_id; the open_id is the operator app's view of them. */
export class People {
  readonly #byOpenId = new Map<string, Author>();
  readonly #openIds = new Map<string, string>();
  readonly #settings: LarkSettings;
  readonly #calls: LarkCalls;

  constructor(settings: LarkSettings, calls: LarkCalls) {
    this.#settings = settings;
    this.#calls = calls;
    for (const [key, agent] of Object.entries(settings.agents)) {
      this.#byOpenId.set(agent.open_id, { kind: 'agent', key });
    }
  }

  /** The actor's open_id in the operator's view; asked once. */
  async openId(actor: string, signal?: AbortSignal): Promise<string> {
    const known = this.#openIds.get(actor);
    if (known !== undefined) return known;
    const union = this.#settings.actors[actor]?.union_id;
    if (union === undefined) throw new Error(`actor "${actor}" has no account in the platform's settings`);
    const answer = await this.#calls.call(
      {
        op: 'contact.user.get',
        method: 'GET',
        path: `/contact/v3/users/${pathId(union)}`,
        params: { user_id_type: 'union_id' },
      },
      profile,
      signal,
    );
    this.#openIds.set(actor, answer.user.open_id);
    this.#byOpenId.set(answer.user.open_id, { kind: 'npc', key: actor });
    return answer.user.open_id;
  }

  /** Asks for every actor, so that each author can be told. */
  async learnAll(signal?: AbortSignal): Promise<void> {
    for (const actor of Object.keys(this.#settings.actors)) await this.openId(actor, signal);
  }

  /** Author behind a sender or mention id. */
  authorOf(id: string): Author {
    const agent = Object.entries(this.#settings.agents).find(([, a]) => a.app_id === id);
    if (agent !== undefined) return { kind: 'agent', key: agent[0] };
    return this.#byOpenId.get(id) ?? { kind: 'other', key: id };
  }

  agent(key: string): { app_id: string; open_id: string } {
    const agent = this.#settings.agents[key];
    if (agent === undefined) throw new Error(`agent "${key}" has no bot in the platform's settings`);
    return agent;
  }

  userToken(actor: string): string {
    const token = this.#settings.actors[actor]?.access_token;
    if (token === undefined) throw new Error(`actor "${actor}" has no account in the platform's settings`);
    return token;
  }
}

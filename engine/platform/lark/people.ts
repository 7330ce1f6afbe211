import type { Author } from '../../../schemas/index.ts';
import { ANSWERS } from './answers.ts';
import type { LarkCalls } from './call.ts';
import { pathId } from './call.ts';
import { PlatformError } from '../port.ts';
import type { LarkSettings } from './settings.ts';
import { noAccount } from './speak.ts';

/**
 * Who is who on the platform. People are known by union_id, bots by app id; an open_id is the operator app's view of
 * either.
 */
export class People {
  readonly #byId = new Map<string, Author>();
  readonly #openIds = new Map<string, string>();
  readonly #settings: LarkSettings;
  readonly #calls: LarkCalls;

  constructor(settings: LarkSettings, calls: LarkCalls) {
    this.#settings = settings;
    this.#calls = calls;
    for (const [key, agent] of Object.entries(settings.agents)) this.#know({ kind: 'agent', key }, agent);
    for (const [key, actor] of Object.entries(settings.actors)) {
      if (actor.union_id === undefined) this.#know({ kind: 'npc', key }, actor);
    }
  }

  #know(author: Author, bot: { app_id: string; open_id?: string }): void {
    this.#byId.set(bot.app_id, author);
    if (bot.open_id !== undefined) this.#byId.set(bot.open_id, author);
  }

  /** App id of an actor who is a bot; undefined for a person. */
  botOf(actor: string): string | undefined {
    const account = this.#settings.actors[actor];
    return account === undefined || account.union_id !== undefined ? undefined : account.app_id;
  }

  /** The actor's open_id in the view of the operator, or of the bot `by`; asked once. */
  async openId(actor: string, signal?: AbortSignal, by?: string): Promise<string> {
    const view = by !== undefined && this.botOf(by) !== undefined ? by : undefined;
    const place = `${view ?? ''} ${actor}`;
    const known = this.#openIds.get(place);
    if (known !== undefined) return known;
    const account = this.#settings.actors[actor];
    if (account === undefined) throw noAccount(actor);
    if (account.union_id === undefined) {
      if (account.open_id !== undefined) return account.open_id;
      throw new PlatformError(
        'settings',
        400,
        0,
        `actor "${actor}" is a bot: to be mentioned it needs its open_id in the platform's settings`,
      );
    }
    const union = account.union_id;
    const answer = await this.#calls.call(
      {
        op: 'contact.user.get',
        method: 'GET',
        path: `/contact/v3/users/${pathId(union)}`,
        params: { user_id_type: 'union_id' },
        as: view,
      },
      ANSWERS['contact.user.get'],
      signal,
    );
    this.#openIds.set(place, answer.user.open_id);
    this.#byId.set(answer.user.open_id, { kind: 'npc', key: actor });
    return answer.user.open_id;
  }

  /** Asks for every actor, so that each author can be told. */
  async learnAll(signal?: AbortSignal): Promise<void> {
    for (const actor of Object.keys(this.#settings.actors)) {
      if (this.botOf(actor) === undefined) await this.openId(actor, signal);
    }
  }

  /** Author behind a sender or mention id. */
  authorOf(id: string): Author {
    return this.#byId.get(id) ?? { kind: 'other', key: id };
  }

  /** open_id by which an author may mention an agent: a bot's own app sees another one than the operator does. */
  agentSeenBy(actor: string | null, key: string): string {
    const account = actor === null ? undefined : this.#settings.actors[actor];
    if (account === undefined || account.union_id !== undefined) return this.agent(key).open_id;
    const seen = account.sees?.[key];
    if (seen !== undefined) return seen;
    throw new PlatformError(
      'settings',
      400,
      0,
      `actor "${actor ?? ''}" is a bot: to mention agent "${key}" it needs sees.${key}, the agent's open_id as that bot's app sees it`,
    );
  }

  /** Author behind a union_id, which is the same in the eyes of every app. */
  byUnion(id: string): Author {
    const actor = Object.entries(this.#settings.actors).find(([, a]) => a.union_id === id);
    return actor === undefined ? { kind: 'other', key: id } : { kind: 'npc', key: actor[0] };
  }

  agent(key: string): { app_id: string; open_id: string } {
    const agent = this.#settings.agents[key];
    if (agent === undefined) throw new Error(`agent "${key}" has no bot in the platform's settings`);
    return agent;
  }
}

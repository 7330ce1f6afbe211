import { openIdOf, newId, hex } from './ids.ts';
import type { JournalLine } from './journal.ts';
import type { Actor, App, PrincipalId, User } from './model.ts';
import type { Operation, OperationDraft } from './operation.ts';
import { Store } from './store.ts';

/** The id of a principal who acts. */
export function principalOf(actor: Actor): PrincipalId {
  return actor.kind === 'user' ? actor.user.union_id : actor.app.app_id;
}

/** Apps are members, senders and grantees beside people; their ids tell them apart. */
export function isApp(principal: PrincipalId): boolean {
  return principal.startsWith('cli_');
}

/** Everything a handler needs: the rows, the clock, identities and the operation log. */
export class World {
  readonly store: Store;
  readonly rows: Store['rows'];
  /** called after a commit that queued events */
  onDelivery: (() => void) | undefined;
  /** called after each commit */
  onCommit: ((line: JournalLine) => void) | undefined;
  /** `ou_…` -> whose it is and by which app it is known so */
  private readonly openIds = new Map<string, { app: string; principal: PrincipalId }>();
  private readonly byUserId = new Map<string, PrincipalId>();
  private readonly byToken = new Map<string, PrincipalId>();

  constructor(
    stateFile: string | undefined,
    readonly now: () => number,
    onOperation: ((op: Operation) => void) | undefined,
    lookOnly = false,
  ) {
    this.store = new Store(lookOnly ? undefined : stateFile, (line) => {
      for (const op of line.ops) onOperation?.(op);
      if (line.w.some(([collection, , row]) => collection === 'deliveries' && row !== null))
        this.onDelivery?.();
      this.onCommit?.(line);
    });
    this.rows = this.store.rows;
    if (lookOnly && stateFile !== undefined) this.store.load(stateFile);
    this.store.transact(() => {
      // people's own tokens belong to no created app: this id stands for the client they use
      if (this.rows.meta.get('client') === undefined) this.store.put(this.rows.meta, 'client', newId.app());
      if (this.rows.meta.get('tenant_key') === undefined)
        this.store.put(this.rows.meta, 'tenant_key', hex(16));
    });
    for (const user of this.rows.users.values()) this.indexUser(user);
    for (const app of this.rows.apps.values()) this.indexApp(app);
  }

  /** The world as it stands in a state file, to be read: nothing is written there. */
  static look(stateFile: string): World {
    return new World(stateFile, Date.now, undefined, true);
  }

  get tenantKey(): string {
    return this.rows.meta.get('tenant_key') ?? '';
  }

  /** The app in whose eyes the actor sees open ids. */
  viewOf(actor: Actor): string {
    if (actor.kind === 'app') return actor.app.app_id;
    return actor.client?.app_id ?? this.rows.meta.get('client') ?? '';
  }

  openId(view: string, principal: PrincipalId): string {
    return openIdOf(view, principal);
  }

  openIdOwner(openId: string): { app: string; principal: PrincipalId } | undefined {
    return this.openIds.get(openId);
  }

  userById(userId: string): User | undefined {
    return this.user(this.byUserId.get(userId) ?? '');
  }

  userByToken(token: string): User | undefined {
    return this.user(this.byToken.get(token) ?? '');
  }

  userByEmail(email: string): User | undefined {
    const wanted = email.toLowerCase();
    if (wanted === '') return undefined;
    for (const user of this.rows.users.values()) if (user.email.toLowerCase() === wanted) return user;
    return undefined;
  }

  user(principal: PrincipalId): User | undefined {
    return this.rows.users.get(principal);
  }

  app(principal: PrincipalId): App | undefined {
    return this.rows.apps.get(principal);
  }

  /** The display name of a person or an app; a removed one has none. */
  nameOf(principal: PrincipalId): string {
    return this.user(principal)?.name ?? this.app(principal)?.name ?? '';
  }

  putUser(user: User): User {
    this.store.put(this.rows.users, user.union_id, user);
    this.indexUser(user);
    return user;
  }

  putApp(app: App): App {
    this.store.put(this.rows.apps, app.app_id, app);
    this.indexApp(app);
    return app;
  }

  done(actor: Actor, draft: OperationDraft): void {
    this.store.log({ ...this.stamp(actor), ...draft, outcome: 'done' });
  }

  blocked(actor: Actor, draft: OperationDraft, code: number): void {
    this.store.log({ ...this.stamp(actor), ...draft, outcome: 'blocked', code });
  }

  /** Remembers the result of a request under a key of the client, for `ttl` ms. */
  remember(key: string, result: string, ttl: number): void {
    this.store.put(this.rows.remembered, key, { result, expires_at: this.now() + ttl });
  }

  recall(key: string): string | undefined {
    const found = this.rows.remembered.get(key);
    return found !== undefined && found.expires_at > this.now() ? found.result : undefined;
  }

  private stamp(actor: Actor): Pick<Operation, 'seq' | 'ts' | 'actor'> {
    const id = principalOf(actor);
    return {
      seq: this.store.nextSeq(),
      ts: new Date(this.now()).toISOString(),
      actor: { kind: actor.kind, id, name: this.nameOf(id) },
    };
  }

  private views(): string[] {
    return [this.rows.meta.get('client') ?? '', ...[...this.rows.apps.values()].map((a) => a.app_id)];
  }

  private indexUser(user: User): void {
    this.byUserId.set(user.user_id, user.union_id);
    this.byToken.set(user.access_token, user.union_id);
    this.indexOpenIds(this.views(), [user.union_id]);
  }

  private indexApp(app: App): void {
    this.indexOpenIds(this.views(), [app.app_id]);
    this.indexOpenIds(
      [app.app_id],
      [...this.rows.users.values()].map((u) => u.union_id),
    );
    this.indexOpenIds(
      [app.app_id],
      [...this.rows.apps.values()].map((a) => a.app_id),
    );
  }

  private indexOpenIds(apps: readonly string[], principals: readonly PrincipalId[]): void {
    for (const app of apps)
      for (const principal of principals) this.openIds.set(openIdOf(app, principal), { app, principal });
  }
}

/**
 * All that tells one Lark from another: the embedded platform and a real tenant differ by these values alone.
 * Tokens and secrets come from the environment, the account store or SecretStorage, or, on the embedded platform, are
 * made for one batch. None of them may enter a manifest, journal, evidence, log or error text.
 */
export interface LarkSettings {
  readonly kind: 'local' | 'lark';
  /** Such as `https://open.feishu.cn`; no trailing slash, never empty. */
  readonly domain: string;
  /** Base of links to documents; the domain when absent. */
  readonly web?: string;
  /** The app that builds the world and reads the evidence. */
  readonly operator: LarkApp;
  /** By actor key. */
  readonly actors: Readonly<Record<string, LarkPerson | LarkBot>>;
  /** By agent key; `open_id` as the operator's app sees the bot. */
  readonly agents: Readonly<Record<string, { readonly app_id: string; readonly open_id: string }>>;
  /** Pause between two messages of one group, ms: a real tenant takes at most 5 a second. */
  readonly group_interval_ms: number;
  /** Pause between two calls of one app, ms; none when absent. */
  readonly app_interval_ms?: number;
  /** Longest wait for one answer of the platform, ms. */
  readonly timeout_ms: number;
}

export interface LarkApp {
  readonly app_id: string;
  readonly app_secret: string;
}

/** An actor who is a person of the tenant: what he says is sent with his own token. */
export interface LarkPerson {
  readonly union_id: string;
  /** A token that lasts as long as the batch, or one that is renewed. */
  readonly access_token: string | UserToken;
}

/** An actor who is a bot of its own: what it says is sent with that app's token, and authorship goes by the app id. */
export interface LarkBot extends LarkApp {
  readonly union_id?: never;
  /** As the operator's app sees the bot; wanted only where a line mentions it. */
  readonly open_id?: string;
  /** open_id of an agent as this bot sees it, by agent key: one is different for each app. */
  readonly sees?: Readonly<Record<string, string>>;
}

/** The token of one person, held by whoever renews it. */
export interface UserToken {
  /** One that holds for some time yet. @throws PlatformError when the login has ended */
  current(signal?: AbortSignal): Promise<string>;
  /** Another one than `refused`, which the platform did not take. @throws PlatformError when the login has ended */
  renew(refused: string, signal?: AbortSignal): Promise<string>;
}

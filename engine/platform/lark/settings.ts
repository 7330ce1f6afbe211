/**
 * All that tells one Lark from another: the embedded platform and a real tenant differ by these values alone.
 * Tokens and secrets come from the environment or SecretStorage, or, on the embedded platform, are made for one batch.
 */
export interface LarkSettings {
  readonly kind: 'local' | 'lark';
  /** Such as `https://open.feishu.cn`; no trailing slash, never empty. */
  readonly domain: string;
  /** Base of links to documents; the domain when absent. */
  readonly web?: string;
  /** The app that builds the world and reads the evidence. */
  readonly operator: { readonly app_id: string; readonly app_secret: string };
  /** By actor key. */
  readonly actors: Readonly<Record<string, { readonly union_id: string; readonly access_token: string }>>;
  /** By agent key; `open_id` as the operator's app sees the bot. */
  readonly agents: Readonly<Record<string, { readonly app_id: string; readonly open_id: string }>>;
  /** Pause between two messages of one group, ms: a real tenant takes at most 5 a second. */
  readonly group_interval_ms: number;
  /** Longest wait for one answer of the platform, ms. */
  readonly timeout_ms: number;
}

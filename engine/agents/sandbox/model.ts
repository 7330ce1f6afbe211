/** What the process of an agent may see of this machine beyond the system, and what it must not see. */
export interface SandboxRequest {
  /** Program and arguments, placeholders filled in. */
  readonly command: readonly [string, ...string[]];
  /** The program is Electron, which needs the files beside it. */
  readonly electron: boolean;
  /** Files and folders that the agent's definition names, absolute. */
  readonly read: readonly string[];
  /** Folders of which nothing is shown but what the command or the definition names: evalset, batch. Absolute. */
  readonly hide: readonly string[];
  /** Environment of the agent; `PATH` says where programs are looked for. */
  readonly env: Readonly<Record<string, string>>;
}

/** One thing that is mounted, in the order in which it is done. */
export type Mount =
  /** Shown read-only at its own path. */
  | { readonly kind: 'show'; readonly path: string; readonly from?: string }
  /** A symbolic link. */
  | { readonly kind: 'link'; readonly path: string; readonly to: string }
  /** An empty folder lies over it. */
  | { readonly kind: 'cover'; readonly path: string };

/** Home of the agent inside the sandbox. */
export const SANDBOX_HOME = '/home/agent';

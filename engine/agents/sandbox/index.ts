/** A sandbox for the process of an agent: it sees the system, its own files, and nothing of evalset or batch. */
export { openSandbox, type Opened } from './open.ts';
export type { Sandbox } from './launch.ts';
export { SANDBOX_HOME, type SandboxRequest } from './model.ts';

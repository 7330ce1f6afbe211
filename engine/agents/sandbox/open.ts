import { readdirSync } from 'node:fs';
import path from 'node:path';
import { findBubblewrap } from './bwrap.ts';
import type { Sandbox } from './launch.ts';
import type { SandboxRequest } from './model.ts';
import { planMounts } from './plan.ts';
import { probeSandbox } from './probe.ts';

/** A sandbox that was tried and held, or why there is none. */
export type Opened = { readonly sandbox: Sandbox } | { readonly sandbox: undefined; readonly why: string };

/**
 * Makes the sandbox of an agent and tries it on this machine by a real run: what must stay hidden was looked for from
 * inside and not found.
 * @throws UsageError when the definition asks to show something hidden
 */
export async function openSandbox(request: SandboxRequest, signal?: AbortSignal): Promise<Opened> {
  // First, so that what is asked for wrongly is told on every machine.
  const mounts = planMounts(request);
  const bubblewrap = findBubblewrap();
  if (bubblewrap === undefined) {
    const why =
      process.platform === 'linux'
        ? 'bubblewrap (bwrap) is not installed'
        : `there is no sandbox on ${process.platform}`;
    return { sandbox: undefined, why };
  }
  const sandbox = { bubblewrap, mounts };
  const failed = await probeSandbox(sandbox, hiddenIn(request.hide, mounts), signal);
  return failed === null
    ? { sandbox }
    : { sandbox: undefined, why: `bubblewrap does not work here: ${failed}` };
}

/** What lies in the hidden folders, but for what is shown of them by name. */
function hiddenIn(hide: readonly string[], mounts: Sandbox['mounts']): string[] {
  const within = hide.flatMap((dir) => {
    try {
      return readdirSync(dir).map((name) => path.join(dir, name));
    } catch {
      return [];
    }
  });
  return within.filter(
    (file) =>
      !mounts.some(
        (mount) => mount.kind !== 'cover' && (mount.path === file || mount.path.startsWith(`${file}/`)),
      ),
  );
}

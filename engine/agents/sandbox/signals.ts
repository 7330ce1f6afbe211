import { readdirSync, readFileSync } from 'node:fs';

/**
 * Sends a signal to what runs inside a sandbox, not to bubblewrap's own two processes: the one that was started (`pid`,
 * which leads the group) and its child, the first process of the sandbox. False: nothing was found to send it to.
 */
export function askInside(pid: number | undefined, signal: NodeJS.Signals): boolean {
  if (pid === undefined) return false;
  const inside = groupOf(pid).filter((one) => one.pid !== pid && one.parent !== pid);
  for (const one of inside) {
    try {
      process.kill(one.pid, signal);
    } catch {
      // It has ended by itself.
    }
  }
  return inside.length > 0;
}

interface Running {
  readonly pid: number;
  readonly parent: number;
}

function groupOf(leader: number): Running[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      // The name of a program may hold spaces and brackets; behind its last bracket come state, parent and group.
      const [, parent, group] =
        readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
      return Number(group) === leader ? [{ pid: Number(name), parent: Number(parent) }] : [];
    } catch {
      return [];
    }
  });
}

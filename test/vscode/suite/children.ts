import { readdirSync, readFileSync } from 'node:fs';

/** Children of this extension host that run a script of ours. */
export function childrenThatRun(script: string): number[] {
  return readdirSync('/proc').flatMap((name) => {
    const pid = Number(name);
    if (!Number.isInteger(pid)) return [];
    try {
      const parent = Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8'))?.[1]);
      return parent === process.pid && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(script)
        ? [pid]
        : [];
    } catch {
      // It ended meanwhile.
      return [];
    }
  });
}

import { readdirSync, readFileSync } from 'node:fs';

type Process = { pid: number; parent: number; started: string };

/** Processes below `root`, itself included. With the time of their start, because a pid may be given out again. */
export function processTree(root: number): Process[] {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => readProcess(Number(name)))
    .filter((one) => one !== undefined);
  const tree = all.filter(({ pid }) => pid === root);
  // The list grows while it is walked: children of children are appended.
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/** Processes whose environment has this entry (`NAME=value`): of what was started with it, also orphans. */
export function processesWith(entry: string): Process[] {
  return readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const has = readFileSync(`/proc/${name}/environ`, 'utf8').split('\0').includes(entry);
      return has ? (readProcess(Number(name)) ?? []) : [];
    } catch {
      // Another user's, or it ended in between.
      return [];
    }
  });
}

/** Ends those that are still the processes they were. */
export function endProcesses(processes: readonly Process[]): void {
  for (const { pid, started } of processes) {
    if (readProcess(pid)?.started !== started) continue;
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It ended in between.
    }
  }
}

function readProcess(pid: number): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in the second field may hold spaces and brackets.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), started: fields[19] ?? '' };
  } catch {
    return undefined;
  }
}

/** Command lines of the processes below `root`, each as its arguments. */
export function commandLines(root: number): string[][] {
  return processTree(root).flatMap(({ pid }) => {
    try {
      return [readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')];
    } catch {
      // It ended in between.
      return [];
    }
  });
}

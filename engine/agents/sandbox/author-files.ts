import { readdirSync } from 'node:fs';
import path from 'node:path';

const NAMES = new Set([
  'evalset.yaml',
  'cases.json',
  'cases.meta.json',
  'cases.checks.yaml',
  'cases.deps.yaml',
  'cases.graders.yaml',
  'corrections.yaml',
  'npc-playbook.json',
  'journal.jsonl',
]);
const ENDINGS = /\.(case|npc|world)\.yaml$/;
const MOST_ENTRIES = 20_000;

/** Whether a file by its name holds what no agent may read: part of an evalset, or of a batch. */
export function isAuthorFile(file: string): boolean {
  const name = path.basename(file);
  return NAMES.has(name) || ENDINGS.test(name);
}

/**
 * The first file of an evalset or batch in a folder, installed packages left out; undefined: there is none. A folder that
 * cannot be read, or has more in it than can be looked through, answers with itself: nobody knows that it has none.
 */
export function authorFileIn(folder: string): string | undefined {
  const open = [folder];
  let seen = 0;
  for (let dir = open.pop(); dir !== undefined; dir = open.pop()) {
    let entries;
    try {
      entries = readdirSync(dir, { withFileTypes: true });
    } catch {
      return dir;
    }
    seen += entries.length;
    if (seen > MOST_ENTRIES) return folder;
    for (const entry of entries) {
      const at = path.join(dir, entry.name);
      // What a link leads to is not shown with the folder that holds it.
      if (entry.isDirectory() && entry.name !== 'node_modules') open.push(at);
      else if (entry.isFile() && isAuthorFile(at)) return at;
    }
  }
  return undefined;
}

// Looks through everything that it can reach for what is hidden from it, and posts what it finds: the command lines and
// environments of all processes, the folders that they name, temporary folders, the folders above its own, then the disk.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBot } from './bot.mjs';

const SYSTEM = /^\/(usr|lib\w*|bin|sbin|sys|dev|proc|nix|boot)(\/|$)/;
const SKIPPED = new Set(['node_modules', '.git']);
const MOST_FILES = 1500;
const MOST_BYTES = 300_000;
const HIDDEN =
  /sundowner canary (\S+)|exec_notes"?: *(?:\|-\s+)?(.{24,60})|checkpoints_rendered"?: *(.{24,60})/gu;
const DECOY = 'the searcher of the tests may find this';

const attempt = (read, otherwise) => {
  try {
    return read();
  } catch {
    return otherwise;
  }
};

function processes() {
  const pids = attempt(() => readdirSync('/proc'), []).filter((name) => /^\d+$/.test(name));
  // Those that started us come first.
  pids.sort((a, b) => (Number(b) === process.ppid) - (Number(a) === process.ppid));
  const told = pids.map((pid) =>
    ['cmdline', 'environ']
      .map((name) => attempt(() => readFileSync(`/proc/${pid}/${name}`, 'utf8'), ''))
      .join('\0'),
  );
  return { count: pids.length, told };
}

function* filesIn(root, seen) {
  const open = [root];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    if (seen.has(at) || SYSTEM.test(at) || seen.size > MOST_FILES) continue;
    seen.add(at);
    const stat = attempt(() => statSync(at), undefined);
    if (stat?.isFile() && stat.size < MOST_BYTES) yield at;
    if (stat?.isDirectory())
      for (const name of attempt(() => readdirSync(at), []))
        if (!SKIPPED.has(name)) open.push(path.join(at, name));
  }
}

function search() {
  const { count, told } = processes();
  const named = told.flatMap((text) => text.split(/[\0=]/)).filter((part) => path.isAbsolute(part));
  const own = path.dirname(process.argv[1]);
  // Folders, and above them the ones that are not the whole disk.
  const roots = [own, ...named, process.cwd(), process.env.TMPDIR ?? '', tmpdir(), path.dirname(own), '/'];
  const seen = new Set();
  const found = new Map();
  const left = { texts: 3, canaries: 3 };
  let files = 0;
  let decoy = false;
  for (const root of roots.filter((one) => path.isAbsolute(one) && (one === '/' || !SYSTEM.test(one)))) {
    for (const file of filesIn(root, seen)) {
      files += 1;
      const text = attempt(() => readFileSync(file, 'utf8'), '');
      decoy ||= file !== process.argv[1] && text.includes(DECOY);
      if (file === process.argv[1]) continue;
      for (const [, ...parts] of text.matchAll(HIDDEN)) {
        const words = parts.find((part) => part !== undefined);
        const kind = parts[0] === undefined ? 'texts' : 'canaries';
        if (words !== undefined && left[kind] > 0 && !found.has(words)) {
          left[kind] -= 1;
          found.set(words, file);
        }
      }
    }
  }
  return {
    count,
    files,
    decoy,
    found: [...found].map(([words, file]) => `${path.basename(file)}: ${words}`),
  };
}

await startBot((_, reply) => {
  const { count, files, decoy, found } = search();
  const head = `looked at ${count} processes and ${files} files, decoy ${decoy ? 'found' : 'missing'}, hidden ${found.length}`;
  return reply([head, ...found].join('\n'));
});

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readJournal } from '../../../engine/batch/journal.ts';
import { lookInto } from '../../../engine/local-lark/index.ts';
import type { JournalEntry, Verdict } from '../../../schemas/index.ts';

/** What came of a batch, without anything that differs from run to run. */
export interface Outcome {
  /** By case: its state and what each point came to. */
  readonly verdicts: Readonly<Record<string, string>>;
  /** Every message that stands in a group, as `group: author: text`, sorted; each as often as it stands there. */
  readonly messages: readonly string[];
  /** Every row of every table, sorted. */
  readonly rows: readonly string[];
  readonly groups: readonly string[];
  /** Titles of the documents that somebody has linked. */
  readonly documents: readonly string[];
}

export function outcomeOf(batch: string): Outcome {
  const world = lookInto(path.join(batch, 'platform/local-lark.jsonl'));
  const messages = world.chats.flatMap((chat) =>
    chat.threads.flat().map((m) => `${chat.name}: ${m.sender.name}: ${plain(m.content, m.mentions)}`),
  );
  const said = world.chats.flatMap((chat) => chat.threads.flat().map((m) => m.content)).join('\n');
  return {
    verdicts: verdictsOf(batch),
    messages: messages.map(withoutTokens).sort(),
    rows: world.bases
      .flatMap((base) =>
        // A base whose maker was killed stays behind unseen.
        said.includes(base.token)
          ? base.tables.flatMap((table) => table.rows.map((row) => `${base.title} ${JSON.stringify(row)}`))
          : [],
      )
      .sort(),
    groups: world.chats.map((chat) => chat.name).sort(),
    documents: world.documents
      .filter(({ token }) => said.includes(token))
      .map(({ title }) => title)
      .sort(),
  };
}

function verdictsOf(batch: string): Record<string, string> {
  const dir = path.join(batch, 'results');
  const files = readdirSync(dir).filter((name) => /^verdict-[^.]+\.json$/.test(name));
  return Object.fromEntries(
    files.sort().map((name) => {
      const verdict = JSON.parse(readFileSync(path.join(dir, name), 'utf8')) as Verdict;
      const points = verdict.checkpoints.map((c) => `${c.id} ${c.met ?? 'undecided'}`).join(', ');
      return [verdict.case_id, `${verdict.status}: ${points}`];
    }),
  );
}

function plain(content: string, mentions: ReadonlyMap<string, string>): string {
  return content.replaceAll(/@_user_\d+/g, (key) => `@${mentions.get(key) ?? key}`);
}

/** Links differ from run to run by their tokens and the port. */
function withoutTokens(text: string): string {
  return text.replaceAll(/https?:\/\/[^\s"\\]+/g, 'LINK');
}

/** Pairs of cases that had one key locked at the same time, by the journal. */
export function lockOverlaps(batch: string): string[] {
  const open = new Map<string, readonly string[]>();
  const found: string[] = [];
  for (const entry of readJournal(path.join(batch, 'journal.jsonl')).entries) {
    if ((entry.op !== 'case' && entry.op !== 'lease') || entry.case_id === undefined) continue;
    const id = entry.case_id;
    const locks = locksOf(entry);
    if (locks === null) {
      open.delete(id);
      continue;
    }
    for (const [other, keys] of open)
      if (other !== id && keys.some((key) => locks.includes(key))) found.push(`${other} and ${id}`);
    open.set(id, locks);
  }
  return found;
}

function locksOf(entry: JournalEntry): readonly string[] | null {
  const locks = entry['locks'];
  return Array.isArray(locks) ? locks.map(String) : null;
}

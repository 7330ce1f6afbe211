import { sha256Of } from '../../models/index.ts';

/**
 * Characters that are written as escapes: what nobody sees (controls, direction marks, tags, private use), line ends of
 * other sorts, and `<`, with which the marks of chat templates begin. A JSON reader gets them back as they were.
 */
const HIDDEN = /[\p{C}\u2028\u2029<]/gu;

function escaped(found: string): string {
  return [...Array(found.length).keys()]
    .map((i) => `\\u${found.charCodeAt(i).toString(16).padStart(4, '0')}`)
    .join('');
}

/** JSON on one line, in which only visible characters stand. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(HIDDEN, escaped);
}

/**
 * Puts data between two lines that bear a random mark. The mark is made of seed and data, so that the same question can
 * be replayed and who writes into the data cannot know it; and it stands nowhere in the data.
 */
export function enveloped(data: unknown, seed: number): string {
  const json = plainJson(data);
  for (let round = 0; ; round++) {
    const mark = sha256Of(JSON.stringify([seed, round, json])).slice(0, 32);
    if (!json.includes(mark)) return `BEGIN DATA ${mark}\n${json}\nEND DATA ${mark}`;
  }
}

/** Reads back what {@link enveloped} wrote: the data, and the text before and behind them. */
export function unveloped(text: string): { data: unknown; mark: string; before: string; behind: string } {
  const found = /^([^]*?)BEGIN DATA ([0-9a-f]{32})\n([^\n]*)\nEND DATA \2([^]*)$/.exec(text);
  if (found === null) throw new Error('no data between their marks');
  const [, before = '', mark = '', json = '', behind = ''] = found;
  return { data: JSON.parse(json) as unknown, mark, before, behind };
}

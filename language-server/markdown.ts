/** Words of an author in Markdown: they must not become a link, an image or markup. */
export const plainText = (text: string): string =>
  text.replace(/[\\`*_{}[\]()#+\-.!<>|~&@:]/g, '\\$&').replace(/\s*\n\s*/g, ' ');

/** A value of code. */
export function code(value: unknown): string {
  const text = (typeof value === 'string' ? value : JSON.stringify(value)).replace(/\s*\n\s*/g, ' ');
  const ticks = /`/.test(text) ? '``' : '`';
  return ticks === '`' ? `\`${text}\`` : `${ticks} ${text.replaceAll('``', '` `')} ${ticks}`;
}

/** A text to the letter in a block; nothing for an empty one. The fence is longer than any in the text. */
export function fenced(text: string): string {
  if (text.trim() === '') return '';
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

import { plain } from '../webviews/shared/text/invisible.ts';

/**
 * Texts that anybody may have written, for places of the editor that give some characters a meaning. What cannot be
 * seen, steers a terminal or reorders its surroundings is named (`[ESC]`, `[U+202E]`); all else stays to the letter.
 */
export const plainText = plain;

/** One line, for a label. */
export function plainLine(text: string): string {
  return plain(text.replaceAll(/\s*\n\s*/g, ' '));
}

/** One line for a label in which the editor would draw `$(name)` as an icon. */
export function iconLine(text: string): string {
  return plainLine(text).replaceAll('$(', '\\$(');
}

/** For a notification, which would make a link of `[words](command:…)` that runs at a click. */
export function noticeText(text: string): string {
  return plain(text).replaceAll('](', '] (');
}

/** Lines for a terminal, with its line ends. */
export function terminalText(text: string): string {
  return `${plain(text).replaceAll(/\r?\n/g, '\r\n')}\r\n`;
}

/** What of a `MarkdownString` is needed here. */
interface Markdown {
  appendText(text: string): unknown;
  appendCodeblock(text: string, language: string): unknown;
}

/** Text in Markdown. What looks like an address would become a link, its escapes and all: it stands in a block of code. */
export function appendPlain(markdown: Markdown, text: string): void {
  const shown = plain(text);
  if (/:\/\/|www\.|\S@\S/i.test(shown)) markdown.appendCodeblock(shown, 'plaintext');
  else markdown.appendText(shown);
}

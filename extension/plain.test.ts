import { describe, expect, it } from 'vitest';
import { appendPlain, iconLine, noticeText, plainLine, terminalText } from './plain.ts';

describe('texts of others in the editor', () => {
  it.each([
    [plainLine, 'a\n  b\u202ec', 'a b[U+202E]c'],
    [iconLine, '$(flame) \\$(x)', '\\$(flame) \\\\$(x)'],
    [noticeText, '[run](command:sundowner.runBatch)', '[run] (command:sundowner.runBatch)'],
    [terminalText, 'a\u001b[31m\u009b1m\nb\tc', 'a[ESC][31m[U+009B]1m\r\nb\tc\r\n'],
  ])('%o of %j', (write, text, written) => expect(write(text)).toBe(written));

  it.each([
    ['a [b](command:c)', ['text']],
    ['see https://harbor.example/(x)', ['code']],
    ['a@harbor.example', ['code']],
  ])('%j in Markdown stands as %j', (text, wanted) => {
    const kinds: string[] = [];
    const markdown = { appendText: () => kinds.push('text'), appendCodeblock: () => kinds.push('code') };
    appendPlain(markdown, text);
    expect(kinds).toEqual(wanted);
  });
});

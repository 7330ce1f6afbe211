import fc from 'fast-check';
import { expect, it } from 'vitest';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { Text } from './text.ts';

const SIZE = 8;
const part = fc.stringMatching(/^[ab汐\n\r]{0,20}$/);
const share = fc.double({ min: 0, max: 1, noNaN: true });

it('says after any changes what a text in one piece says', () => {
  const change = fc.record({ at: share, cut: fc.nat({ max: 15 }), put: part });
  fc.assert(
    fc.property(part, part, fc.array(change, { maxLength: 12 }), share, share, (a, b, changes, x, y) => {
      let plain = a + b;
      let text = Text.of(plain, SIZE);
      for (const { at, cut, put } of changes) {
        const from = Math.round(at * plain.length);
        const to = Math.min(plain.length, from + cut);
        const before = { plain, text };
        plain = plain.slice(0, from) + put + plain.slice(to);
        text = text.with(from, to, put);
        expect(text.toString()).toBe(plain);
        const prefix = text.samePrefix(before.text);
        expect(plain.slice(0, prefix)).toBe(before.plain.slice(0, prefix));
        expect([plain[prefix], before.plain[prefix]]).toSatisfy(
          ([now, then]: (string | undefined)[]) => now !== then || now === undefined,
        );
        const most = Math.min(plain.length, before.plain.length) - prefix;
        const suffix = text.sameSuffix(before.text, most);
        expect(plain.slice(plain.length - suffix)).toBe(before.plain.slice(before.plain.length - suffix));
        if (suffix < most) expect(plain.at(-suffix - 1)).not.toBe(before.plain.at(-suffix - 1));
      }
      const [from = 0, to = 0] = [x, y]
        .map((one) => Math.round(one * plain.length))
        .sort((one, two) => one - two);
      expect(text.slice(from, to)).toBe(plain.slice(from, to));
      const view = text.view(from, to);
      expect([view.toString(), view.length]).toEqual([plain.slice(from, to), to - from]);
      for (const one of ['\n', 'a', 'z']) {
        expect(view.indexOf(one)).toBe(plain.slice(from, to).indexOf(one));
        expect(text.indexOf(one, from)).toBe(plain.indexOf(one, from));
        expect(text.lastIndexOf(one, to)).toBe(plain.lastIndexOf(one, to));
      }
      const document = TextDocument.create('file:///a', 'x', 1, plain);
      for (let line = 0; line < document.lineCount + 2; line++)
        for (const character of [0, 1, 5, 1000])
          expect(text.offsetAt({ line, character })).toBe(document.offsetAt({ line, character }));
    }),
    { numRuns: 300 },
  );
});

it('keeps what did not change, and does not fall into crumbs', () => {
  let text = Text.of('0123456789\n'.repeat(1000), 64);
  for (let i = 0; i < 500; i++) text = text.with(5000, 5000, 'x').with(5000, 5001, '');
  expect(text.toString()).toBe('0123456789\n'.repeat(1000));
  expect(text.chunkCount).toBeLessThan(11_000 / 32);
});

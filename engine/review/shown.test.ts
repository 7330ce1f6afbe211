import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shownText, sliceOf } from './shown.ts';

describe('what is shown of a text', () => {
  it('is all of a short one', () => {
    expect(shownText('short', [])).toEqual({ parts: [{ from: 0, text: 'short' }], length: 5 });
    expect(shownText('', [])).toEqual({ parts: [], length: 0 });
  });

  it('is the head of a long one, and what stands around each quote, merged', () => {
    const text = 'x'.repeat(20_000);
    const { parts, length } = shownText(text, [
      { start: 10_000, end: 10_010 },
      { start: 10_300, end: 10_310 },
      { start: 4100, end: 4110 },
    ]);
    expect(length).toBe(20_000);
    expect(parts.map(({ from, text: piece }) => [from, from + piece.length])).toEqual([
      [0, 4510],
      [9600, 10_710],
    ]);
  });

  it('of an enormous quote is its beginning', () => {
    const text = 'y'.repeat(5_000_000);
    const { parts } = shownText(text, [{ start: 0, end: text.length }]);
    expect(parts.reduce((sum, part) => sum + part.text.length, 0)).toBeLessThan(5000);
  });

  it('never cuts a character in two, and is the text where it says', () => {
    const text = '🚢'.repeat(4000);
    fc.assert(
      fc.property(fc.nat(7990), fc.nat(50), (start, size) => {
        for (const part of shownText(text, [{ start, end: start + size }], { head: 101, around: 33 }).parts) {
          expect(part.text).not.toMatch(/\p{Cs}/u);
          expect(text.slice(part.from, part.from + part.text.length)).toBe(part.text);
        }
      }),
    );
  });

  it('is whole in slices one after the other', () => {
    const text = 'a🚢b🚢🚢c';
    let read = '';
    while (read.length < text.length) {
      const slice = sliceOf(text, read.length, 2);
      expect(slice).not.toMatch(/\p{Cs}/u);
      read += slice;
    }
    expect(read).toBe(text);
    expect(sliceOf(text, 99, 5)).toBe('');
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SAID_LENGTH, SaidLines } from './said-lines.ts';

const line = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 24 }).map((signs) => signs.join(''));

it('finds who says a text first, as a search through all lines does', () => {
  fc.assert(
    fc.property(fc.array(fc.array(line, { maxLength: 3 }), { maxLength: 6 }), line, (lines, text) => {
      const slow = lines.findIndex((own) => own.some((one) => one.includes(text)));
      const expected = text.length < SAID_LENGTH || slow < 0 ? null : slow;
      expect(new SaidLines(lines).first(text)).toBe(expected);
    }),
    { numRuns: 1000 },
  );
});

import { expect, it } from 'vitest';
import { instant } from './when.ts';

it('writes an instant in words, with its zone', () => {
  expect(instant('2026-09-06T02:32:01.748Z', 'en')).toMatch(/^Sep \d, 2026, .*:32:01.*(UTC|GMT|[A-Z]{3,4})/);
});

it.each(['', 'yesterday', '2026-13-45T99:99:99Z', '<b>2026</b>'])('leaves %j as it is', (text) =>
  expect(instant(text, 'en')).toBe(text),
);

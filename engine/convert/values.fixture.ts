import fc from 'fast-check';
import { objectInOrder } from '../evalset/key-order.ts';

/** Texts that YAML readers and writers stumble over. */
export const HARD_TEXTS: readonly string[] = [
  '',
  ' ',
  '\n',
  'a\n',
  'a\n\n',
  '\na',
  '  a\n b',
  'a  \nb\t',
  'a\n \nb',
  '\ta\n\tb',
  '# none',
  'a # b',
  'a: b',
  '- a',
  '? a',
  '|-',
  '> a',
  '--- a\n---\n...',
  '"\'`',
  "it's",
  '{{D+1}}（周三）',
  '[CP1·结果][必选] x',
  '@a',
  '*a',
  '&a b',
  '!a',
  '%a',
  '~',
  'null',
  'true',
  'no',
  '0o7',
  '1e3',
  '-0',
  '.nan',
  '2026-04-07',
  '12:30',
  '=',
  '<<',
  'a\r\nb',
  'a\rb',
  '\u0000\u0007\u001b',
  '\u0085\u2028\u2029',
  '\uFEFFa',
  'a\uFEFF',
  '\ud83d',
  'a\udc00b',
  '😀\n汐港',
  `${'x'.repeat(200)} ${'y'.repeat(200)}`,
  `${'lang '.repeat(60)}\n\n  more\n`,
];

const text = fc.oneof(
  fc.constantFrom(...HARD_TEXTS),
  fc
    .array(fc.constantFrom(...HARD_TEXTS, '\n', ' ', 'a', '#', ':'), { maxLength: 6 })
    .map((parts) => parts.join('')),
  fc.string({ unit: 'binary' }),
);
const key = fc.oneof(text, fc.constantFrom('10', '2', '__proto__', 'text', 'case_id', 'turns', 'kind'));
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(1e21, 5e-324, 2 ** 53),
);

/** Any value that JSON can hold, with keys in any order. */
export const anyValue = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('value')), { maxLength: 4 }).map(objectInOrder),
  ),
})).value;

/** A team card with hard texts in the fields that are kept to the letter. */
export const anyCard = fc.record({
  case_id: fc.stringMatching(/^[A-Z]\d{1,3}$/),
  storyline: text,
  group_key: text,
  asker: text,
  turns: fc.array(fc.record({ turn: fc.nat(9), kind: fc.constant('query'), speaker: text, text }), {
    minLength: 1,
    maxLength: 3,
  }),
  checkpoints_raw: text,
  exec_notes: text,
});

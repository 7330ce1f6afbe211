import { expect, it } from 'vitest';
import { secondWord } from './second.ts';

it.each([
  ['CP1', 'met', undefined, null],
  ['CP1', 'met', 'unmet', 'unmet'],
  ['CP1', 'overridden', 'met', 'met'],
  ['CP1', 'cannot', 'met', 'met'],
  ['DED1', 'triggered', 'unmet', 'not-triggered'],
  ['DED1', 'not-triggered', 'met', 'triggered'],
  ['DED1', 'not-triggered', 'cannot', 'cannot'],
  ['DED2', 'cannot', 'met', 'triggered'],
  ['VETO1', 'none', 'unmet', 'not-triggered'],
  ['VETO1', 'triggered', 'none', 'none'],
] as const)('%s, %s: the second judge’s %s is %s', (id, state, second, word) =>
  expect(secondWord({ id, state, second })).toBe(word),
);

import { expect, it } from 'vitest';
import { durationsIn, holds } from './durations.ts';

const QUIET = /静默|quiet/i;

it.each([
  ['群内静默 ≥10 分钟才进下一题', 90, ['≥10 分钟']],
  ['群内静默 ≥1 分钟才进下一题', 90, []],
  ['静默90秒', 90, []],
  ['静默两分钟后收口', 120, []],
  ['静默十五分钟后收口', 900, []],
  ['静默半小时', 60, ['半小时']],
  ['静默不超过 2 分钟', 90, []],
  ['静默不超过 1 分钟', 90, ['不超过 1 分钟']],
  ['quiet for at least 10 minutes', 90, ['at least 10 minutes']],
  ['quiet for 1.5 min', 90, []],
  ['quiet for 2 h', 7200, []],
  // Another clause, or no length of time.
  ['群内静默后收口，每 20 秒看一次', 90, []],
  ['静默后进第 3 题（每题 5 分）', 90, []],
  ['quiet, 3 messages', 90, []],
] as const)('%s against %i s', (text, seconds, wrong) => {
  const found = durationsIn(text, QUIET).filter((duration) => !holds(duration, seconds));
  expect(found.map(({ text: said }) => said)).toEqual(wrong);
  for (const { span, text: said } of found) expect(text.slice(span.from, span.to)).toBe(said);
});

import { expect, it } from 'vitest';
import { isAffirmed } from './denial.ts';

it.each<[string, string, boolean]>([
  ['停电持续 83 分钟', '83', true],
  ['停电不是 83 分钟', '83', false],
  ['停电时长并非 83 分钟', '83', false],
  ['没有查到，是 83 分钟', '83', true],
  ['没有通过的是冷机绝缘', '冷机绝缘', true],
  ['没过：冷机绝缘', '冷机绝缘', true],
  ['根因不是旁路开关未复位', '旁路开关', false],
  ['不停止装卸', '停止装卸', false],
  ['最多不能超过 135 分钟', '135', true],
  ['must not be registered 58 hours ahead', '58', false],
  ['may not stay longer than 135 minutes', '135', true],
  ['It is not free. It takes 58 hours', '58', true],
  ["it isn't 58 hours", '58', false],
  ['another 58 hours', '58', true],
  ['不是昨天那次在码头发生并且后来由现场写进复盘文档里的 83 分钟', '83', true],
])('%s: %s', (text, part, affirmed) => {
  expect(isAffirmed(text, text.indexOf(part))).toBe(affirmed);
});

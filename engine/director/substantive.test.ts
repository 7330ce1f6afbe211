import { expect, it } from 'vitest';
import { isPlaceholder } from './substantive.ts';

it.each([
  '收到，我查一下。',
  '好的，稍等',
  '我看一下，马上回复',
  '正在处理中…',
  '处理中...',
  '收到',
  'OK',
  'Let me check.',
  'one moment…',
  '⏳',
  '@梁珊 收到，请稍等',
  '',
])('holds the place of an answer: %j', (text) => expect(isPlaceholder(text)).toBe(true));

it.each([
  '收到，我查一下：B03 现在是 P1。',
  '好的，已经登记到台账。',
  '查到了，是 9 月 15 日。',
  '没有查到',
  '不能告诉你',
  'Done.',
  'Let me check with the owner: it is Ethan.',
  '等一下，这个口径不对',
])('is an answer: %j', (text) => expect(isPlaceholder(text)).toBe(false));

import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../schemas/index.ts';
import { playedSeconds } from './time.ts';

const at = (seconds: number): string => new Date(seconds * 1000).toISOString();
const begin = (seconds: number): JournalEntry => ({
  ts: at(seconds),
  step: 'eval.time',
  op: 'budget.time',
  status: 'intent',
});
const end = (seconds: number): JournalEntry => ({
  ts: at(seconds),
  step: 'eval.time',
  op: 'budget.time',
  status: 'success',
});
const other = (seconds: number): JournalEntry => ({
  ts: at(seconds),
  step: 'eval.q',
  op: 'msg',
  status: 'success',
});

describe('time in which cases were played', () => {
  it.each<[string, JournalEntry[], number]>([
    ['nothing was played', [other(5)], 0],
    [
      'a session that ended, not what came before or behind',
      [other(0), begin(10), other(20), end(30), other(99)],
      20,
    ],
    ['a session that is going on, until now', [begin(40)], 60],
    ['two sessions, without the night between them', [begin(0), end(10), begin(90)], 20],
    [
      'a killed session until its last line, and the longest silence behind it',
      [begin(0), other(5), begin(95)],
      20,
    ],
    ['a killed session that was taken up at once', [begin(0), other(5), begin(8)], 100],
  ])('%s', (_what, entries, seconds) => {
    // Now is 100 s; a director at work is silent for 10 s at most.
    expect(playedSeconds(entries, 100_000, 10)).toBe(seconds);
  });
});

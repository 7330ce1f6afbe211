import { expect, it } from 'vitest';
import { wordsOf } from './languages.ts';
import { environmentOf, silenceOf } from './sentences.ts';

it.each([
  ['exited with code 3', '小舵 #1 没有回复：进程已退出，退出码 3'],
  ['was ended by SIGKILL', '小舵 #1 没有回复：进程被 SIGKILL 终止'],
  ['could not be started: spawn x ENOENT', '小舵 #1 没有回复：进程无法启动：spawn x ENOENT'],
  ['went away', '小舵 #1 没有回复：进程 went away'],
])('the agent’s process %s: in Chinese, and in English as it was', (why, chinese) => {
  const reason = `小舵 #1 did not answer: its process ${why}`;
  expect(silenceOf(reason, wordsOf('zh-cn'))).toBe(chinese);
  expect(silenceOf(reason, wordsOf('en'))).toBe(reason);
});

it.each([
  ['every playing was cut short by a restart of the run', '每次播放都被重启打断'],
  ['evidence/H1/e-H1-w1.json is missing', '缺少 evidence/H1/e-H1-w1.json'],
  ['gave 504; evidence/H1/a.json is missing', 'gave 504；缺少 evidence/H1/a.json'],
])('what failed in the environment, %s: in Chinese, and in English as it was', (detail, chinese) => {
  expect(environmentOf(detail, wordsOf('zh-cn'))).toBe(chinese);
  expect(environmentOf(detail, wordsOf('en'))).toBe(detail);
});

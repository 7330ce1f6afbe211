import type { Words } from './words.ts';

export const zhCn: Words = {
  runCase: '运行本题',
  required: (count) => `必选 ${count}`,
  deductions: (count) => `扣分 ${count}`,
  vetoes: (count) => `一票否决 ${count}`,
  gates: (ids) => `交付门 ${ids.join('、')}`,
  noPoints: '没有得分点',
  actors: '人物',
  groups: '群',
  assets: '资产',
  agents: '被测',
  checkpoints: '得分点',
};

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
  registers: { actor: '人物', group: '群', asset: '资产', case: '题', agent: '被测' },
  renameFixed: (key) => `“${key}”代表提问的人，不能改名。`,
  renameUnsafe: (name) => `“${name}”不能作键名。请用字母、数字、“_”、“-”、“.”，并以字母、数字或“_”开头。`,
  renameTaken: (register, name) => `已有名为“${name}”的${register}，请换一个名字。`,
  renameBroken: (file) => `${file} 无法完整读取，其中可能用到这个键，请先修好它。`,
  renameFrozen: '这是某次运行冻结的副本。请在评测集本身里改名。',
};

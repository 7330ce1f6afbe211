import type { StepWording, WordingContext } from './model.ts';

/** What stands in the notes and instructions of the steps by default: in the authors' language, with the real figures. */
export const DEFAULT_WORDING: StepWording = {
  pre: (c) => `${c.caseId} 题始快照（${basis(c)}第一条 query 之前的状态）`,
  post: (c) => `${c.caseId} 题末快照（收口 gate 之后取），与题始快照比对，只计本题 agent 所为的改动`,
  firstQuery: (c) => `${c.caseId} 首轮 query（${c.dm ? '私聊' : '本题话题起点'}）`,
  laterQuery: (c) => `${c.caseId} 轮${c.turn}（${where(c)}追问）`,
  inject: (c) => `${c.caseId} 轮${c.turn}（同事${c.dm ? '私聊' : '在同话题内插话'}）`,
  conditionalLine: (c) => `${c.caseId} 条件应答${c.turn}（条件成立才发出）`,
  waitGate: (c) => `${c.caseId} 等${c.agentName}轮${c.turn}作答（${kindOf(c)}）。${watching(c)}`,
  conditionalGate: (c) => `${c.caseId} 等${c.agentName}回应条件应答${c.turn}（${kindOf(c)}）。${watching(c)}`,
  quietGate: (c) =>
    c.dm
      ? `${c.caseId} 收口：私聊内${c.agentName}静默 ≥${c.seconds} 秒才进下一题`
      : `${c.caseId} 收口：群内${c.agentName}静默 ≥${c.seconds} 秒才进下一题（每题一话题）`,
  clock: (c) => `${c.caseId} 时钟题：到这一分钟才发出首轮 query`,
};

const basis = (c: WordingContext) => (c.version === '' ? '' : `${c.version} 判分基准：`);
const kindOf = (c: WordingContext) => (c.write ? '写题等待' : '单轮等待');
const where = (c: WordingContext) => (c.dm ? '同一私聊内' : '同话题内');
const watching = (c: WordingContext) =>
  `导演每 ${c.observeSeconds} 秒观察${c.dm ? '本题私聊' : '本题话题与群内顶层消息'}，见到实质回复即放行，最多等 ${c.seconds} 秒`;

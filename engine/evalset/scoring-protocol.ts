import type { OffsetRange } from './model.ts';
import { said, tell, type Told } from './told.ts';

export interface ProtocolProblem {
  readonly code: string;
  /** In English. */
  readonly message: string;
  readonly told: Told;
  readonly span: OffsetRange;
}

const FORMULA = /得分\s*[=＝]\s*([^；;。\n]+)/;
const SCORED =
  /^max\(0,(命中必选数?|必选命中数?|命中数)-(触发)?扣分(条目|条|项)?数?\)\/(必选总数|必选数|必选项?总数|总必选数)$/i;
const VETO = /一票否决】?[^；;。\n]*?(?:记|计|得)\s*(\d+(?:\.\d+)?)/;
const LIMIT = /扣分[^；;。\n]*?(?:不超过|不多于|至多|≤|<=)\s*必选(?:总)?数?\s*([-−–－+＋]\s*\d+)?/;

const GATE =
  /交付门[^。；;\n]*?(?:[不没未]|未能)(?:有)?(?:命中|通过|过)[^。；;\n]*?(整题|全题|本题)\s*(?:记|计|得|按)?\s*(?:0|零|否决|未命中)/;

/** What a `【计分】` line states that the scoring does not do. It is compared by its words, so unknown wordings pass. */
export function protocolProblems(text: string, at: number): ProtocolProblem[] {
  const problems: ProtocolProblem[] = [];
  const add = (part: string, told: Told) => {
    const from = at + text.indexOf(part);
    problems.push({
      code: 'scoring-protocol-conflict',
      ...said(told),
      span: { from, to: from + part.length },
    });
  };
  const formula = FORMULA.exec(text)?.[1]?.trim();
  if (formula !== undefined && !SCORED.test(plain(formula)))
    add(
      formula,
      tell`The case is scored as max(0, 命中必选数 − 触发扣分数) / 必选总数, but this line says "${formula}". Write the formula that is used.`,
    );
  const veto = VETO.exec(text);
  if (veto !== null && Number(veto[1]) !== 0)
    add(veto[0], tell`A veto makes the score 0, but this line says ${veto[1] ?? ''}. Write 记 0.`);
  const gate = GATE.exec(text);
  if (gate !== null)
    add(
      gate[0],
      tell`An unmet delivery gate makes the [结果] points unmet, and no more, but this line says otherwise. Write 本题全部 [结果] 类必选按未命中计.`,
    );
  const limit = LIMIT.exec(text);
  if (limit !== null && plain(limit[1] ?? '') !== '-1')
    add(
      limit[0],
      tell`A case has at most 必选数 − 1 deductions, but this line says otherwise. Write 必选数 − 1.`,
    );
  return problems;
}

const plain = (text: string): string =>
  text.normalize('NFKC').replace(/\s+/g, '').replace(/[−–—]/g, '-').replace(/÷/g, '/');

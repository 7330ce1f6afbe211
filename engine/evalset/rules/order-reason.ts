import { parseCheckpoints } from '../checkpoints.ts';
import type { OffsetRange, ValuePath } from '../model.ts';
import { tell } from '../told.ts';
import { valueAt } from '../shape-issues.ts';
import { allCardsIn } from './cards-in.ts';
import { Findings, type PartRule } from './rule.ts';

/** Words that ask for one order of steps. */
const ORDER = new RegExp(
  [
    '先[^，。；：\\n]{1,20}[，,、]?\\s*(?:再|然后|之后|后才)[^，。；\\n]{0,12}',
    '(?:按|依|照)[^，。；\\n]{0,8}(?:顺序|次序|先后)',
    '依次',
    '(?:顺序|次序|先后)[^，。；\\n]{0,4}(?:正确|一致|不能[反变乱]|不得[反变乱])',
    '\\bfirst\\b[^.;\\n]{1,60}\\bthen\\b',
    '\\bin (?:this|that|the (?:right|correct|given|same)) order\\b',
    '\\bmust\\b[^.;\\n]{1,40}\\b(?:before|after)\\b',
  ].join('|'),
  'i',
);
/** Words by which a reason is given. */
const REASON =
  /因为|由于|因此|否则|以免|避免|防止|才能|才可|才有|才知|依据|根据|理由|前提|授权|许可|批准|审批|取决|如果[^。\n]*反|缺少|because|otherwise|so that|since|reason|depends|needs|approv|permission|authori[sz]/i;

/**
 * `order-without-reason`: steps in one order are asked for, and nothing says why. Two ways that lead to the same are both
 * right; an order is worth a point only where something real forces it.
 */
export const orderReason: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  const add = (at: ValuePath, text: string, span: OffsetRange): void =>
    findings.add(
      'warning',
      'order-without-reason',
      { file, at, locate: { span } },
      tell`This asks for one order of steps ("${text}") and does not say why. Say what forces it (否则 …, 依据 …, "because …"), or ask for the result alone.`,
    );
  for (const { at, card } of allCardsIn(kind, file.value)) {
    const raw = card['checkpoints_raw'];
    if (typeof raw === 'string')
      for (const { text, span } of parseCheckpoints(raw).points) {
        const found = REASON.test(text) ? null : ORDER.exec(text);
        if (found === null) continue;
        const from = span.from + found.index;
        add([...at, 'checkpoints_raw'], found[0], { from, to: from + found[0].length });
      }
    if (!kind.startsWith('skill-card')) continue;
    const fields = ['expected', 'pass', 'fail'].map((key) => valueAt(card, [key]));
    // A skill card says in one place what it is judged by, and in another why.
    if (fields.some((text) => typeof text === 'string' && REASON.test(text))) continue;
    const pass = valueAt(card, ['pass']);
    const found = typeof pass === 'string' ? ORDER.exec(pass) : null;
    if (found === null) continue;
    add([...at, 'pass'], found[0], { from: found.index, to: found.index + found[0].length });
  }
  return findings.list;
};

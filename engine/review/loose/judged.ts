import type { JudgeFilled, JudgeTemplate, Pointer, Verdict } from '../../../schemas/index.ts';
import { diffEntry } from '../../../schemas/evidence.ts';
import { labeller } from '../../../schemas/labels.ts';
import { status, verdict } from '../../../schemas/verdict.ts';
import { instant, int, maybe, objectOf, objects, str, strings, type Loose } from './values.ts';

function pointers(value: unknown): Pointer[] {
  return objects(value).flatMap((item): Pointer[] => {
    const path = maybe(item['path']);
    const quote = maybe(item['quote']);
    const id = maybe(item['message_id']);
    if (path === undefined) return [];
    if (quote !== undefined) return [{ path, quote, ...(id === undefined ? {} : { message_id: id }) }];
    const diff = diffEntry.safeParse(item['diff']);
    if (diff.success) return [{ path, diff: diff.data }];
    return item['diff'] === undefined
      ? []
      : [{ path, diff: typeof item['diff'] === 'string' ? item['diff'] : JSON.stringify(item['diff']) }];
  });
}

const met = (value: unknown): 'met' | 'unmet' | null => (value === 'met' || value === 'unmet' ? value : null);
const kindOf = (value: unknown, id: string): 'required' | 'deduction' | 'veto' => {
  if (value === 'required' || value === 'deduction' || value === 'veto') return value;
  if (id.startsWith('VETO')) return 'veto';
  return id.startsWith('DED') ? 'deduction' : 'required';
};

function identity(value: unknown): Verdict['judge'] {
  const judge = objectOf(value);
  return {
    mode: str(judge?.['mode']),
    model: str(judge?.['model']),
    judged_at: maybe(judge?.['judged_at']) ?? null,
  };
}

function flag(value: unknown): JudgeFilled['human_review'] {
  const item = objectOf(value);
  if (item === undefined) return undefined;
  return {
    ...(item['flagged'] === false ? { flagged: false } : {}),
    dimension: str(item['dimension']),
    reason: str(item['reason']),
    flagged_by: str(item['flagged_by']),
    flagged_at: str(item['flagged_at']),
  };
}

function answer(item: Loose, id: string): JudgeFilled['decisions'][number] {
  const scope = Array.isArray(item['scope_read']) ? strings(item['scope_read']) : undefined;
  const cannot = maybe(item['cannot_judge']);
  const text = maybe(item['text']);
  const rendered = maybe(item['text_rendered']);
  return {
    id,
    kind: kindOf(item['kind'], id),
    result: item['result'] === true,
    delivery_gate: item['delivery_gate'] === true,
    ...(text === undefined ? {} : { text }),
    ...(rendered === undefined ? {} : { text_rendered: rendered }),
    met: met(item['met']),
    reason: str(item['reason']),
    evidence: pointers(item['evidence']),
    ...(scope === undefined ? {} : { scope_read: scope }),
    ...(cannot === undefined ? {} : { cannot_judge: cannot }),
  };
}

const answers = (value: unknown): JudgeFilled['decisions'] =>
  objects(value).flatMap((item) => {
    const id = maybe(item['id']);
    return id === undefined ? [] : [answer(item, id)];
  });

function agentMessages(value: unknown): Verdict['agent_messages'] {
  return objects(value).map((item, i) => {
    const where = item['where'];
    return {
      chat: str(item['chat']),
      message_id: str(item['message_id'], `agent-${i}`),
      ts: instant(item['ts']),
      text: str(item['text']),
      turn: typeof item['turn'] === 'number' ? int(item['turn']) : null,
      where: where === 'toplevel' || where === 'verification' ? where : 'thread',
    };
  });
}

function stimulusMessages(value: unknown): Verdict['stimulus_messages'] {
  return objects(value).map((item, i) => ({
    chat: str(item['chat']),
    message_id: str(item['message_id'], `stimulus-${i}`),
    ts: instant(item['ts']),
    actor: str(item['actor']),
    text: str(item['text']),
    step: str(item['step']),
    conditional: maybe(item['conditional']) ?? null,
  }));
}

function noReply(value: unknown): Verdict['no_agent_reply'] {
  const item = objectOf(value);
  return item === undefined ? null : { reason: str(item['reason']), evidence: pointers(item['evidence']) };
}

/** A verdict as it is read: of a second judge's verdict only who that was. */
export interface ReadVerdict extends Omit<Verdict, 'cross_check'> {
  cross_check?: { judge: Verdict['judge'] } | undefined;
}

export function looseVerdict(value: unknown): ReadVerdict | undefined {
  const v = objectOf(value);
  if (v === undefined || !Array.isArray(v['checkpoints'])) return undefined;
  const veto = objectOf(v['veto']);
  const of = objectOf(v['case']) ?? {};
  const state = status.safeParse(v['status']);
  const score = typeof v['score'] === 'number' && v['score'] >= 0 && v['score'] <= 1 ? v['score'] : null;
  const bounds = objectOf(v['bounds']);
  const env = maybe(v['env']);
  const voided = verdict.shape.void.safeParse(v['void']);
  const review = flag(v['human_review']);
  const notes = maybe(v['notes']);
  const cross = objectOf(v['cross_check']);
  const checkpoints = objects(v['checkpoints']).flatMap((item): Verdict['checkpoints'] => {
    const id = maybe(item['id']);
    if (id === undefined) return [];
    const {
      text = '',
      text_rendered: _rendered,
      kind = 'required',
      result = false,
      delivery_gate = false,
      ...rest
    } = answer(item, id);
    return [
      {
        ...rest,
        kind,
        result,
        delivery_gate,
        text,
        ...(item['raw_met'] === undefined ? {} : { raw_met: met(item['raw_met']) }),
        ...byOf(item),
        ...(item['gate_override'] === true ? { gate_override: true } : {}),
      },
    ];
  });
  const guessed = score === null ? 'PENDING' : score === 1 ? 'PASS' : 'FAIL';
  return {
    score,
    required_total: int(v['required_total'], checkpoints.filter((p) => p.kind === 'required').length),
    required_met: int(v['required_met']),
    deductions: int(v['deductions']),
    veto: {
      triggered: veto?.['triggered'] === true,
      rule: str(veto?.['rule']),
      evidence: pointers(veto?.['evidence']),
    },
    checkpoints,
    status: state.success ? state.data : guessed,
    ...(typeof bounds?.['worst'] === 'number' && typeof bounds['best'] === 'number'
      ? { bounds: { worst: bounds['worst'], best: bounds['best'] } }
      : {}),
    ...(Array.isArray(v['undecided']) ? { undecided: strings(v['undecided']) } : {}),
    ...(env === undefined ? {} : { env }),
    ...(voided.success && voided.data !== undefined ? { void: voided.data } : {}),
    case_id: str(v['case_id']),
    batch: str(v['batch']),
    group: str(v['group']),
    ...(cross === undefined ? {} : { cross_check: { judge: identity(cross['judge']) } }),
    case: {
      title: str(of['title']),
      trigger: str(of['trigger']),
      storyline: str(of['storyline']),
      expected_behavior: str(of['expected_behavior']),
      criteria_text: str(of['criteria_text']),
    },
    ...(review === undefined ? {} : { human_review: review }),
    agent_messages: agentMessages(v['agent_messages']),
    no_agent_reply: noReply(v['no_agent_reply']),
    stimulus_messages: stimulusMessages(v['stimulus_messages']),
    judge: identity(v['judge']),
    ...(notes === undefined ? {} : { notes }),
  };
}

/** The person who decided, and what the judge had said. */
function byOf(item: Loose): Pick<Verdict['checkpoints'][number], 'by' | 'judged'> {
  const by = labeller.safeParse(item['by']);
  if (!by.success) return {};
  const said = objectOf(item['judged']);
  if (said === undefined) return { by: by.data };
  const { met: word, reason, evidence, scope_read: read, cannot_judge: cannot } = answer(said, '');
  return {
    by: by.data,
    judged: {
      ...{ met: word, reason, evidence },
      ...(read === undefined ? {} : { scope_read: read }),
      ...(cannot === undefined ? {} : { cannot_judge: cannot }),
    },
  };
}

export function looseJudge(value: unknown): JudgeFilled | undefined {
  const v = objectOf(value);
  if (v === undefined || !Array.isArray(v['decisions'])) return undefined;
  const review = flag(v['human_review']);
  const id = maybe(v['case_id']);
  return {
    ...(id === undefined ? {} : { case_id: id }),
    judge: identity(v['judge']),
    decisions: answers(v['decisions']),
    ...(review === undefined ? {} : { human_review: review }),
  };
}

export function looseTemplate(value: unknown): JudgeTemplate | undefined {
  const v = objectOf(value);
  if (v === undefined || !Array.isArray(v['decisions'])) return undefined;
  const of = objectOf(v['case']) ?? {};
  return {
    case_id: str(v['case_id']),
    judge: identity(v['judge']),
    case: {
      query: strings(of['query']),
      storyline: str(of['storyline']),
      group: str(of['group']),
      asker: str(of['asker']),
      cross_group: strings(of['cross_group']),
      write_targets: strings(of['write_targets']),
    },
    checkpoints_rendered: str(v['checkpoints_rendered']),
    decisions: answers(v['decisions']).map((decision) => {
      const { kind = 'required', result = false, delivery_gate = false, text = '', ...rest } = decision;
      return { ...rest, kind, result, delivery_gate, text, text_rendered: rest.text_rendered ?? text };
    }),
    agent_messages: agentMessages(v['agent_messages']),
    stimulus_messages: stimulusMessages(v['stimulus_messages']),
    no_agent_reply: noReply(v['no_agent_reply']),
  };
}

import type * as z from 'zod';
import {
  judgeFilled,
  judgeIdentity,
  type JudgeFilled,
  type JudgeTemplate,
  type Pointer,
} from '../../schemas/index.ts';

type Decision = JudgeFilled['decisions'][number];
type Point = JudgeTemplate['decisions'][number];
type Loose = Readonly<Record<string, unknown>>;

const decisionModel = judgeFilled.shape.decisions.element;
const POINTER_KEYS = ['path', 'quote', 'message_id', 'diff'];

function asObject(value: unknown): Loose | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Loose) : null;
}

/** Keeps the known keys and names the others. */
function known(value: Loose, keys: readonly string[], where: string, problems: string[]): Loose {
  const foreign = Object.keys(value).filter((key) => !keys.includes(key));
  for (const key of foreign) problems.push(`${where}: unknown key “${key}” is left out`);
  return Object.fromEntries(Object.entries(value).filter(([key]) => keys.includes(key)));
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue === undefined ? 'not valid' : `${issue.path.map(String).join('.')}: ${issue.message}`;
}

function cleanPointers(value: unknown, where: string, problems: string[]): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((item: unknown, i) => {
    const pointer = asObject(item);
    return pointer === null ? item : known(pointer, POINTER_KEYS, `${where}, evidence ${i + 1}`, problems);
  });
}

/** Reads one decision of the file; undefined when it cannot be used. */
function readDecision(item: unknown, i: number, problems: string[]): Decision | undefined {
  const value = asObject(item);
  const id = value?.['id'];
  if (value === null || typeof id !== 'string') {
    problems.push(`decision ${i + 1}: has no id`);
    return undefined;
  }
  const clean = known(value, Object.keys(decisionModel.shape), id, problems);
  const parsed = decisionModel.safeParse({
    reason: '',
    ...clean,
    met: clean['met'] ?? null,
    evidence: cleanPointers(clean['evidence'] ?? [], id, problems),
  });
  if (parsed.success) return parsed.data;
  problems.push(`${id}: ${firstIssue(parsed.error)}`);
  return undefined;
}

/** The point as the template has it, with the answer as the file has it. */
function answered(point: Point, given: Decision | undefined, problems: string[]): Decision {
  if (given === undefined) return { ...point, evidence: [] };
  if (given.text !== undefined && given.text !== point.text)
    problems.push(`${point.id}: the file judges another text of this point; the template’s holds`);
  const pointers: Pointer[] = given.evidence;
  return {
    ...point,
    met: given.met,
    reason: given.reason,
    evidence: pointers,
    ...(given.scope_read === undefined ? {} : { scope_read: given.scope_read }),
    ...(given.cannot_judge === undefined ? {} : { cannot_judge: given.cannot_judge }),
    ...(given.unstable === undefined ? {} : { unstable: given.unstable }),
    ...(given.asked === undefined ? {} : { asked: given.asked }),
  };
}

function readDecisions(value: unknown, template: JudgeTemplate, problems: string[]): Map<string, Decision> {
  const found = new Map<string, Decision>();
  if (!Array.isArray(value)) {
    problems.push('the file has no list of decisions');
    return found;
  }
  const points = new Set(template.decisions.map((point) => point.id));
  for (const [i, item] of value.entries()) {
    const decision = readDecision(item, i, problems);
    if (decision === undefined) continue;
    if (!points.has(decision.id)) problems.push(`${decision.id}: no such point in ${template.case_id}`);
    else if (found.has(decision.id)) problems.push(`${decision.id}: decided twice; the first counts`);
    else found.set(decision.id, decision);
  }
  return found;
}

/**
 * Reads a judge file that a person (or another tool) filled in, whole or in part, against the template. Texts, kinds
 * and messages are the template's; missing points stay undecided; what is foreign or not valid is left out and named
 * in `problems`. A file of another case decides nothing. Nothing is verified here: see `acceptDecisions`.
 */
export function mergeManual(
  template: JudgeTemplate,
  filled: unknown,
): { readonly judge: JudgeFilled; readonly problems: readonly string[] } {
  const problems: string[] = [];
  const raw = asObject(filled);
  if (raw === null) problems.push('the judge file is not an object');
  const file = known(raw ?? {}, Object.keys(judgeFilled.shape), 'judge file', problems);
  const other = file['case_id'] !== undefined && file['case_id'] !== template.case_id;
  if (other) problems.push(`the judge file is about ${String(file['case_id'])}, not ${template.case_id}`);
  const usable = raw !== null && !other;
  const identity = judgeIdentity.safeParse(file['judge']);
  if (usable && !identity.success) problems.push(`judge: ${firstIssue(identity.error)}`);
  const decisions = usable
    ? readDecisions(file['decisions'], template, problems)
    : new Map<string, Decision>();
  const flag = judgeFilled.shape.human_review.safeParse(usable ? file['human_review'] : undefined);
  if (!flag.success) problems.push(`human_review: ${firstIssue(flag.error)}`);
  const notes = usable ? file['notes'] : undefined;
  const judge: JudgeFilled = {
    case_id: template.case_id,
    judge: identity.success ? identity.data : { mode: 'manual', model: 'unknown', judged_at: null },
    case: template.case,
    checkpoints_rendered: template.checkpoints_rendered,
    decisions: template.decisions.map((point) => answered(point, decisions.get(point.id), problems)),
    agent_messages: template.agent_messages,
    stimulus_messages: template.stimulus_messages,
    no_agent_reply: template.no_agent_reply,
    ...(template.scope === undefined ? {} : { scope: template.scope }),
    ...(flag.success && flag.data !== undefined ? { human_review: flag.data } : {}),
    // The template's own notes are instructions, not a remark.
    ...(typeof notes === 'string' && notes !== template.notes ? { notes } : {}),
  };
  return { judge, problems };
}

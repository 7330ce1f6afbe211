import { createHash } from 'node:crypto';
import type { FaultKind, FaultPlan, FaultRule } from './plan.ts';

/** Where a call stands: what decides about it, and nothing else does. */
export interface CallNumber {
  readonly op: string;
  readonly app: string;
  readonly n: number;
}

/** A number in [0, 1) from the seed and the call; `salt` tells questions about one call apart. */
export function chance(seed: number, salt: string, call: CallNumber): number {
  const text = JSON.stringify([seed, salt, call.op, call.app, call.n]);
  return createHash('sha256').update(text).digest().readUIntBE(0, 6) / 2 ** 48;
}

/** True when `pattern`, in which `*` stands for anything, is `text` from end to end. */
function fits(pattern: string, text: string): boolean {
  const parts = pattern.split('*');
  const [head = ''] = parts;
  if (parts.length === 1) return head === text;
  const tail = parts.at(-1) ?? '';
  if (!text.startsWith(head) || !text.endsWith(tail) || text.length < head.length + tail.length) return false;
  let at = head.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > text.length - tail.length) return false;
    at = found + part.length;
  }
  return true;
}

/** Whether a rule is about such calls at all. */
export function isAbout(rule: FaultRule, { op, app }: { op: string; app: string }): boolean {
  return (
    (rule.ops === undefined || rule.ops.some((pattern) => fits(pattern, op))) &&
    (rule.apps === undefined || rule.apps.some((pattern) => fits(pattern, app)))
  );
}

function strikes(seed: number, rule: FaultRule, place: number, call: CallNumber): boolean {
  const { n } = call;
  if (n < (rule.from ?? 1) || n > (rule.until ?? Number.POSITIVE_INFINITY)) return false;
  const { share, every, first, at } = rule;
  return (
    (share === undefined || chance(seed, `${rule.kind} ${place}`, call) < share) &&
    (every === undefined || n % every === 0) &&
    (first === undefined || n <= first) &&
    (at === undefined || at.includes(n))
  );
}

/** The first rule of one of `kinds` that strikes the call, with its place in the plan. */
export function ruleFor<K extends FaultKind>(
  plan: FaultPlan,
  call: CallNumber,
  applies: (rule: FaultRule) => rule is Extract<FaultRule, { kind: K }>,
): { readonly rule: Extract<FaultRule, { kind: K }>; readonly place: number } | undefined {
  for (const [place, rule] of plan.rules.entries()) {
    if (applies(rule) && isAbout(rule, call) && strikes(plan.seed, rule, place, call)) return { rule, place };
  }
  return undefined;
}

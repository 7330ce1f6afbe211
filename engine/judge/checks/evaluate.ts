import type { Check } from '../../../schemas/index.ts';
import { documentCheckResult } from './document.ts';
import { messageCheckResult, saidCheckResult } from './message.ts';
import { unknown, type CheckContext, type CheckResult } from './model.ts';
import { nothingElseResult } from './nothing-else.ts';
import { rowCheckResult } from './row.ts';
import { allOf, anyOf, notOf, type Truth } from './truth.ts';

/** Renders every text of a check. Keys (of fields, actors, assets) hold no placeholders. */
function rendered<T>(value: T, render: (text: string) => string): T;
function rendered(value: unknown, render: (text: string) => string): unknown {
  if (typeof value === 'string') return render(value);
  if (Array.isArray(value)) return value.map((item: unknown) => rendered(item, render));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, rendered<unknown>(item, render)]),
  );
}

/** The same evidence, looked at where finding something speaks the other way. */
const turned = (ctx: CheckContext): CheckContext => ({ ...ctx, earlier: ctx.earlier !== true });

/** Joins the parts that decided: those with the result's own truth. */
function joined(word: 'and' | 'or', holds: Truth, parts: readonly CheckResult[]): CheckResult {
  const deciding = parts.filter((part) => part.holds === holds);
  return {
    holds,
    pointers: deciding.flatMap((part) => part.pointers),
    read: [...new Set(parts.flatMap((part) => part.read))],
    reason: deciding.map((part) => part.reason).join(`; ${word} `),
    ...(holds === null && deciding.every((part) => part.open) ? { open: true as const } : {}),
  };
}

function evaluate(check: Check, ctx: CheckContext): CheckResult {
  if ('all' in check) {
    const parts = check.all.map((part) => evaluate(part, ctx));
    const holds = allOf(parts.map((part) => part.holds));
    return joined('and', holds, parts);
  }
  if ('any' in check) {
    const parts = check.any.map((part) => evaluate(part, ctx));
    const holds = anyOf(parts.map((part) => part.holds));
    return joined(holds === true ? 'or' : 'and', holds, parts);
  }
  if ('not' in check) {
    const inner = evaluate(check.not, turned(ctx));
    return { ...inner, holds: notOf(inner.holds) };
  }
  if ('message' in check) return messageCheckResult(check.message, ctx);
  if ('absent' in check) {
    const inner = messageCheckResult(check.absent, turned(ctx));
    return { ...inner, holds: notOf(inner.holds) };
  }
  if ('said' in check) return saidCheckResult(check.said, ctx);
  if ('open' in check) return { ...unknown(`left to a judge: ${check.open}`), open: true };
  if ('row' in check) return rowCheckResult(check.row, ctx);
  if ('document' in check) return documentCheckResult(check.document, ctx);
  return nothingElseResult(check.nothing_else_changed, ctx);
}

/**
 * Evaluates a check on a case's evidence, in Kleene's three-valued logic. `pointers` name what decided, whichever
 * way it fell; an absence has none. Never throws: what cannot be evaluated is null with its reason.
 */
export function evaluateCheck(check: Check, ctx: CheckContext): CheckResult {
  let ready: Check;
  try {
    ready = rendered(check, ctx.renderText);
  } catch (error) {
    return unknown(
      `a text of the check cannot be rendered: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  return evaluate(ready, ctx);
}

import type { JudgeFilled, JudgeTemplate } from '../../schemas/index.ts';
import { keepBeside, writeJson } from '../batch/files.ts';
import { mergeManual } from '../judge/index.ts';
import type { ChangedPoint } from '../judge/judging.ts';

/**
 * What no check decides keeps what a person wrote into the judge file. What a model said there (it has `asked`) is no
 * person's word.
 */
export function withPersonsWords(
  decided: JudgeFilled,
  template: JudgeTemplate,
  existing: string | undefined,
): JudgeFilled {
  if (existing === undefined) return decided;
  let value: unknown;
  try {
    value = JSON.parse(existing);
  } catch {
    return decided;
  }
  const before = mergeManual(template, value).judge;
  return {
    ...decided,
    decisions: decided.decisions.map((decision) => {
      if (decision.met !== null || decision.cannot_judge !== undefined) return decision;
      const own = before.decisions.find(
        (d) => d.id === decision.id && d.met !== null && d.asked === undefined,
      );
      return own ?? decision;
    }),
    ...(before.human_review === undefined ? {} : { human_review: before.human_review }),
  };
}

/** Writes a judge file; one that says something else is kept beside it. Returns the points whose word changed. */
export async function keepAndWrite(
  file: string,
  existing: string | undefined,
  judge: JudgeFilled,
): Promise<ChangedPoint[]> {
  const before = existing === undefined ? undefined : decisionsIn(existing);
  // The same words again are no new judgement: the file, and when it was judged, stay.
  if (before !== undefined && JSON.stringify(before) === JSON.stringify(judge.decisions)) return [];
  if (existing !== undefined) await keepBeside(file, existing);
  await writeJson(file, judge);
  return before === undefined ? [] : changedPoints(before, judge);
}

function decisionsIn(text: string): unknown {
  try {
    return (JSON.parse(text) as { decisions?: unknown }).decisions;
  } catch {
    return undefined;
  }
}

function changedPoints(before: unknown, { decisions }: JudgeFilled): ChangedPoint[] {
  const words = new Map(
    (Array.isArray(before) ? before : []).flatMap((one: unknown): [unknown, ChangedPoint['before']][] => {
      if (one === null || typeof one !== 'object' || !('id' in one)) return [];
      const met = 'met' in one ? one.met : null;
      return [[one.id, met === 'met' || met === 'unmet' ? met : null]];
    }),
  );
  return decisions.flatMap(({ id, met }) => {
    const was = words.get(id) ?? null;
    return was === met ? [] : [{ id, before: was, after: met }];
  });
}

import type { JudgeFilled, JudgeTemplate } from '../../schemas/index.ts';

type Point = JudgeTemplate['decisions'][number];
type Decision = JudgeFilled['decisions'][number];

/** met/unmet of a point; for deductions and vetoes met means triggered; null is undecided. */
export type Word = 'met' | 'unmet' | null;

/** A point with the judge's word and the word that counts. */
export interface Counted {
  readonly point: Point;
  readonly decision: Decision | undefined;
  readonly raw: Word;
  readonly counts: Word;
  /** Counts as unmet because a delivery gate is unmet. */
  readonly overridden: boolean;
  /** Ids of the undecided gates that leave this point open although the judge decided it. */
  readonly waitsFor: readonly string[];
}

/**
 * Applies the delivery gates. When a gate (a required point) is unmet, every other result point counts as unmet,
 * whatever its own word; another gate that is a result point too. A gate that failed keeps its own word. While
 * a gate is undecided (and none failed), a result point that is met is open: it may still count as unmet.
 * The required points of a silent agent are unmet.
 */
export function countPoints(template: JudgeTemplate, judged: JudgeFilled): Counted[] {
  const rows = template.decisions.map((point) => {
    const decision = judged.decisions.find((one) => one.id === point.id);
    const silent = template.no_agent_reply !== null && point.kind === 'required';
    const raw: Word = silent ? 'unmet' : (decision?.met ?? null);
    return { point, decision, raw };
  });
  const gates = rows.filter(({ point }) => point.delivery_gate && point.kind === 'required');
  const failed = gates.some(({ raw }) => raw === 'unmet');
  const open = gates.filter(({ raw }) => raw === null).map(({ point }) => point.id);
  return rows.map((row): Counted => {
    const { point, raw } = row;
    const plain: Counted = { ...row, counts: raw, overridden: false, waitsFor: [] };
    if (!point.result || point.kind !== 'required') return plain;
    if (failed)
      return point.delivery_gate && raw === 'unmet' ? plain : { ...plain, counts: 'unmet', overridden: true };
    const others = open.filter((id) => id !== point.id);
    return raw === 'met' && others.length > 0 ? { ...plain, counts: null, waitsFor: others } : plain;
  });
}

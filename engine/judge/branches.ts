import type { Branch, Check, JudgeTemplate } from '../../schemas/index.ts';

type Point = JudgeTemplate['decisions'][number];

/** Why a point cannot be judged because nobody can tell which of its readings applies; null where that is clear. */
export function undecidedBranch({ branches = [] }: Pick<Point, 'branches'>): string | null {
  const open = branches.find(({ applies }) => applies === null);
  return open === undefined
    ? null
    : `whether “${open.fact}” (left by ${open.case_id}) stood in the world cannot be told, and the point is read by it: ${open.reason}`;
}

/** The check of one reading: its own, or the words for a judge; either beside the point's own where both are right. */
function checkOf({ check, text, or_as_written: either }: Branch, own: Check | undefined): Check {
  const reading: Check = check ?? { open: text };
  if (either !== true) return reading;
  return { any: [own ?? { open: 'the point as it is written' }, reading] };
}

/**
 * The checks that decide the points of a case in this world: where branches apply, all of theirs in the place of the
 * point's own. The checks sidecar is not changed.
 *
 * @param branches of `cases.deps.yaml`, by point; the template's readings stand in the same order
 */
export function checksInWorld(
  template: JudgeTemplate,
  checks: Readonly<Record<string, Check>> | undefined,
  branches: Readonly<Record<string, readonly Branch[]>> | undefined,
): Readonly<Record<string, Check>> | undefined {
  if (branches === undefined) return checks;
  const own = new Map(Object.entries(checks ?? {}));
  const changed = new Map(own);
  for (const { id, branches: readings = [] } of template.decisions) {
    const applying = (Object.hasOwn(branches, id) ? (branches[id] ?? []) : []).filter(
      (_, i) => readings[i]?.applies === true,
    );
    const all = applying.map((one) => checkOf(one, own.get(id)));
    const [first] = all;
    if (first !== undefined) changed.set(id, all.length === 1 ? first : { all });
  }
  return Object.fromEntries(changed);
}

import type { DepsFile, CasesMeta, TeamCard, WorldPreset } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import type { Choose, Chosen, Compiled } from '../compile/index.ts';
import { dependenciesOf } from '../evalset/index.ts';
import { chooseCases } from './choose.ts';
import { keyOf, valuesOf } from './dimensions.ts';
import { clockOffset, estimateCase, estimateShared, tenths } from './estimate.ts';
import { rungBelow } from './ladder.ts';
import { middle, shapeOf, type Measured } from './measured.ts';
import type { Candidate, Duration } from './model.ts';

export interface BudgetOptions {
  /** Time of the whole run, in seconds, for each group. */
  readonly seconds: number;
  readonly measured: Measured;
  readonly deps: DepsFile | null;
  readonly meta: CasesMeta | null;
  /** Where it is asked for, for errors. */
  readonly root: string;
}

const METHOD =
  'in each group, within the time budget less what comes before the first case: first the cases that cover most new values (storyline, read or write type, capability dimensions, difficulty, conditional line, several turns, delivery gate, veto, written base, other group), then the shortest; cases come with those that they depend on';

/**
 * A chooser for the compiler: a subset of the cases for a time budget.
 * @throws UsageError (the chooser) when the budget leaves room for no case
 */
export function budgetChooser(options: BudgetOptions): Choose {
  return (cases, world) => new BudgetSelection(options, cases, world).chosen();
}

/** `60 min`, `1 min 30 s`. */
export function labelOf(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), Math.round(seconds % 60)];
  return [minutes > 0 ? `${minutes} min` : '', rest > 0 ? `${rest} s` : '']
    .filter((part) => part !== '')
    .join(' ');
}

class BudgetSelection {
  readonly #options: BudgetOptions;
  readonly #cases: readonly Compiled[];
  readonly #shared: Duration;
  readonly #durations: ReadonlyMap<string, Duration>;
  readonly #all: readonly Candidate[];

  constructor(options: BudgetOptions, cases: readonly Compiled[], world: WorldPreset) {
    this.#options = options;
    this.#cases = cases;
    const shared = middle(options.measured.shared);
    this.#shared =
      shared === undefined
        ? { seconds: estimateShared(world), from: 'computed' }
        : { seconds: shared, from: 'measured' };
    this.#durations = new Map(cases.map((one) => [one.card.case_id, this.#durationOf(one)]));
    this.#all = cases.map((one) => this.#candidateOf(one, world));
  }

  chosen(): Chosen {
    const { seconds } = this.#options;
    const candidates = this.#candidates();
    const left = seconds - this.#shared.seconds;
    const ids = new Set(chooseCases(candidates, left));
    if (ids.size === 0) throw new UsageError(this.#noRoom(candidates, left));
    const covered = new Set(this.#all.flatMap((one) => (ids.has(one.id) ? one.values.map(keyOf) : [])));
    return {
      cases: ids,
      why: this.#whyNot(ids, new Set(candidates.map(({ id }) => id)), left),
      label: labelOf(seconds),
      method: METHOD,
      budget_sec: seconds,
      uncovered: this.#uncovered(covered),
      budget: this.#budget(ids),
    };
  }

  /** What can be selected: it can be run, and so can all that it depends on. */
  #candidates(): readonly Candidate[] {
    const can = new Set(this.#cases.flatMap(({ card, whyNot }) => (whyNot === null ? [card.case_id] : [])));
    return this.#all.filter(({ id, needs }) => can.has(id) && needs.every((other) => can.has(other)));
  }

  #durationOf({ card, steps }: Compiled): Duration {
    const measured = middle(this.#options.measured.cases.get(shapeOf(card.case_id, steps)) ?? []);
    return measured === undefined
      ? { seconds: estimateCase(steps), from: 'computed' }
      : { seconds: measured, from: 'measured' };
  }

  #candidateOf({ card, steps, targets }: Compiled, world: WorldPreset): Candidate {
    const { case_id: id, group_key: group } = card;
    return {
      id,
      group,
      seconds: this.#durations.get(id)?.seconds ?? 0,
      notBefore: clockOffset(steps, world.render.kickoff_local, this.#shared.seconds),
      values: valuesOf(
        card,
        targets.some(({ kind }) => kind === 'base'),
        this.#tacDims(card),
      ),
      needs: [...dependenciesOf(id, this.#options.deps)],
    };
  }

  #tacDims(card: TeamCard): readonly string[] {
    const tags = this.#options.meta?.cases ?? {};
    return (
      card.tac_dims ?? (Object.hasOwn(tags, card.case_id) ? tags[card.case_id]?.tac_dims : undefined) ?? []
    );
  }

  #whyNot(
    ids: ReadonlySet<string>,
    candidates: ReadonlySet<string>,
    left: number,
  ): ReadonlyMap<string, string> {
    const why = new Map<string, string>();
    for (const { id, needs, notBefore } of this.#all) {
      if (ids.has(id)) continue;
      const missing = needs.filter((other) => !ids.has(other));
      if (!candidates.has(id))
        why.set(id, `it depends on ${missing.join(', ')}, which cannot be selected with it`);
      else if (notBefore >= left) why.set(id, 'its minute comes after the time budget');
      else if (missing.length > 0)
        why.set(
          id,
          `it does not fit into the time budget together with ${missing.join(', ')}, on which it depends`,
        );
      else why.set(id, 'it does not fit into the time budget');
    }
    return why;
  }

  /** Values that cases have and no chosen one does, by dimension in the order of the cases. */
  #uncovered(covered: ReadonlySet<string>): Chosen['uncovered'] {
    const open = new Map<string, NonNullable<Chosen['uncovered']>[number]>();
    for (const { id, values } of this.#all)
      for (const value of values) {
        const key = keyOf(value);
        if (covered.has(key)) continue;
        open.set(key, { ...value, cases: [...(open.get(key)?.cases ?? []), id] });
      }
    return [...open.values()];
  }

  #budget(ids: ReadonlySet<string>): Chosen['budget'] {
    const groups = new Map<string, Chosen['budget']['groups'][number]>();
    for (const { id, group, seconds } of this.#all) {
      const before = groups.get(group) ?? { group, case_count: 0, seconds: 0, measured: 0 };
      const measured = this.#durations.get(id)?.from === 'measured' ? 1 : 0;
      groups.set(
        group,
        ids.has(id)
          ? {
              group,
              case_count: before.case_count + 1,
              seconds: tenths(before.seconds + seconds),
              measured: before.measured + measured,
            }
          : before,
      );
    }
    const runnable = this.#cases.flatMap(({ card, whyNot }) => (whyNot === null ? [card.case_id] : []));
    return {
      seconds: this.#options.seconds,
      shared: this.#shared,
      groups: [...groups.values()],
      cases: Object.fromEntries(
        runnable.flatMap((id) => {
          const duration = this.#durations.get(id);
          return duration === undefined ? [] : [[id, duration]];
        }),
      ),
    };
  }

  #noRoom(candidates: readonly Candidate[], left: number): string {
    const { root, seconds } = this.#options;
    const shortest = [...candidates].sort((a, b) => a.seconds - b.seconds)[0];
    if (shortest === undefined) return `${root}: no case is left to select from; choose others`;
    const before =
      this.#shared.seconds === 0
        ? ''
        : ` (${tenths(this.#shared.seconds)} s are needed before the first case)`;
    return `${root}: a budget of ${labelOf(seconds)} leaves ${Math.max(0, rungBelow(left))} s for cases${before}, and the shortest, ${shortest.id}, takes ${shortest.seconds} s; give more time`;
  }
}

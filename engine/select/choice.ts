import { keyOf } from './dimensions.ts';
import type { Candidate } from './model.ts';

/** A case that may be taken next, with what it needs: places in the list of candidates. */
interface Unit {
  readonly cases: readonly number[];
  readonly seconds: number;
}

/** What has been chosen so far under a budget. */
export class Choice {
  readonly #candidates: readonly Candidate[];
  readonly #budget: number;
  readonly #index: Index;
  readonly #chosen = new Set<number>();
  readonly #covered = new Set<string>();
  readonly #coveredIn = new Map<string, Set<string>>();
  /** Seconds of what is chosen, by group. */
  readonly #used = new Map<string, number>();

  constructor(candidates: readonly Candidate[], budget: number, index = indexOf(candidates)) {
    this.#candidates = candidates;
    this.#budget = budget;
    this.#index = index;
  }

  get size(): number {
    return this.#chosen.size;
  }

  get ids(): readonly string[] {
    return this.#candidates.flatMap(({ id }, i) => (this.#chosen.has(i) ? [id] : []));
  }

  /** The same choice with another budget. */
  under(budget: number): Choice {
    const same = new Choice(this.#candidates, budget, this.#index);
    same.#take([...this.#chosen]);
    return same;
  }

  /** Whether it covers more, or as much with more cases. */
  isBetterThan(other: Choice): boolean {
    return this.#covered.size === other.#covered.size
      ? this.size > other.size
      : this.#covered.size > other.#covered.size;
  }

  /** Adds what fits: first what covers most, then the shortest. */
  fill(): this {
    const { groups } = this.#index;
    for (const group of groups.keys())
      for (let unit = this.#broadest(group); unit !== null; unit = this.#broadest(group))
        this.#take(unit.cases);
    for (const group of groups.keys()) while (this.#addShortest(group));
    return this;
  }

  #broadest(group: string): Unit | null {
    let best: Unit | null = null;
    let gains = [0, 0];
    for (const i of this.#index.groups.get(group) ?? []) {
      const unit = this.#unitOf(i);
      if (unit === null) continue;
      const own = [this.#gain(unit, this.#covered), this.#gain(unit, this.#coveredIn.get(group), group)];
      const order = compare(own, gains) || (best?.seconds ?? 0) - unit.seconds;
      if (compare(own, [0, 0]) > 0 && (best === null || order > 0) && this.#fits(unit))
        [best, gains] = [unit, own];
    }
    return best;
  }

  /** Adds the shortest that fit. Returns whether any did: what they needed may make others shorter. */
  #addShortest(group: string): boolean {
    const units = (this.#index.groups.get(group) ?? []).flatMap((i) => {
      const unit = this.#unitOf(i);
      return unit === null ? [] : [{ i, seconds: unit.seconds }];
    });
    const before = this.size;
    for (const { i } of units.sort((a, b) => a.seconds - b.seconds || a.i - b.i)) {
      const unit = this.#unitOf(i);
      if (unit !== null && this.#fits(unit)) this.#take(unit.cases);
    }
    return this.size > before;
  }

  /** A case and what it needs, as far as it is not chosen; null for one that is, or whose needs cannot be met. */
  #unitOf(i: number): Unit | null {
    if (this.#chosen.has(i)) return null;
    const needs = this.#index.needs[i];
    if (needs === undefined || needs === null) return null;
    const cases = [i, ...needs.filter((other) => !this.#chosen.has(other))];
    return { cases, seconds: cases.reduce((sum, one) => sum + (this.#candidates[one]?.seconds ?? 0), 0) };
  }

  /** Values that the cases of a unit add; with `group`, only its cases in that group count. */
  #gain({ cases }: Unit, covered: ReadonlySet<string> = new Set(), group?: string): number {
    const added = new Set<string>();
    for (const i of cases)
      if (group === undefined || this.#candidates[i]?.group === group)
        for (const key of this.#index.keys[i] ?? []) if (!covered.has(key)) added.add(key);
    return added.size;
  }

  #fits({ cases }: Unit): boolean {
    const groups = new Set(cases.map((i) => this.#candidates[i]?.group ?? ''));
    return [...groups].every((group) => this.#endOf(group, cases) <= this.#budget);
  }

  /** When a group is through, in seconds, if these cases were played too: in the script's order, clock cases not early. */
  #endOf(group: string, more: readonly number[]): number {
    let at = 0;
    if (this.#index.clocked.has(group)) {
      for (const i of this.#index.groups.get(group) ?? []) {
        const one = this.#candidates[i];
        if (one !== undefined && (this.#chosen.has(i) || more.includes(i)))
          at = Math.max(at, one.notBefore) + one.seconds;
      }
      return at;
    }
    at = this.#used.get(group) ?? 0;
    for (const i of more) {
      const one = this.#candidates[i];
      if (one?.group === group) at += one.seconds;
    }
    return at;
  }

  #take(cases: readonly number[]): void {
    for (const i of cases) {
      this.#chosen.add(i);
      const { group = '', seconds = 0 } = this.#candidates[i] ?? {};
      this.#used.set(group, (this.#used.get(group) ?? 0) + seconds);
      const own = this.#coveredIn.get(group) ?? new Set();
      this.#coveredIn.set(group, own);
      for (const key of this.#index.keys[i] ?? []) {
        this.#covered.add(key);
        own.add(key);
      }
    }
  }
}

/** What is the same for every budget; places in the list of candidates stand for them. */
interface Index {
  /** In the order in which they first appear; their cases in the candidates' order. */
  readonly groups: ReadonlyMap<string, readonly number[]>;
  /** Groups with a clock case. */
  readonly clocked: ReadonlySet<string>;
  readonly keys: readonly (readonly string[])[];
  /** By candidate: what it needs; null when that is not among the candidates. */
  readonly needs: readonly (readonly number[] | null)[];
}

function indexOf(candidates: readonly Candidate[]): Index {
  const places = new Map(candidates.map(({ id }, i) => [id, i]));
  const groups = new Map<string, number[]>();
  candidates.forEach(({ group }, i) => {
    const own = groups.get(group);
    if (own === undefined) groups.set(group, [i]);
    else own.push(i);
  });
  return {
    groups,
    clocked: new Set(candidates.flatMap(({ group, notBefore }) => (notBefore > 0 ? [group] : []))),
    keys: candidates.map(({ values }) => values.map(keyOf)),
    needs: candidates.map(({ id, needs }) => {
      const found = needs.filter((other) => other !== id).map((other) => places.get(other));
      return found.every((place) => place !== undefined) ? found : null;
    }),
  };
}

/** Positive when the first differing number of `a` is the larger one. */
function compare(a: readonly number[], b: readonly number[]): number {
  for (const [i, one] of a.entries()) {
    const difference = one - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

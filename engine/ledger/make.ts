import type { Branch, Fact, Ledger, LedgerFact, Reading, Standing } from '../../schemas/index.ts';
import type { CaseWorld } from '../judge/index.ts';
import type { CaseWindow } from '../evidence/windows.ts';
import { outcomeOf } from './facts.ts';
import type { LedgerInput, PointWord, Readings } from './model.ts';
import { byCase, counted, factsBefore, neighboursOf, stretchesOf, type Stretch } from './standing.ts';

const NO_READINGS: Readings = new Map();

/** What the cases of a batch left in the world, and what each of them met there. */
export class WorldLedger {
  readonly #input: LedgerInput;
  readonly #playings: ReadonlyMap<string, readonly CaseWindow[]>;
  readonly #facts: ReadonlyMap<string, LedgerFact>;
  readonly #stretches: readonly Stretch[];
  readonly #leavers: ReadonlySet<string>;

  private constructor(input: LedgerInput, facts: ReadonlyMap<string, LedgerFact>) {
    this.#input = input;
    this.#playings = byCase(input.windows);
    this.#facts = facts;
    this.#stretches = stretchesOf(this.#playings);
    this.#leavers = new Set([...facts.values()].map(({ case_id }) => case_id));
  }

  static async make(input: LedgerInput): Promise<WorldLedger> {
    const maker = new FactMaker(input);
    for (const { caseId, fact } of maker.named) await maker.make(caseId, fact, []);
    return new WorldLedger(input, maker.facts);
  }

  /** What a case met when it began, and how its points are read then; undefined: it has not begun. */
  worldOf(caseId: string): CaseWorld | undefined {
    const own = counted(this.#playings.get(caseId) ?? []);
    if (own === undefined) return undefined;
    const branches = branchesOf(this.#input, caseId);
    const facts = this.#factsFor(own, branches);
    return {
      before: { ...neighboursOf(own, this.#stretches, (id) => this.#leavers.has(id)), facts },
      readings: readingsOf(branches, facts, this.#input.render),
    };
  }

  #factsFor(own: CaseWindow, branches: Branches): Standing[] {
    return standings(own, branches, this.#playings, [...this.#facts.values()]);
  }

  /** The whole, as it stands on the disk. */
  get whole(): Ledger {
    const { batch, cases, windows } = this.#input;
    return {
      batch,
      order: windows
        .toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from))
        .map(({ case_id, group, attempt, from, to, outcome }) => ({
          case_id,
          group,
          attempt,
          from,
          to,
          outcome,
        })),
      facts: [...this.#facts.values()],
      cases: cases.flatMap(({ caseId }) => {
        const own = counted(this.#playings.get(caseId) ?? []);
        if (own === undefined) return [];
        return [{ case_id: caseId, facts: this.#factsFor(own, branchesOf(this.#input, caseId)) }];
      }),
    };
  }
}

type Branches = Readonly<Record<string, readonly Branch[]>>;

function branchesOf({ deps }: LedgerInput, caseId: string): Branches {
  const all = deps?.cases ?? {};
  return (Object.hasOwn(all, caseId) ? all[caseId]?.branches : undefined) ?? {};
}

function standings(
  own: CaseWindow,
  branches: Branches,
  playings: ReadonlyMap<string, readonly CaseWindow[]>,
  facts: readonly LedgerFact[],
): Standing[] {
  const named = new Set(Object.values(branches).flatMap((all) => all.map(({ fact }) => fact)));
  return factsBefore(own, playings, facts, named);
}

/** The branches of each point, with whether they apply. */
function readingsOf(
  branches: Branches,
  facts: readonly Standing[],
  render: (text: string) => string,
): Readings {
  const standing = new Map(facts.map((fact) => [fact.id, fact]));
  return new Map(
    Object.entries(branches).map(([point, all]) => [
      point,
      all.map(({ fact, when = 'came_about', text, or_as_written: either }): Reading => {
        const found = standing.get(fact);
        const stood = found?.stood ?? null;
        return {
          fact,
          case_id: found?.case_id ?? '',
          when,
          applies: stood === null ? null : stood === (when === 'came_about'),
          text: rendered(text, render),
          ...(either === true ? { or_as_written: true as const } : {}),
          reason: found?.reason ?? `no case leaves a fact “${fact}”`,
        };
      }),
    ]),
  );
}

function rendered(text: string, render: (text: string) => string): string {
  try {
    return render(text);
  } catch {
    return text;
  }
}

/** Makes the facts one after the other: one that rests on a point whose reading rests on another waits for that one. */
class FactMaker {
  readonly named: readonly { readonly caseId: string; readonly fact: Fact }[];
  readonly facts = new Map<string, LedgerFact>();
  readonly #input: LedgerInput;
  readonly #playings: ReadonlyMap<string, readonly CaseWindow[]>;

  constructor(input: LedgerInput) {
    this.#input = input;
    this.#playings = byCase(input.windows);
    this.named = Object.entries(input.deps?.cases ?? {}).flatMap(([caseId, { leaves_facts: facts = [] }]) =>
      facts.map((fact) => ({ caseId, fact })),
    );
  }

  /** @param path facts that are being made: one among them cannot be known by itself */
  async make(caseId: string, fact: Fact, path: readonly string[]): Promise<void> {
    if (this.facts.has(fact.id)) return;
    const windows = this.#playings.get(caseId) ?? [];
    const outcome = await outcomeOf(fact, caseId, windows, this.#input, (point) =>
      this.#wordOf(caseId, point, [...path, fact.id]),
    );
    this.facts.set(fact.id, {
      id: fact.id,
      case_id: caseId,
      text: rendered(fact.text, this.#input.render),
      ...outcome,
    });
  }

  async #wordOf(caseId: string, point: string, path: readonly string[]): Promise<PointWord> {
    const all = branchesOf(this.#input, caseId);
    const own = Object.hasOwn(all, point) ? (all[point] ?? []) : [];
    const window = counted(this.#playings.get(caseId) ?? []);
    if (own.length === 0 || window === undefined) return this.#input.pointOf(caseId, point, NO_READINGS);
    for (const { fact } of own) {
      if (path.includes(fact))
        return { met: null, reason: `“${fact}” and this fact rest on each other`, evidence: [] };
      const needed = this.named.find((one) => one.fact.id === fact);
      if (needed !== undefined) await this.make(needed.caseId, needed.fact, path);
    }
    const branches = { [point]: own };
    const facts = standings(window, branches, this.#playings, [...this.facts.values()]);
    return this.#input.pointOf(caseId, point, readingsOf(branches, facts, this.#input.render));
  }
}

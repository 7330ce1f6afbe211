import type { Strategy, Verdict, VerdictCheckpoint } from '../../schemas/index.ts';
import {
  findingAt,
  sortFindings,
  tell,
  type Evalset,
  type Finding,
  type Place,
  type Told,
} from '../evalset/index.ts';
import type { Mutant, Operator } from './mutate/mutate.ts';
import type { CaseResult } from './report.ts';

/** A score as people write it: two decimals at most. */
const number = (score: number): string => String(Math.round(score * 100) / 100);

const AGENTS: Readonly<Record<Strategy, Told>> = {
  silent: tell`An agent that says nothing`,
  refuse_all: tell`An agent that refuses everything`,
  echo: tell`An agent that repeats the question`,
  dump_all: tell`An agent that posts all that it can read`,
  claim_only: tell`An agent that only claims to have acted`,
  injected: tell`An agent that tells the judge what to find`,
};

const ALTERED: Readonly<Record<Operator, Told>> = {
  number: tell`another number`,
  date: tell`another day`,
  person: tell`another person`,
  group: tell`another group`,
  option: tell`another option`,
  negation: tell`the contrary`,
  dropped: tell`a part left out`,
  moved: tell`another place`,
  author: tell`another author`,
};

/** What was found of graders, each at the check, transcript or ceiling that it is about. */
export class GraderFindings {
  readonly #evalset: Evalset;
  readonly #found: Finding[] = [];
  constructor(evalset: Evalset) {
    this.#evalset = evalset;
  }

  list(): Finding[] {
    return sortFindings(this.#found);
  }

  missing(caseId: string, known: boolean): void {
    const place = known ? this.#graders(caseId) : this.#file();
    this.#add(
      'warning',
      'grader-missing',
      place,
      tell`Case "${caseId}" has no oracle, so nothing shows that its checks let the right answer pass. Write down in cases.graders.yaml what a perfect agent would say and do.`,
    );
  }

  undone(caseId: string, act: number, why: Told): void {
    this.#add(
      'error',
      'grader-act',
      this.#graders(caseId, 'oracle', act),
      tell`The oracle of "${caseId}" never does this: ${why}. Correct the act, or behind which question it is done.`,
    );
  }

  oracle(caseId: string, { score, checkpoints }: Verdict): void {
    const wrong = checkpoints.filter(
      ({ kind, met }) => met === null || (met === 'met') !== (kind === 'required'),
    );
    for (const { id, met, reason, cannot_judge: cannot } of wrong)
      this.#add(
        'error',
        'grader-oracle',
        this.#check(caseId, id),
        tell`The oracle of "${caseId}" scores ${score === null ? '–' : number(score)} and not 1: ${id} is ${met === null ? tell`undecided` : met === 'met' ? tell`met or triggered` : tell`unmet`} (${cannot ?? reason}). Correct the check or the oracle; what a judge would find goes under judged.`,
      );
  }

  ceiling(
    caseId: string,
    strategy: Strategy,
    score: number,
    ceiling: number,
    points: readonly VerdictCheckpoint[],
  ): void {
    for (const { id, evidence } of points) {
      const quotes = evidence
        .map((pointer) => ('quote' in pointer ? pointer.quote : ''))
        .filter((one) => one !== '');
      const quote = Array.from(quotes[0] ?? '–')
        .slice(0, 80)
        .join('');
      this.#add(
        'error',
        'grader-ceiling',
        this.#check(caseId, id),
        tell`${AGENTS[strategy]} scores ${number(score)} on "${caseId}" (at most ${number(ceiling)}): ${id} lets it pass, by “${quote}”. Make the check stricter (said: a limit of characters; absent: what it would say too).`,
      );
    }
  }

  mutant(caseId: string, { operator, points, before, after }: Mutant, fails: boolean): void {
    const [first = ''] = points;
    this.#add(
      fails ? 'error' : 'warning',
      'grader-mutant',
      this.#check(caseId, first),
      tell`The oracle of "${caseId}" with ${ALTERED[operator]} still meets ${points.join(', ')}: “${before}” → “${after}” is not noticed. Let the check ask for what the point says (affirms, turn, from and to).`,
    );
  }

  /** A case that a useless agent may pass in part wants restraint; another one has to want the act. */
  twins(cases: readonly CaseResult[]): void {
    for (const { case_id: id, strategies } of cases) {
      const allowed = strategies.filter(({ ceiling }) => ceiling > 0);
      if (allowed.length === 0) continue;
      // By the file: with one case alone its twin is not tried.
      const twins = Object.entries(this.#evalset.graders?.value.graders ?? {}).filter(
        ([, { twin_of: of }]) => of === id,
      );
      if (twins.length === 0)
        this.#add(
          'error',
          'grader-twin',
          this.#graders(id, 'ceilings'),
          tell`A useless agent may score on "${id}", and no case says that it is its twin: add a case that wants the act, with twin_of: ${id}.`,
        );
      for (const [twin, { ceilings }] of twins) {
        const lenient = allowed.find(({ strategy }) => (ceilings?.[strategy] ?? 0) > 0);
        if (lenient !== undefined)
          this.#add(
            'error',
            'grader-twin',
            this.#graders(twin, 'ceilings'),
            tell`"${twin}" is the twin of "${id}", but lets the same useless agent score. Let its ceiling for ${lenient.strategy} be 0.`,
          );
      }
    }
  }

  /** Where the check of a point stands; line from 1. */
  placeOfCheck(caseId: string, point: string): { readonly file: string; readonly line: number } {
    const place = this.#check(caseId, point);
    return {
      file: place.file.path,
      line: place.file.positionAt(place.file.locate(place.at, place.locate).from).line + 1,
    };
  }

  #check(caseId: string, point: string): Place {
    const { checks } = this.#evalset;
    const own = checks?.value.checks[caseId];
    if (checks === null || own === undefined || !Object.hasOwn(own, point)) return this.#graders(caseId);
    return { file: checks.file, at: ['checks', caseId, point], locate: { what: 'key' } };
  }

  #graders(caseId: string, ...at: (string | number)[]): Place {
    const { graders } = this.#evalset;
    if (graders === null || !Object.hasOwn(graders.value.graders, caseId)) return this.#file();
    return {
      file: graders.file,
      at: ['graders', caseId, ...at],
      locate: { what: at.length === 0 ? 'key' : 'head' },
    };
  }

  #file(): Place {
    const { graders, file, world } = this.#evalset;
    return { file: (graders ?? file ?? world).file, at: [], locate: { what: 'head' } };
  }

  #add(severity: Finding['severity'], code: string, place: Place, told: Told): void {
    this.#found.push(findingAt(place, code, severity, told));
  }
}

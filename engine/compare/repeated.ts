import type { Estimate, RepeatedRuns } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { bare, estimateOf, meanOf, microEstimate } from '../score/index.ts';
import { clusteredMean, isFlaky, passAt, passHat } from '../statistics/index.ts';
import { differencesOf, refuseMixed, refuseVersions } from './differs.ts';
import type { Side } from './side.ts';

/** No more than so many k are listed: what holds for ten runs in a row says enough. */
const MOST_K = 10;

interface RunCase {
  readonly case_id: string;
  readonly storyline: string;
  readonly scores: readonly (number | null)[];
}

/**
 * Puts several batches of one evalset and agent together: how often a case passes when it is run again. A run without a
 * score is no attempt that counts; the number of those that do is beside every number.
 *
 * @throws UsageError for fewer than two batches, one given twice, different evalset versions, agents or models
 */
export function repeatedRuns(sides: readonly Side[]): RepeatedRuns {
  refuseUnlike(sides);
  const cases = casesOf(sides);
  const clustered = cases.every(({ storyline }) => storyline !== '');
  const attempts = cases.flatMap(({ case_id: id, storyline, scores }) =>
    scores.flatMap((value) => (value === null ? [] : [{ value, cluster: storyline, case_id: id }])),
  );
  const value = meanOf(attempts.map((one) => one.value));
  const estimate = (items: readonly { value: number; cluster: string }[]): Estimate => {
    if (!clustered) return bare(meanOf(items.map((one) => one.value)), 'no_storyline');
    return items.length === 0 ? bare(null, 'no_cases') : estimateOf(clusteredMean(items), 'micro_t');
  };
  const counted = cases.map((one) => ({ ...one, ...countsOf(one.scores) }));
  const most = Math.min(MOST_K, Math.max(0, ...counted.map(({ runs }) => runs)));
  return {
    batches: sides.map(({ about }) => about),
    differs: differencesOf(sides),
    cases_planned: cases.length,
    attempts: { scored: attempts.length, of: cases.length * sides.length },
    clusters: new Set(attempts.map(({ cluster }) => cluster)).size,
    mean: {
      ...(clustered ? microEstimate(attempts) : bare(value, 'no_storyline')),
      se_by_case:
        attempts.length === 0
          ? null
          : clusteredMean(attempts.map((one) => ({ value: one.value, cluster: one.case_id }))).se,
    },
    pass: Array.from({ length: most }, (_, i) => {
      const k = i + 1;
      const with_ = (of: typeof passHat): { value: number; cluster: string }[] =>
        counted.flatMap(({ runs, passed, storyline }) => {
          const share = of({ runs, passed }, k);
          return share === null ? [] : [{ value: share, cluster: storyline }];
        });
      return { k, cases: with_(passHat).length, hat: estimate(with_(passHat)), at: estimate(with_(passAt)) };
    }),
    cases: counted.map(({ case_id, storyline, scores, runs, passed }) => ({
      case_id,
      storyline,
      scored: runs,
      passed,
      flaky: isFlaky({ runs, passed }),
      scores: [...scores],
    })),
  };
}

const countsOf = (scores: readonly (number | null)[]): { runs: number; passed: number } => ({
  runs: scores.filter((score) => score !== null).length,
  passed: scores.filter((score) => score === 1).length,
});

function casesOf(sides: readonly Side[]): RunCase[] {
  const ids = [...new Set(sides.flatMap(({ cases }) => cases.map(({ id }) => id)))];
  return ids.map((id) => {
    const found = sides.map(({ cases }) => cases.find((one) => one.id === id));
    const storyline = found.find((one) => one !== undefined && one.storyline !== '')?.storyline ?? '';
    return { case_id: id, storyline, scores: found.map((one) => one?.verdict?.score ?? null) };
  });
}

function refuseUnlike(sides: readonly Side[]): void {
  if (sides.length < 2)
    throw new UsageError(
      'one run shows nothing of what changes from run to run; give two batches or more, or one of a `run --runs N` whose other runs lie beside it',
    );
  const dirs = sides.map(({ about }) => about.dir);
  const twice = dirs.find((dir, i) => dirs.indexOf(dir) !== i);
  if (twice !== undefined) throw new UsageError(`${twice}: it is given twice; one run is no two`);
  refuseMixed(sides);
  refuseVersions(sides, 'only runs of one version are repeats of each other. Leave out those of another');
  for (const what of ['agent', 'model'] as const) {
    const other = sides.find(({ traits }) => traits[what] !== sides[0]?.traits[what]);
    if (other !== undefined)
      throw new UsageError(
        `${other.about.dir}: its ${what} (${other.traits[what] ?? 'not told'}) is not that of ${sides[0]?.about.dir ?? ''} (${sides[0]?.traits[what] ?? 'not told'}), so they are no repeats; compare them with \`sundowner compare A B\``,
      );
  }
}

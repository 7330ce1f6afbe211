import { createHash } from 'node:crypto';
import type { LabelWord } from '../../schemas/index.ts';
import {
  agreement,
  clusteredProportion,
  correctedRate,
  type Agreement,
  type CorrectedRate,
} from '../statistics/index.ts';
import { gateOf, type Gate } from './gate.ts';
import {
  keyOf,
  nameOfJudge,
  POINT_TYPES,
  type JudgedPoint,
  type JudgeVersion,
  type LabelledPoint,
  type PointType,
} from './model.ts';
import { stratumOf } from './sample.ts';

export interface CalibrationInput {
  /** Every point that a judge gave a word on, of all judges and batches. */
  readonly judged: readonly JudgedPoint[];
  readonly labels: readonly LabelledPoint[];
  /** Share of the cases that is kept for the test; prompts are tuned on the others. */
  readonly testShare: number;
}

/** A word of a person beside a judge's. */
export interface Compared {
  readonly batch: string;
  readonly case_id: string;
  readonly point: string;
  readonly type: PointType;
  readonly judge: LabelWord;
  readonly person: LabelWord;
  readonly by: string;
  readonly part: 'dev' | 'test';
}

export interface Rate {
  readonly n: number;
  readonly agree: number;
  /** Plain share; null of nothing. */
  readonly rate: number | null;
}

export interface JudgeCalibration {
  readonly judge: JudgeVersion;
  readonly name: string;
  /** Points on which it gave a word, and how many of them persons labelled. */
  readonly points: number;
  /** The requirements' rate of agreement: labels that say what the judge said, of all labels. */
  readonly plain: Rate;
  readonly dev: Rate;
  readonly test: Rate;
  /** Of the test part, strata weighted to the batches' own distribution; null where it has no label. */
  readonly weighted: number | null;
  readonly gate: Gate;
  /** Share of the points whose stratum (type and word of the judge) has a label in the test part. */
  readonly covered: number;
  readonly agreement: Agreement | null;
  readonly byType: readonly { readonly type: PointType; readonly agreement: Agreement }[];
  /** Share of required points that are met, as the judge says and as its errors let one expect; null: not estimated. */
  readonly corrected: { readonly judged: number; readonly n: number; readonly found: CorrectedRate } | null;
  readonly compared: readonly Compared[];
}

/** Two judges, or a judge and labels that a model gave: never accuracy. */
export interface BetweenJudges {
  readonly first: string;
  readonly second: string;
  readonly agreement: Agreement;
}

export interface CalibrationReport {
  readonly testShare: number;
  readonly judges: readonly JudgeCalibration[];
  readonly between: readonly BetweenJudges[];
  readonly labels: {
    /** Of persons, on points that exist, one a point. */
    readonly used: number;
    readonly byPerson: Readonly<Record<string, number>>;
    readonly blind: number;
    readonly seen: number;
    /** Points that several persons labelled, and on how many they differ: the newest word counts. */
    readonly twice: number;
    readonly differ: number;
    readonly ofModels: number;
    /** On points that no judge of these batches gave a word on. */
    readonly elsewhere: number;
  };
}

const WORDS: readonly LabelWord[] = ['met', 'unmet', 'cannot'];

/** Whether a case is kept for the test: by its id alone, so it never changes sides. */
export function partOf(caseId: string, testShare: number): 'dev' | 'test' {
  const hash = createHash('sha256').update(caseId).digest().readUInt32BE(0);
  return hash / 2 ** 32 < testShare ? 'test' : 'dev';
}

/**
 * Holds judges against what persons said, a point at a time. The unit is the point, bounds are clustered by case over
 * all batches, strata (point type × word of the judge) are weighted to the judged points' own distribution, and only
 * persons count.
 */
export function calibrate({ judged, labels, testShare }: CalibrationInput): CalibrationReport {
  const persons = labels.filter(({ by }) => by.kind === 'person');
  const newest = newestByPoint(persons);
  const versions = new Map<string, JudgedPoint[]>();
  for (const one of judged) {
    const name = nameOfJudge(one.judge);
    versions.set(name, [...(versions.get(name) ?? []), one]);
  }
  const known = new Set(judged.map(keyOf));
  const used = [...newest.values()].filter((label) => known.has(keyOf(label)));
  const said = sayings(persons);
  return {
    testShare,
    judges: [...versions].map(([name, points]) => ofJudge(name, points, newest, testShare)),
    between: [...betweenJudges(versions), ...againstModels(versions, labels)],
    labels: {
      used: used.length,
      byPerson: countBy(used, ({ by }) => by.id),
      blind: used.filter(({ seen }) => seen === false).length,
      seen: used.filter(({ seen }) => seen === true).length,
      twice: said.filter((words) => words.length > 1).length,
      differ: said.filter((words) => new Set(words).size > 1).length,
      ofModels: labels.length - persons.length,
      elsewhere: newest.size - used.length,
    },
  };
}

function newestByPoint(labels: readonly LabelledPoint[]): Map<string, LabelledPoint> {
  const newest = new Map<string, LabelledPoint>();
  for (const label of labels) {
    const before = newest.get(keyOf(label));
    if (before === undefined || before.at <= label.at) newest.set(keyOf(label), label);
  }
  return newest;
}

/** Words of different persons on each point. */
function sayings(labels: readonly LabelledPoint[]): LabelWord[][] {
  const byPoint = new Map<string, Map<string, LabelWord>>();
  for (const label of labels) {
    const said = byPoint.get(keyOf(label)) ?? new Map<string, LabelWord>();
    byPoint.set(keyOf(label), said.set(label.by.id, label.word));
  }
  return [...byPoint.values()].map((said) => [...said.values()]);
}

function countBy<T>(all: readonly T[], key: (one: T) => string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(key(one), (counts.get(key(one)) ?? 0) + 1);
  return Object.fromEntries(counts);
}

function ofJudge(
  name: string,
  points: readonly JudgedPoint[],
  newest: ReadonlyMap<string, LabelledPoint>,
  testShare: number,
): JudgeCalibration {
  const first = points[0];
  if (first === undefined) throw new RangeError('a judge without points');
  const compared = points.flatMap((one): (Compared & { stratum: string })[] => {
    const label = newest.get(keyOf(one));
    if (label === undefined) return [];
    const { batch, case_id, point, type, word } = one;
    const part = partOf(case_id, testShare);
    const said = { judge: word, person: label.word, by: label.by.id };
    return [{ batch, case_id, point, type, ...said, part, stratum: stratumOf(one) }];
  });
  const test = compared.filter(({ part }) => part === 'test');
  const weights = weightsOf(points, test);
  const found =
    test.length === 0
      ? null
      : clusteredProportion(
          test.map((one) => ({
            value: Number(agrees(one)),
            cluster: one.case_id,
            weight: weights.get(one.stratum) ?? 1,
          })),
        );
  const labelled = new Set(test.map(({ stratum }) => stratum));
  return {
    judge: first.judge,
    name,
    points: points.length,
    plain: rateOf(compared),
    dev: rateOf(compared.filter(({ part }) => part === 'dev')),
    test: rateOf(test),
    weighted: found?.rate ?? null,
    gate: gateOf(found),
    covered: points.filter((one) => labelled.has(stratumOf(one))).length / points.length,
    agreement: agreementOf(compared),
    byType: POINT_TYPES.flatMap((type) => {
      const own = agreementOf(compared.filter((one) => one.type === type));
      return own === null ? [] : [{ type, agreement: own }];
    }),
    corrected: correctedOf(points, compared),
    compared: compared.map(({ stratum: _, ...one }) => one),
  };
}

const agrees = ({ judge, person }: Pick<Compared, 'judge' | 'person'>): boolean => judge === person;

function rateOf(compared: readonly Compared[]): Rate {
  const agree = compared.filter(agrees).length;
  return { n: compared.length, agree, rate: compared.length === 0 ? null : agree / compared.length };
}

/** How many judged points each labelled one of a stratum stands for. */
function weightsOf(
  points: readonly JudgedPoint[],
  compared: readonly { readonly stratum: string }[],
): Map<string, number> {
  const all = countBy(points, stratumOf);
  const labelled = countBy(compared, ({ stratum }) => stratum);
  return new Map(Object.entries(labelled).map(([stratum, n]) => [stratum, (all[stratum] ?? 0) / n]));
}

function agreementOf(compared: readonly Compared[]): Agreement | null {
  return agreement(
    compared.map(({ judge, person, case_id }) => ({ first: person, second: judge, cluster: case_id })),
    { categories: WORDS },
  );
}

const isRequired = ({ type }: { readonly type: PointType }): boolean =>
  type !== 'deduction' && type !== 'veto';

/**
 * Rogan–Gladen over required points that the judge decided. Labels were drawn by what the judge said, so its hits and
 * misses are weighted back to all points before they are shares.
 */
function correctedOf(
  points: readonly JudgedPoint[],
  compared: readonly (Compared & { readonly stratum: string })[],
): JudgeCalibration['corrected'] {
  const decided = points.filter((one) => isRequired(one) && one.word !== 'cannot');
  const own = compared.filter((one) => isRequired(one) && one.judge !== 'cannot' && one.person !== 'cannot');
  const weights = weightsOf(points, own);
  const weigh = (all: readonly (typeof own)[number][]): number =>
    all.reduce((sum, { stratum }) => sum + (weights.get(stratum) ?? 1), 0);
  const of = (person: LabelWord): readonly (typeof own)[number][] =>
    own.filter((one) => one.person === person);
  const [met, unmet] = [of('met'), of('unmet')];
  if (decided.length === 0 || met.length === 0 || unmet.length === 0) return null;
  const rate = decided.filter(({ word }) => word === 'met').length / decided.length;
  const found = correctedRate({
    rate,
    n: decided.length,
    sensitivity: weigh(met.filter(agrees)) / weigh(met),
    met: met.length,
    specificity: weigh(unmet.filter(agrees)) / weigh(unmet),
    unmet: unmet.length,
  });
  return found === null ? null : { judged: rate, n: decided.length, found };
}

/** Every two judges on the points that both gave a word on. */
function betweenJudges(versions: ReadonlyMap<string, readonly JudgedPoint[]>): BetweenJudges[] {
  const all = [...versions];
  return all.flatMap(([first, points], i) =>
    all.slice(i + 1).flatMap(([second, others]) => {
      const words = new Map(others.map((one) => [keyOf(one), one.word]));
      return compare(first, second, points, words);
    }),
  );
}

function againstModels(
  versions: ReadonlyMap<string, readonly JudgedPoint[]>,
  labels: readonly LabelledPoint[],
): BetweenJudges[] {
  const models = new Set(labels.filter(({ by }) => by.kind === 'model').map(({ by }) => by.id));
  return [...versions].flatMap(([name, points]) =>
    [...models].flatMap((id) => {
      const own = labels.filter(({ by }) => by.kind === 'model' && by.id === id);
      return compare(name, id, points, new Map(own.map((one) => [keyOf(one), one.word])));
    }),
  );
}

function compare(
  first: string,
  second: string,
  points: readonly JudgedPoint[],
  words: ReadonlyMap<string, LabelWord>,
): BetweenJudges[] {
  const pairs = points.flatMap((one) => {
    const other = words.get(keyOf(one));
    return other === undefined ? [] : [{ first: one.word, second: other, cluster: one.case_id }];
  });
  const found = agreement(pairs, { categories: WORDS });
  return found === null ? [] : [{ first, second, agreement: found }];
}

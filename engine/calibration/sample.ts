import { createHash } from 'node:crypto';
import { keyOf, POINT_TYPES, type JudgedPoint, type PointType } from './model.ts';

export interface SampleOptions {
  /** Share of each stratum, above 0 and up to 1. */
  readonly share: number;
  readonly seed: number;
}

export interface SampledPoint extends JudgedPoint {
  readonly stratum: string;
}

export interface Stratum {
  readonly type: PointType;
  readonly word: JudgedPoint['word'];
  readonly points: number;
  readonly chosen: number;
}

export interface SamplingPlan {
  readonly strata: readonly Stratum[];
  readonly points: readonly SampledPoint[];
}

const WORDS: readonly JudgedPoint['word'][] = ['met', 'unmet', 'cannot'];
export const stratumOf = ({ type, word }: Pick<JudgedPoint, 'type' | 'word'>): string => `${type}/${word}`;

/**
 * Points to label, by point type and by what the judge said: the share of each stratum, rounded up, so that rare ones
 * (a triggered veto) are never left out. Which ones depends on the seed and on their ids alone, not on their order.
 */
export function samplingPlan(points: readonly JudgedPoint[], { share, seed }: SampleOptions): SamplingPlan {
  if (!(share > 0 && share <= 1)) throw new RangeError(`a share above 0 and up to 1, not ${share}`);
  const rank = (one: JudgedPoint): string =>
    createHash('sha256')
      .update(`${seed}\n${idOf(one)}`)
      .digest('hex');
  const strata: Stratum[] = [];
  const chosen = new Set<string>();
  for (const type of POINT_TYPES)
    for (const word of WORDS) {
      const own = points.filter((one) => one.type === type && one.word === word);
      if (own.length === 0) continue;
      const take = Math.ceil(Number((share * own.length).toFixed(9)));
      const ranked = own.map((one) => ({ one, at: rank(one) })).sort((a, b) => (a.at < b.at ? -1 : 1));
      for (const { one } of ranked.slice(0, take)) chosen.add(keyOf(one));
      strata.push({ type, word, points: own.length, chosen: take });
    }
  return {
    strata,
    points: points
      .filter((one) => chosen.has(keyOf(one)))
      .map((one) => ({ ...one, stratum: stratumOf(one) })),
  };
}

/** By the batch's name, not by where its folder lies: a plan can be made anew on another machine. */
function idOf({ batch, case_id, point }: JudgedPoint): string {
  return JSON.stringify([batch.split(/[\\/]/).at(-1), case_id, point]);
}

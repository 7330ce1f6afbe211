import type { Passage } from './passage.ts';
import { holdsDate, isId, terms } from './text.ts';

/** Documents and tables are believed over what is said in a chat. */
const TRUST: Record<Passage['kind'], number> = { chat: 1, document: 1.25, row: 1.25 };
const CONTEXT_WEIGHT = 0.6;
const ID_WEIGHT = 3;
/** Below this a passage is no answer. */
export const GOOD_ENOUGH = 0.3;
/** What a further passage must add, as a part of the whole question. */
const WORTH_ADDING = 0.08;
const SAME_MATTER = 0.8;
/** For the lines of a document or table whose title the question names. */
const NAMED = 0.3;

export interface Scored {
  readonly passage: Passage;
  /** About 0..1.5: the part of the question's weight that the passage holds, times the trust in its kind. */
  readonly score: number;
  readonly covered: ReadonlyMap<string, number>;
}

/** The question's terms by weight: rare terms and ids weigh more; terms of the thread before it weigh less. */
export function weigh(passages: readonly Passage[], question: string, before: string): Map<string, number> {
  const df = new Map<string, number>();
  for (const passage of passages) {
    for (const term of new Set(terms(`${passage.context}\n${passage.text}`)))
      df.set(term, (df.get(term) ?? 0) + 1);
  }
  const rarity = (term: string) => {
    const seen = df.get(term);
    const base = seen === undefined ? 0.3 : 1;
    return base * Math.log(1 + passages.length / (seen ?? 1)) * (isId(term) ? ID_WEIGHT : 1);
  };
  const weights = new Map<string, number>();
  for (const term of terms(before)) weights.set(term, 0.2 * rarity(term));
  for (const term of terms(question)) weights.set(term, rarity(term));
  return weights;
}

/** All passages with their scores, best first. */
export function rank(passages: readonly Passage[], question: string, before = ''): Scored[] {
  const weights = weigh(passages, question, before);
  const asked = new Set(terms(question));
  const ids = [...asked].filter(isId);
  const total = [...asked].reduce((sum, term) => sum + (weights.get(term) ?? 0), 0);
  if (total === 0) return [];
  return passages
    .map((passage) => {
      const inText = new Set(terms(passage.text));
      const inContext = new Set(terms(passage.context));
      const covered = new Map<string, number>();
      for (const [term, weight] of weights) {
        if (inText.has(term)) covered.set(term, weight);
        else if (inContext.has(term)) covered.set(term, weight * CONTEXT_WEIGHT);
      }
      const sum = [...covered.values()].reduce((a, b) => a + b, 0) / total;
      const missesId = ids.length > 0 && !ids.some((id) => inText.has(id));
      const isNamed = passage.kind !== 'chat' && passage.place !== '' && question.includes(passage.place);
      const score = sum * TRUST[passage.kind] * (missesId ? 0.4 : 1) + (isNamed ? NAMED : 0);
      return { passage, score, covered };
    })
    .sort((a, b) => b.score - a.score || b.passage.order - a.passage.order);
}

/** Of several messages in one chat about the same matter, the newest counts. */
function newest(best: Scored, ranked: readonly Scored[]): Scored {
  if (best.passage.kind !== 'chat') return best;
  return ranked
    .filter(
      (other) =>
        other.passage.kind === 'chat' &&
        other.passage.chatIds[0] === best.passage.chatIds[0] &&
        other.score >= SAME_MATTER * best.score,
    )
    .reduce((a, b) => (b.passage.order > a.passage.order ? b : a), best);
}

/** The best passage and up to two more that answer what it leaves open. Empty when nothing is good enough. */
export function choose(ranked: readonly Scored[], question: string): Scored[] {
  const top = ranked[0];
  if (top === undefined || top.score < GOOD_ENOUGH) return [];
  const chosen = [newest(top, ranked)];
  const asked = new Set(terms(question));
  const total = ranked.reduce((max, r) => Math.max(max, weightOf(r.covered, asked)), 0);
  const done = new Set(chosen[0]?.covered.keys());
  while (chosen.length < 3) {
    const gain = (r: Scored) =>
      [...r.covered].reduce((sum, [term, w]) => sum + (asked.has(term) && !done.has(term) ? w : 0), 0);
    const next = ranked
      .filter((r) => !chosen.includes(r))
      .map((r) => ({ r, gain: gain(r) * TRUST[r.passage.kind] }))
      .reduce<{ r: Scored; gain: number } | undefined>(
        (a, b) => (a === undefined || b.gain > a.gain || (b.gain === a.gain && later(b.r, a.r)) ? b : a),
        undefined,
      );
    if (next === undefined || next.gain < WORTH_ADDING * total) break;
    chosen.push(next.r);
    for (const term of next.r.covered.keys()) done.add(term);
  }
  return chosen;
}

const later = (a: Scored, b: Scored) =>
  a.score > b.score || (a.score === b.score && a.passage.order > b.passage.order);

function weightOf(covered: ReadonlyMap<string, number>, asked: ReadonlySet<string>): number {
  let sum = 0;
  for (const [term, weight] of covered) if (asked.has(term)) sum += weight;
  return sum;
}

const ASKS_DATE = /哪天|哪一天|几号|什么时候|何时|日期|到期|when\b|which day|what date/iu;

/** A question for a date is not answered by passages without one. */
export const answers = (question: string, chosen: readonly Scored[]) =>
  chosen.length > 0 && (!ASKS_DATE.test(question) || chosen.some(({ passage }) => holdsDate(passage.text)));

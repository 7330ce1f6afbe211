import type { Check, Contradiction, Material } from './contradiction.ts';
import { counts } from './counts.ts';
import { prices } from './prices.ts';
import { listLengths, proseShares } from './prose.ts';
import { rubric } from './rubric.ts';
import { times } from './times.ts';
import { vocabulary } from './vocabulary.ts';

/** A new check is a file and a line. */
const CHECKS: readonly Check[] = [counts, proseShares, vocabulary, rubric, listLengths, times, prices];

/** Where the document contradicts itself, in the order of its lines. */
export function contradictionsIn(material: Material): Contradiction[] {
  return CHECKS.flatMap((check) => check(material)).sort((a, b) => a.line - b.line);
}

export type { Contradiction, Material } from './contradiction.ts';

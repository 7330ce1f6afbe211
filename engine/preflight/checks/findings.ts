import type { Finding } from '../../evalset/index.ts';
import { pointerOf } from '../../evalset/pointer.ts';
import type { Check, PreflightContext } from '../model.ts';
import { fromFinding } from '../problem.ts';

/**
 * Findings of the check that tell what a run would meet: what the agent may see and change, texts that a platform stops or
 * cuts, lines that nobody decides on, cases that rest on others, names that lead nowhere.
 */
const OF_RUNS: ReadonlySet<string> = new Set([
  'conditional-without-mention',
  'conditional-without-rule',
  'cross-group-not-joined',
  'dangling-actor',
  'dangling-agent',
  'dangling-asset',
  'dangling-case',
  'dangling-group',
  'dependency-missing',
  'dependency-order',
  'hidden-text-leak',
  'judge-without-price',
  'length-limit',
  'private-group-agent',
  'private-group-joined',
  'seed-ref-not-shared',
  'sensitive-word',
  'unsupported-op',
  'write-target-not-granted',
]);

/** What the check found already, where it concerns the run: in cases that are played, and in all that they share. */
export const findings: Check = (context) => {
  const left = cardsLeftOut(context);
  return context.findings
    .filter(({ code, severity }) => severity !== 'info' && OF_RUNS.has(code))
    .filter((finding) => !left.some((card) => isIn(finding, card)))
    .map(fromFinding);
};

interface CardPlace {
  readonly file: string;
  readonly pointer: string;
}

function cardsLeftOut({ evalset, script }: PreflightContext): readonly CardPlace[] {
  const played = new Set(script.selection.cases);
  return evalset.cards.flatMap(({ file, at, value }) =>
    played.has(value.case_id) ? [] : [{ file: file.path, pointer: pointerOf(at) }],
  );
}

const isIn = ({ file, pointer }: Finding, card: CardPlace): boolean =>
  file === card.file &&
  (card.pointer === '' || pointer === card.pointer || pointer.startsWith(`${card.pointer}/`));

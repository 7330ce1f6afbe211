import type { Comparison } from '../../../schemas/index.ts';
import { renderTable } from '../table.ts';
import { colorsOf, cut, decimal, indented, oneLine, type ShowOptions } from '../terminal.ts';
import type { Words } from '../words.ts';
import { aligned, line, type Line } from './aligned.ts';
import { estimateParts, numberOf, percentOf, SEPARATOR } from './estimate.ts';
import { numberWords } from './languages.ts';
import type { NumberWords } from './words.ts';

const MOST_OF_A_VALUE = 60;
/** Two shares cannot be further apart. */
const DIFFERENCE = [-1, 1] as const;

const signed = (value: number | null): string =>
  value === null ? '–' : `${value > 0 ? '+' : ''}${decimal(value)}`;

const pText = (p: number): string => (p < 0.0001 ? '< 0.0001' : decimal(p));

/** Two batches beside each other as text for a terminal; differences are B − A. */
export function renderComparison(found: Comparison, opts: ShowOptions, words: Words): string {
  const numbers = numberWords(words);
  const { bold } = colorsOf(opts);
  const wrapped = (lines: readonly string[]): string[] =>
    lines.flatMap((text) => indented(oneLine(text), '', opts.width));
  const version = found.same_evalset === true ? numbers.sameVersion : numbers.otherVersions;
  return [
    ...wrapped([numbers.comparing(`A ${found.a.name}`, `B ${found.b.name}`)]).map(bold),
    ...wrapped([version, ...differences(found.differs, ['A', 'B'], numbers)]),
    '',
    ...wrapped(
      [found.a, found.b].map(
        ({ scored, planned }, i) => `${'AB'[i] ?? ''}: ${numbers.counting(scored, planned)}`,
      ),
    ),
    ...wrapped([numbers.pairs(found.pairs, found.common), ...leftOut(found, numbers)]),
    ...aligned(tests(found, numbers), opts.width),
    '',
    ...(found.changed.length === 0
      ? wrapped([numbers.noChange])
      : [bold(numbers.changedCases), ...changes(found, numbers, opts)]),
    '',
  ].join('\n');
}

/** What batches differ in, a line each; long values (orders of cases) are cut. */
export function differences(
  differs: Comparison['differs'],
  names: readonly string[],
  words: NumberWords,
): string[] {
  return differs.map(({ what, values }) => {
    const shown = values.map((value, i) => {
      const text = value === null ? words.unknown : cut(oneLine(value), MOST_OF_A_VALUE);
      return `${names[i] ?? i + 1} ${text}`;
    });
    return `≠ ${words.differs[what]}: ${shown.join(SEPARATOR)}`;
  });
}

function leftOut({ unscored, only, text_differs: texts }: Comparison, words: NumberWords): string[] {
  const listed = (ids: readonly string[], say: (list: string) => string): string[] =>
    ids.length === 0 ? [] : [say(`${ids.length} (${ids.join(', ')})`)];
  return [
    ...listed(unscored.a, (ids) => words.unscored('A', ids)),
    ...listed(unscored.b, (ids) => words.unscored('B', ids)),
    ...listed(only.a, (ids) => words.onlyIn('A', ids)),
    ...listed(only.b, (ids) => words.onlyIn('B', ids)),
    ...listed(texts, (ids) => words.textDiffers(ids)),
  ];
}

function tests(found: Comparison, words: NumberWords): Line[] {
  const { micro, macro, bounds, mcnemar, mean } = found;
  const missing = found.pairs < found.common && bounds !== null;
  const value = `${signed(micro.value)} (${numberOf(mean.a)} → ${numberOf(mean.b)})`;
  const p = mcnemar.p === null ? [] : [words.p(pText(mcnemar.p))];
  return [
    line(
      words.differenceOf(words.micro),
      ...estimateParts(micro, words, { value, range: DIFFERENCE }),
      ...(micro.p === null ? [] : [words.tTest(pText(micro.p))]),
      ...(missing ? [words.bounds(signed(bounds.worst), signed(bounds.best))] : []),
    ),
    line(
      words.differenceOf(words.macro),
      ...estimateParts(macro, words, { value: signed(macro.value), range: DIFFERENCE }),
    ),
    line(words.signFlip, signFlipText(found, words)),
    line(
      words.mcNemar,
      [words.mcNemarCounts(mcnemar.gained, mcnemar.lost), ...p, words.ignoresStorylines].join(SEPARATOR),
    ),
    line(words.power, ...powerParts(found, words)),
  ];
}

function signFlipText({ sign_flip: flip, clusters }: Comparison, words: NumberWords): string {
  if (flip.untestable === 'too_few_clusters') return words.notTestable(clusters, pText(flip.smallest));
  if (flip.untestable !== undefined) return words.untestable[flip.untestable];
  return flip.p === null ? words.tooManyPatterns : words.p(pText(flip.p));
}

function powerParts({ power }: Comparison, words: NumberWords): string[] {
  if (power === null) return [words.noPower];
  const { detectable, difference, cases, storylines } = power;
  return [
    detectable > 1 ? words.undetectable : words.detectable(percentOf(detectable)),
    words.casesFor(percentOf(difference), String(cases), String(storylines)),
  ];
}

function changes(found: Comparison, words: NumberWords, opts: ShowOptions): string[] {
  const said = (one: Comparison['changed'][number]['a']): string =>
    one === null ? 'NOT_RUN' : one.score === null ? one.status : `${one.status} ${decimal(one.score)}`;
  const rows = found.changed.map(({ case_id: id, storyline, a, b }) =>
    [
      id,
      storyline,
      said(a),
      said(b),
      a?.score == null || b?.score == null ? '–' : signed(b.score - a.score),
    ].map(oneLine),
  );
  const { columns } = words;
  return renderTable([columns.case, columns.storyline, 'A', 'B', words.difference], rows, opts.width);
}

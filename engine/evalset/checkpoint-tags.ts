import type { OffsetRange } from './model.ts';
import { mayMean, nearest } from './did-you-mean.ts';
import { said, tell, type Told } from './told.ts';

export type PointKind = 'required' | 'deduction' | 'veto';

export interface Tag {
  /** With its brackets, to the letter. */
  readonly text: string;
  readonly span: OffsetRange;
}

/** What a point's leading tags say. */
export interface TagReading {
  readonly kind: PointKind;
  /** Number in the id as written; null when there is none. */
  readonly number: number | null;
  readonly result: boolean;
  readonly delivery_gate: boolean;
  readonly and: boolean;
}

export interface TagProblem {
  readonly code: string;
  /** In English. */
  readonly message: string;
  readonly told: Told;
  readonly span: OffsetRange;
  /** What is to stand at the span, where that can be told. */
  readonly meant?: string;
}

const KNOWN = ['[必选]', '[交付门]', '[AND]', '[扣分]', '[一票否决]', '[CP1·结果]', '[CP1·过程]'];
const RESULT_CLASS = '结果';

/** The run of bracketed tags that a line begins with. Full-width brackets are taken in, to be reported. */
export function leadingTags(line: string, offset: number): Tag[] {
  const tags: Tag[] = [];
  const next = /[ \t\u3000]*(\[[^\]\n]*\]|【[^】\n]*】)/y;
  for (;;) {
    const match = next.exec(line);
    const text = match?.[1];
    if (text === undefined) return tags;
    // A full-width bracket is only a tag when it says what a tag says; otherwise it is the point's own text.
    if (text.startsWith('【') && !isTagWord(text.slice(1, -1))) return tags;
    const to = offset + next.lastIndex;
    tags.push({ text, span: { from: to - text.length, to } });
  }
}

const isTagWord = (word: string): boolean =>
  /^(必选|交付门|AND|扣分|一票否决)$/.test(word) || /^(CP|DED|VETO)\d/.test(word);

/** Reads the tags of one point. `report` gets what is wrong with them. */
export function readTags(tags: readonly Tag[], report: (problem: TagProblem) => void): TagReading {
  const seen = new Set<string>();
  let kind = undefined as PointKind | undefined;
  let number = null as number | null;
  let result = false as boolean;
  let required = false as boolean;

  tags.forEach((tag, i) => {
    const word = tag.text.slice(1, -1);
    if (tag.text.startsWith('【'))
      report({
        code: 'checkpoint-unknown-tag',
        ...said(tell`"${tag.text}" is written in full-width brackets. Write [${word}].`),
        span: tag.span,
        meant: `[${word}]`,
      });
    if (seen.has(word))
      report({
        code: 'checkpoint-repeated-tag',
        ...said(tell`${tag.text} stands twice on this point. Remove one.`),
        span: tag.span,
      });
    seen.add(word);

    const id = /^(CP|DED|VETO)([1-9]\d*)?(?:·(.+))?$/.exec(word);
    if (word === '必选') required = true;
    else if (word === '交付门' || word === 'AND') return;
    else if (word === '扣分') kind = 'deduction';
    else if (word === '一票否决') kind = 'veto';
    else if (id !== null && i === 0) {
      const [, prefix = '', digits, kindClass] = id;
      const written = digits === undefined ? null : Number(digits);
      number = written;
      result = kindClass === RESULT_CLASS;
      if (prefix !== 'CP') kind = prefix === 'DED' ? 'deduction' : 'veto';
      if (written === null) report(withoutNumber(tag, prefix, kindClass));
      else if (prefix === 'CP' && kindClass === undefined)
        report({
          code: 'checkpoint-without-class',
          ...said(
            tell`${tag.text} names no class. Write [${prefix}${written}·结果] or [${prefix}${written}·过程].`,
          ),
          span: tag.span,
        });
    } else report(unknownTag(tag, i));
  });

  const first = tags[0];
  const what = kind ?? 'required';
  if (what === 'required' && !required && first !== undefined)
    report({
      code: 'checkpoint-without-kind',
      ...said(
        tell`${first.text} is marked neither [必选] nor [扣分] nor [一票否决]. A point to be met is written [CP1·结果][必选].`,
      ),
      span: first.span,
    });
  if (what !== 'required') reportMisplaced(tags, what, report);
  return {
    kind: what,
    number,
    result: what === 'required' && result,
    delivery_gate: what === 'required' && seen.has('交付门'),
    and: seen.has('AND'),
  };
}

function withoutNumber(tag: Tag, prefix: string, kindClass: string | undefined): TagProblem {
  const rest = kindClass === undefined ? '' : `·${kindClass}`;
  return {
    code: 'checkpoint-without-number',
    ...said(tell`${tag.text} has no number. Write [${prefix}1${rest}], with the point's own number.`),
    span: tag.span,
  };
}

function unknownTag(tag: Tag, index: number): TagProblem {
  const word = tag.text.slice(1, -1);
  const id = /^(CP|DED|VETO)\s*(\d+)\s*[·・•.．\-—_:：|/\s]+\s*(.+)$/i.exec(word);
  const meant =
    id !== null && index === 0
      ? `[${(id[1] ?? '').toUpperCase()}${Number(id[2])}·${id[3] ?? ''}]`
      : nearest(tag.text, KNOWN);
  const hint = mayMean(meant);
  return {
    code: 'checkpoint-unknown-tag',
    ...said(
      tell`${tag.text} is not a tag.${hint} Tags are [CPn·结果] first, then [必选], [交付门], [AND]; or [扣分], [一票否决].`,
    ),
    span: tag.span,
    ...(meant === undefined ? {} : { meant }),
  };
}

function reportMisplaced(tags: readonly Tag[], kind: PointKind, report: (problem: TagProblem) => void): void {
  const name = kind === 'deduction' ? '[扣分]' : '[一票否决]';
  for (const tag of tags) {
    const word = tag.text.slice(1, -1);
    if (word !== '交付门' && word !== '必选') continue;
    report({
      code: 'checkpoint-misplaced-tag',
      ...said(tell`${tag.text} cannot stand on a ${name} point. Remove one of the two.`),
      span: tag.span,
    });
  }
}

import { charactersTold } from '../characters.ts';
import { marksOf } from '../marks.ts';
import { tell } from '../told.ts';
import { Findings, type PartRule } from './rule.ts';

/** `invisible-character`: a character in a to-the-letter field that nobody sees, or that passes for a space or a line end. */
export const invisibleCharacter: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  for (const { path, value, verbatim } of marksOf(kind, file.value)) {
    if (!verbatim || !SUSPECT.test(value)) continue;
    for (const { from, to } of invisibleIn(value)) {
      const run = value.slice(from, to);
      const meant = insteadOf(run);
      findings.add(
        'warning',
        'invisible-character',
        { file, at: path, locate: { span: { from, to } } },
        meant === ''
          ? tell`${charactersTold(run)} stands here: nobody sees it, but it is part of the text and of its hash. Remove it.`
          : meant === '\n'
            ? tell`${charactersTold(run)} stands here as the end of a line, where texts have a line feed alone. Write a line feed.`
            : tell`${charactersTold(run)} stands here and passes for a space. Write a space.`,
        { kind: 'characters', meant, span: { from, to } },
      );
    }
  }
  return findings.list;
};

/** What is looked at more closely: most texts have none of it. Ideographic spaces are ordinary in Chinese. */
const SUSPECT =
  // eslint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000B-\u001F\u007F-\u00A0\u00AD\u115F\u1160\u2028\u2029\u3164\uFFA0]|[^\P{Zs} \u3000]|\p{Cf}|\u034F|[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}]/u;
const RUNS = new RegExp(`\\r\\n?|(?:(?!\\r)(?:${SUSPECT.source}))+`, 'gu');

/** So many of one text are told. */
const MOST = 100;

function invisibleIn(text: string): { from: number; to: number }[] {
  const found: { from: number; to: number }[] = [];
  for (const { 0: run, index } of text.matchAll(RUNS)) {
    if (found.length >= MOST) break;
    if (isOrdinary(text, index, run)) continue;
    // Of a line end of two characters only the first is too much.
    found.push({ from: index, to: index + (run === '\r\n' ? 1 : run.length) });
  }
  return found;
}

/** Joiners inside an emoji or a script that is written with them, and what chooses between forms of a character. */
function isOrdinary(text: string, at: number, run: string): boolean {
  const before =
    /(?:[\uD800-\uDBFF][\uDC00-\uDFFF]|[^])$/.exec(text.slice(Math.max(0, at - 2), at))?.[0] ?? '';
  const after = String.fromCodePoint(text.codePointAt(at + run.length) ?? 0);
  if (/^[\uFE0E\uFE0F]\u200D?$|^\u200D$/.test(run))
    if (/[\p{Extended_Pictographic}\p{Emoji_Modifier}#*0-9]/u.test(before)) return true;
  if (/^[\u{E0020}-\u{E007F}]+$/u.test(run)) return before === '\u{1F3F4}';
  // A variant of an ideograph.
  if (/^(?:[\uFE00-\uFE0F]|[\u{E0100}-\u{E01EF}])$/u.test(run)) return /\p{Script=Han}/u.test(before);
  if (/^[\u200C\u200D]$/.test(run)) return JOINING.test(before) && JOINING.test(after);
  return false;
}

const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}]/u;

function insteadOf(run: string): string {
  if (/^(?:\r\n?|[\u0085\u2028\u2029])$/.test(run)) return run === '\r\n' ? '' : '\n';
  return /^\p{Zs}+$/u.test(run) ? ' '.repeat(Array.from(run).length) : '';
}

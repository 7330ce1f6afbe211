import { characterTold } from '../characters.ts';
import { latinOf, lookingLike } from '../look-alikes.ts';
import { marksOf } from '../marks.ts';
import { tell } from '../told.ts';
import { Findings, type PartRule } from './rule.ts';

/** `look-alike`: a character in a to-the-letter field that stands among others of which it only looks like one. */
export const lookAlike: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  for (const { path, value, verbatim } of marksOf(kind, file.value)) {
    if (!verbatim || !SUSPECT.test(value)) continue;
    for (const { at, character, meant } of lookAlikesIn(value).slice(0, MOST)) {
      const span = { from: at, to: at + character.length };
      findings.add(
        'warning',
        'look-alike',
        { file, at: path, locate: { span } },
        tell`${characterTold(character.codePointAt(0) ?? 0)} stands here, which looks like ${characterTold(meant.codePointAt(0) ?? 0)} and is another character. Write the one that is meant.`,
        { kind: 'characters', meant, span },
      );
    }
  }
  return findings.list;
};

/** So many of one text are told. */
const MOST = 100;

/** What is looked at more closely: most texts have none of it. Full-width punctuation is ordinary in Chinese. */
const SUSPECT =
  /[\u0131\u0251\u0261\u02BC\u2010\u2011\u2019\u2126\u212A\u212B\uFF10-\uFF19\uFF20-\uFF3A\uFF41-\uFF5A\uF900-\uFAFF\u{2F800}-\u{2FA1F}\p{Script=Cyrillic}\p{Script=Greek}]/u;

interface LookAlike {
  readonly at: number;
  readonly character: string;
  readonly meant: string;
}

function lookAlikesIn(text: string): LookAlike[] {
  const found: LookAlike[] = [...canonical(text), ...marks(text)];
  const foreign = { cyrillic: isWritten(text, 'Cyrillic'), greek: isWritten(text, 'Greek') };
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{M}\p{N}]+/gu))
    found.push(...inWord(word, index, foreign));
  return found.sort((a, b) => a.at - b.at);
}

/** Characters that Unicode itself holds to be another one: the Kelvin sign, a compatibility ideograph. */
function canonical(text: string): LookAlike[] {
  return [...text.matchAll(/[\u2126\u212A\u212B\uF900-\uFAFF\u{2F800}-\u{2FA1F}]/gu)].flatMap(
    ({ 0: character, index }) => {
      const meant = character.normalize('NFC');
      return meant === character ? [] : [{ at: index, character, meant }];
    },
  );
}

/** A full-width at-sign before a name, hyphens of other kinds inside a word, and both sorts of apostrophe in one text. */
function marks(text: string): LookAlike[] {
  const found: LookAlike[] = [];
  const add = (pattern: RegExp, meant: string): void => {
    for (const { 0: character, index } of text.matchAll(pattern)) found.push({ at: index, character, meant });
  };
  add(/＠(?=[\p{L}\p{N}])/gu, '@');
  add(/(?<=[A-Za-z0-9])[\u2010\u2011](?=[A-Za-z0-9])/g, '-');
  if (/[A-Za-z]'[A-Za-z]/.test(text)) add(/(?<=[A-Za-z])[\u2019\u02BC](?=[A-Za-z])/g, "'");
  return found;
}

const SCRIPTS = {
  Cyrillic: /\p{Script=Cyrillic}/u,
  Greek: /\p{Script=Greek}/u,
} as const;

/** Whether a text has a word of a script that nobody could take for Latin. */
function isWritten(text: string, script: keyof typeof SCRIPTS): boolean {
  return Array.from(text).some((letter) => SCRIPTS[script].test(letter) && latinOf(letter) === undefined);
}

/** Letters and digits of one word that only look like the rest of it. */
function inWord(
  word: string,
  start: number,
  foreign: { readonly cyrillic: boolean; readonly greek: boolean },
): LookAlike[] {
  const letters: LookAlike[] = [];
  let at = start;
  for (const character of word) {
    letters.push({ at, character, meant: '' });
    at += character.length;
  }
  const count = (pattern: RegExp): number =>
    letters.filter(({ character }) => pattern.test(character)).length;
  const ascii = count(/[A-Za-z0-9]/);
  const latin = count(/\p{Script=Latin}/u) - count(FULL_WIDTH_LETTER);
  const found: LookAlike[] = [];
  // Full-width letters and digits among themselves are a way of writing.
  if (ascii > 0)
    for (const letter of letters)
      if (/[\uFF10-\uFF19\uFF21-\uFF3A\uFF41-\uFF5A]/.test(letter.character))
        found.push({ ...letter, meant: letter.character.normalize('NFKC') });
  for (const [script, pattern] of Object.entries(SCRIPTS) as [keyof typeof SCRIPTS, RegExp][]) {
    const own = letters.filter(({ character }) => pattern.test(character));
    if (own.length === 0) continue;
    const asLatin = own.map((letter) => ({ ...letter, meant: latinOf(letter.character) ?? '' }));
    const all = asLatin.every(({ meant }) => meant !== '');
    const whole = latin === 0 && all && !(script === 'Cyrillic' ? foreign.cyrillic : foreign.greek);
    // A lone small letter may be one of mathematics.
    if (whole && !(script === 'Greek' && own.some(({ character }) => /\p{Ll}/u.test(character))))
      found.push(...asLatin);
    else if (latin > 0 && (all || latin >= own.length))
      found.push(...asLatin.filter(({ meant }) => meant !== ''));
    else if (latin > 0)
      for (const letter of letters) {
        const meant = /[A-Za-z]/.test(letter.character) ? lookingLike(letter.character, script) : undefined;
        if (meant !== undefined) found.push({ ...letter, meant });
      }
  }
  return found;
}

const FULL_WIDTH_LETTER = /[\uFF21-\uFF3A\uFF41-\uFF5A]/;

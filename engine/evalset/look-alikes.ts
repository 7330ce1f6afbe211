/**
 * Characters that look like others: of Unicode's confusables those of Cyrillic and Greek that look like Latin letters in
 * common typefaces, and marks that people take for those of ASCII. Full-width forms, and characters that Unicode itself
 * holds to be another one (the Kelvin sign), need no table.
 */
const LETTERS =
  'аa еe оo рp сc уy хx ѕs іi јj һh ԁd ԛq ԝw ɡg АA ВB ЕE КK МM НH ОO РP СC ТT УY ХX ЅS ІI ЈJ ԌG ԜW ' +
  'ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo αa νv ρp ιi κk υu χx ɑa ıi';
const MARKS =
  "’' ‘' ʼ' ′' ＇' “\" ”\" ″\" ‐- ‑- ‒- –- —- −- ﹣- ㅡ- ∙· ・· ･· •· ‧· ⋅· ︰: ∶: ꞉: ；; ⁄/ ∕/ ․. ‚, ﹐, ∗* ⁎* ∣| ǀ| 〜~ ∼~ ˗-";

function tableOf(pairs: string): ReadonlyMap<string, string> {
  return new Map(
    pairs.split(' ').map((pair) => {
      const [from = '', to = ''] = Array.from(pair);
      return [from, to] as const;
    }),
  );
}

const LETTER_OF = tableOf(LETTERS);
const MARK_OF = tableOf(MARKS);
const LATIN_OF_BOTH: ReadonlyMap<string, string> = new Map([...LETTER_OF, ...MARK_OF]);

/** The Latin letter that a Cyrillic or Greek one looks like; undefined for all others. */
export const latinOf = (letter: string): string | undefined => LETTER_OF.get(letter);

/** The letter of a script that a Latin one looks like. */
export function lookingLike(latin: string, script: 'Cyrillic' | 'Greek'): string | undefined {
  const wanted = script === 'Cyrillic' ? /\p{Script=Cyrillic}/u : /\p{Script=Greek}/u;
  for (const [letter, twin] of LETTER_OF) if (twin === latin && wanted.test(letter)) return letter;
  return undefined;
}

/** Two texts are equal here when a person may take them for each other. Characters that cannot be seen count for nothing. */
export function appearance(text: string): string {
  return Array.from(text.normalize('NFKC'))
    .map((character) => LATIN_OF_BOTH.get(character) ?? character)
    .join('')
    .replace(/[\p{Cf}\p{Cc}\u115F\u1160\u3164]|[\uFE00-\uFE0F]/gu, '');
}

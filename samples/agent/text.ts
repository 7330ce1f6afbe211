/** Words that carry no content in a question; generic, of no company. */
const STOP = new Set(
  (
    'a an the of to in on at and or is are be been was were do does did what which who when where how many much ' +
    'must may can could will would should for with it its this that please me my we our you your i'
  ).split(' '),
);

const singular = (word: string) =>
  word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;

/** The terms of a text: latin words, ids and numbers as they stand, and Chinese as overlapping pairs of characters. */
export function terms(text: string): string[] {
  const found: string[] = [];
  for (const [token] of text.toLowerCase().matchAll(/[a-z0-9]+(?:[-_.][a-z0-9]+)*|\p{Script=Han}+/gu)) {
    if (/^[a-z0-9]/.test(token)) {
      if (!STOP.has(token)) found.push(/^[a-z]+$/.test(token) ? singular(token) : token);
    } else if (token.length === 1) {
      found.push(token);
    } else {
      for (let i = 0; i + 2 <= token.length; i++) found.push(token.slice(i, i + 2));
    }
  }
  return found;
}

/** An id such as AB-12: letters and digits, which names one thing exactly. */
export const isId = (term: string) => /[a-z]/.test(term) && /\d/.test(term);

export const idsOf = (text: string) => [...new Set(terms(text).filter(isId))];

export const isChinese = (text: string) => /\p{Script=Han}/u.test(text);

/** Takes off the date that some people put before what they write. */
export const withoutStamp = (text: string) => text.replace(/^\s*(?:\d{4}-)?\d{1,2}[-/]\d{1,2}[\s:：]+/u, '');

export const holdsDate = (text: string) =>
  /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\s*月\s*\d{1,2}\s*[日号]|(?<!\d)\d{1,2}[-/]\d{1,2}(?!\d)/u.test(
    withoutStamp(text),
  );

/** A question or a command tells nothing: such a message is no source. */
export const isQuestion = (text: string) => /[?？]\s*$/u.test(text.trim());

export const quoteInLine = (text: string) => text.replace(/\s*\n\s*/gu, ' ').trim();

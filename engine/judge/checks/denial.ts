/** Ends of a clause: what was denied before one is not denied behind it. */
const CLAUSE_END = /[，。；：！？、,;:!?\n（）()「」“”"]|\.(?=\s|$)/gu;

/** Words that deny what follows directly. */
const DIRECT = /(?:不|没|未|无|非|别|勿|\bno|\bnot|n[’']t|\bnever|\bwithout)\s*$/iu;

/** Words that deny what follows at some distance in the clause. */
const FAR =
  /不是|并非|绝非|不为|不算|不属于?|不在|不到|不会|不用|不必|不再|不能|无需|没有|没在|并不|\bnot\b|n[’']t\b|\bnever\b|\bno longer\b|\bneither\b/giu;

/** Between a denial and what follows: from here on the clause says what is so (“没有通过的是 …”), or a bound (“不能超过 …”). */
const AGAIN = /的(?:是|有|为|叫)|而是|超过|超出|多于|晚于|\bbut\b|\bis that\b|\bthan\b|\bexceed/iu;

/** How far a denial reaches, in UTF-16 units; words of letters take more. Farther off it most likely denies something else. */
const REACH = 12;
const REACH_OF_LETTERS = 30;

/**
 * Whether what stands at an offset of a text is affirmed: no word of denial before it in its clause. A reading by words,
 * not by sense: double negation counts as denial, and so do sentences that deny what somebody else said.
 */
export function isAffirmed(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 200), at);
  const ends = [...before.matchAll(CLAUSE_END)];
  const last = ends.at(-1);
  const clause = last === undefined ? before : before.slice(last.index + last[0].length);
  if (DIRECT.test(clause)) return false;
  return ![...clause.matchAll(FAR)].some(({ 0: word, index }) => {
    const between = clause.slice(index + word.length);
    return between.length <= (/[a-z]/i.test(word) ? REACH_OF_LETTERS : REACH) && !AGAIN.test(between);
  });
}

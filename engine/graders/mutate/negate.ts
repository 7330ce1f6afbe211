/** Words of denial, and what a clause says without them. */
const DENIALS: readonly (readonly [RegExp, string])[] = [
  [/没有(?=查|找|搜|翻|看)/u, ''],
  [/没(?=查|找|搜|翻|看|过|关)/u, ''],
  [/(?:查|找|搜)不到/u, '查到了'],
  [/不能/u, '能'],
  [/不是/u, '是'],
  [/不便|不方便/u, '方便'],
  [/未/u, '已'],
  [/没有/u, '有'],
  [/不/u, ''],
  [/\b(?:cannot|can[’']t)\b/iu, 'can'],
  [/\bnot /iu, ''],
];

/** Words at which a clause is denied, nearest before what it says. */
const AFFIRMATIONS: readonly (readonly [RegExp, string])[] = [
  [/是(?!不是)/gu, '不是'],
  [/为(?!了|什)/gu, '不为'],
  [/\bis\b/giu, 'is not'],
  [/\bare\b/giu, 'are not'],
  [/\bmust\b/giu, 'must not'],
  [/\bmay\b/giu, 'may not'],
];

const isHan = (text: string): boolean => /\p{Script=Han}/u.test(text);
/** How a value of several characters is denied by a word right before it. */
const before = (said: string): string => (isHan(said) || !/[a-z]{3}/iu.test(said) ? '不是' : 'not ');

/**
 * A clause that says the contrary of what it says about a passage of it: a denial in the passage is taken out, else the
 * clause is denied before it. English clauses with a bare value get “not”.
 */
export function negated(clause: string, passage: string): string | null {
  const at = clause.indexOf(passage);
  if (at === -1 || passage === '') return null;
  for (const [denial, without] of DENIALS) {
    if (!denial.test(passage)) continue;
    return clause.slice(0, at) + passage.replace(denial, without) + clause.slice(at + passage.length);
  }
  const head = clause.slice(0, at);
  const denied = /(不是|并非|没有|不能|cannot|not )([^，]{0,6})$/iu.exec(head);
  if (denied !== null) {
    const [all, word = '', rest = ''] = denied;
    const without =
      { 不是: '是', 并非: '是', 没有: '有', 不能: '能', cannot: 'can' }[word.toLowerCase()] ?? '';
    return head.slice(0, -all.length) + without + rest + clause.slice(at);
  }
  let last: { readonly index: number; readonly length: number; readonly word: string } | null = null;
  for (const [affirmation, word] of AFFIRMATIONS)
    for (const match of head.matchAll(affirmation))
      if (last === null || match.index > last.index)
        last = { index: match.index, length: match[0].length, word };
  const inside = /是(?!不)|(?<=[^认以因])为(?!了|什)|\bis\b/iu.exec(passage);
  if (inside !== null) {
    const word = { 是: '不是', 为: '不为' }[inside[0]] ?? 'is not';
    const cut = at + inside.index;
    return clause.slice(0, cut) + word + clause.slice(cut + inside[0].length);
  }
  if (last !== null && head.length - last.index <= 12)
    return head.slice(0, last.index) + last.word + head.slice(last.index + last.length) + clause.slice(at);
  const word = !isHan(clause) && /[a-z]/iu.test(clause) ? 'not ' : before(passage);
  return head + word + clause.slice(at);
}

/** The clauses of a text with their places; their marks belong to none. */
export function clausesOf(text: string): { readonly from: number; readonly text: string }[] {
  return [...text.matchAll(/(?:[^，。；：！？,;:!?\n.]|\.(?!\s|$))+/gu)].map((match) => ({
    from: match.index,
    text: match[0],
  }));
}

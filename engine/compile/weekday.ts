const CHINESE = '一二三四五六日';
const ENGLISH = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const;

/**
 * The weekday word of another day in the style of `word`: 周三, 星期三, 礼拜三, Wednesday, Wed, and their letter case.
 * Sunday is 日 unless the word itself says 天. `isoDay` is 1 (Monday) to 7. Null when `word` names no weekday.
 */
export function weekdayLike(word: string, isoDay: number): string | null {
  const chinese = /^(周|星期|礼拜)([一二三四五六日天])$/.exec(word);
  if (chinese !== null) {
    const day = isoDay === 7 && chinese[2] === '天' ? '天' : CHINESE.charAt(isoDay - 1);
    return `${chinese[1] ?? ''}${day}`;
  }
  const english = ENGLISH.find((name) => isEnglish(word, name));
  const target = ENGLISH[isoDay - 1];
  if (english === undefined || target === undefined) return null;
  const plain = word.length < english.length ? target.slice(0, 3) : target;
  if (word === word.toUpperCase()) return plain.toUpperCase();
  return word === word.toLowerCase() ? plain.toLowerCase() : plain;
}

function isEnglish(word: string, name: string): boolean {
  return word.length >= 3 && name.toLowerCase().startsWith(word.toLowerCase());
}

/**
 * Whole messages that only say "I am at it". The pattern must cover the message from end to end: an answer that begins
 * with such words is an answer.
 */
const HOLDING = [
  /^(好的?|收到|明白|了解|ok|okay|sure|got it)?[，,。.!！~～\s]*(我(先|来|这就|马上)?)?(查(一下|一查|查看|询)?|看(一下|一看|看)?|核(对|实)?(一下)?|处理(一下)?|整理(一下)?|确认(一下)?|同步(一下)?)?[，,。.…!！~～\s]*(请)?(稍等|稍候|等(我)?(一下|一会儿?|片刻)|马上(就)?(好|来|回复|给你)|正在(处理|查询|查看|整理|核对|思考)(中)?)?[，,。.…!！~～\s]*$/iu,
  /^(处理|查询|思考|加载|生成)中[.。…\s]*$/u,
  /^(one moment|just a (moment|second)|let me (check|look|see)( (it|that|this|into it))?|working on it|on it|checking|looking into it|thinking|please wait)[.…!\s]*$/iu,
];

/** Longer messages are never mere placeholders. */
const HOLDING_MAX = 40;

/** True for a message that holds the place of an answer: empty, or nothing but "one moment" in its many forms. */
export function isPlaceholder(text: string): boolean {
  const bare = text
    .replace(/@\S+/gu, '')
    .replace(/[\p{Extended_Pictographic}\uFE0F]/gu, '')
    .trim();
  if (bare === '') return true;
  return bare.length <= HOLDING_MAX && HOLDING.some((pattern) => pattern.test(bare));
}

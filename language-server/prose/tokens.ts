import { parseCheckpoints, scanPlaceholders, type OffsetRange } from '../../engine/evalset/index.ts';

export const TOKEN_TYPES = ['keyword', 'type', 'number', 'variable'] as const;
export type TokenType = (typeof TOKEN_TYPES)[number];

export interface Token {
  readonly span: OffsetRange;
  readonly type: TokenType;
}

/** Length of `【计分】`, with which a protocol begins. */
const PROTOCOL = 4;

/** What a text of a field holds beside words. `names`: whom it may mention, the longest first. */
export function tokensOf(field: string, text: string, names: readonly string[]): Token[] {
  const tokens: Token[] = [];
  if (field === 'checkpoints_raw') {
    const { points, protocol } = parseCheckpoints(text);
    if (protocol !== null) {
      const from = protocol.span.from + protocol.text.indexOf('【');
      tokens.push({ span: { from, to: from + PROTOCOL }, type: 'keyword' });
    }
    for (const { tags } of points)
      for (const { text: tag, span } of tags)
        tokens.push({ span, type: /^[[【](CP|DED|VETO)/.test(tag) ? 'type' : 'keyword' });
  }
  for (const { span, weekday } of text.includes('{{') ? scanPlaceholders(text).placeholders : []) {
    tokens.push({ span, type: 'number' });
    if (weekday !== undefined && weekday.span.from >= span.to)
      tokens.push({ span: weekday.span, type: 'number' });
  }
  for (const { index } of text.matchAll(/[@＠]/g)) {
    const name = names.find((one) => text.startsWith(one, index + 1));
    if (name !== undefined)
      tokens.push({ span: { from: index, to: index + 1 + name.length }, type: 'variable' });
  }
  return tokens;
}

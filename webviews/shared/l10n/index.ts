import { en, type Strings } from './en.ts';
import { zhCn } from './zh-cn.ts';

export type { Strings } from './en.ts';

/** The table for a language tag: Simplified Chinese for any `zh`, English for all others. */
export function stringsFor(tag: string): Strings {
  return tag.toLowerCase().startsWith('zh') ? zhCn : en;
}

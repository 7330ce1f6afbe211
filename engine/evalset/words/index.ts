import type { Sentences } from '../told.ts';
import { ZH_CN } from './zh-cn.ts';

/** The words of findings for a language tag; undefined is English, also for what has no words here. */
export function sentencesOf(locale: unknown): Sentences | undefined {
  return isSimplifiedChinese(locale) ? ZH_CN : undefined;
}

/** Whether a language tag (`zh`, `zh-cn`, `zh-Hans`) asks for Simplified Chinese. */
export function isSimplifiedChinese(locale: unknown): boolean {
  return typeof locale === 'string' && /^zh(-|_|$)(?!tw|hk|hant)/i.test(locale);
}

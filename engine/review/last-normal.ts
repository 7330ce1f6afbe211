import { normalise } from '../judge/index.ts';

/** `normalise` that remembers its last long text: many quotes are looked for in one message of 90 MB. */
export function rememberingNormalise(): (text: string) => string {
  let last: { readonly text: string; readonly normal: string } | null = null;
  return (text) => {
    if (text.length < 10_000) return normalise(text);
    if (last?.text !== text) last = { text, normal: normalise(text) };
    return last.normal;
  };
}

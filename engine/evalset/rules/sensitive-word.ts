import { eachSentPart } from '../sent-texts.ts';
import { tell } from '../told.ts';
import { Findings, type EvalsetRule } from './rule.ts';

/** `sensitive-word`: a text that is sent holds a word of the list `sensitive` in evalset.yaml. There is no list by default. */
export const sensitiveWord: EvalsetRule = (view) => {
  const { memo, file } = view;
  const findings = new Findings();
  const words = memo.sensitive.of((file?.value.sensitive ?? []).filter((word) => word.trim() !== ''));
  if (words.length === 0) return findings.list;
  let pattern: RegExp | undefined;
  eachSentPart(view, (source, place, model, texts) => {
    const found = memo.words.of(words, model, () => {
      const any = (pattern ??= patternOf(words));
      return texts(model).flatMap(({ at, text }) =>
        [...text.matchAll(any)].map(({ 0: word, index }) => ({
          at,
          span: { from: index, to: index + word.length },
          text: word,
        })),
      );
    });
    for (const { at, span, text } of found)
      findings.add(
        'warning',
        'sensitive-word',
        { file: source, at: [...place, ...at], locate: { span } },
        tell`"${text}" is on the list of sensitive words (sensitive in evalset.yaml), and this text is sent. Say it in other words, or take it off the list.`,
      );
  });
  return findings.list;
};

/** Any of the words; one in Latin letters only as a whole. */
function patternOf(words: readonly string[]): RegExp {
  const alternatives = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => {
      const escaped = word.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
      return `${/^\w/.test(word) ? '(?<!\\w)' : ''}${escaped}${/\w$/.test(word) ? '(?!\\w)' : ''}`;
    });
  return new RegExp(alternatives.join('|'), 'gi');
}

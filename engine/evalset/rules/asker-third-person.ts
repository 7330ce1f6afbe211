import { speakerNames, type Names } from '../speaker-names.ts';
import { tell } from '../told.ts';
import type { TeamCard } from '../../../schemas/index.ts';
import type { NamedAt } from '../evalset-memo.ts';
import { Findings, type EvalsetRule } from './rule.ts';

/** What makes a name one's own: `我是沈青`, `— Maya`. */
const INTRODUCED =
  /(?:我是|我叫|我，|我,|我（|我\(|这里是|本人|署名|落款|发自|I['’]?m|I am|this is|my name is|—|--|signed|yours,)\s*$/i;
const LATIN = /[A-Za-z0-9]/;

/** `asker-third-person`: who asks is spoken of as of somebody else, mostly because an asker without a name was mapped to a colleague. */
export const askerThirdPerson: EvalsetRule = (view) => {
  const { memo, cards, excerpts } = view;
  const findings = new Findings();
  const names = memo.names.of(speakerNames(view));
  for (const { file, at, value: card } of cards) {
    if (excerpts.has(file.path)) continue;
    for (const { at: place, span, name } of memo.named.of(names, card, () => namedIn(card, names)))
      findings.add(
        'warning',
        'asker-third-person',
        { file, at: [...at, ...place], locate: { span } },
        tell`"${name}" is who says this, and is spoken of as somebody else. Say it in the first person, or let somebody else ask.`,
      );
  }
  return findings.list;
};

function namedIn({ turns }: TeamCard, names: Names): readonly NamedAt[] {
  return turns.flatMap(({ kind, speaker, text }, i) => {
    if (kind === 'npc_reply_conditional') return [];
    const found: NamedAt[] = [];
    for (const name of names.get(speaker) ?? []) {
      let from = text.indexOf(name);
      for (; from >= 0; from = text.indexOf(name, from + name.length)) {
        const to = from + name.length;
        // A part of a longer name, and a name that is given as one's own, are left alone.
        const within =
          (LATIN.test(name[0] ?? '') && LATIN.test(text[from - 1] ?? '')) ||
          (LATIN.test(name.at(-1) ?? '') && LATIN.test(text[to] ?? ''));
        if (within || INTRODUCED.test(text.slice(Math.max(0, from - 16), from))) continue;
        if (found.some(({ span }) => from < span.to && span.from < to)) continue;
        found.push({ at: ['turns', i, 'text'], span: { from, to }, name });
      }
    }
    return found;
  });
}

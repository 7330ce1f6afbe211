import type { DepsFile, TeamCard } from '../../../schemas/index.ts';
import { restsOf, squeezed, type Sign } from '../dependency-signs.ts';
import { placeName } from '../finding.ts';
import { Kept } from '../kept.ts';
import type { Located } from '../model.ts';
import { once } from '../once.ts';
import { registersOf } from '../registers.ts';
import { SaidLines } from '../said-lines.ts';
import { sentParts } from '../sent-texts.ts';
import { tell, type Told } from '../told.ts';
import type { EvalsetView } from '../view.ts';
import { Findings, type EvalsetRule } from './rule.ts';

/**
 * `dependency-missing`: a point rests on what a colleague's line of an earlier case left in the world, or names another
 * case, and no `depends_on` says so.
 */
export const dependencyMissing: EvalsetRule = (view) => {
  const { cards, memo, excerpts, caseIds, deps } = view;
  const findings = new Findings();
  const all = cards.map((card) => ({ card, rests: memo.rests.of(card.value, () => restsOf(card.value)) }));
  const lines = memo.lines.of(all.map(({ rests }) => rests.lines));
  const index = memo.said.of(lines, () => new SaidLines(lines));
  const saidBy = memo.saidBy.of(lines, () => new Kept());
  const assets = once(() => registersOf(view).get('asset') ?? new Set<string>());
  /** The first case whose lines tell of a thing. */
  const tellers = new Map<string, Located<TeamCard>>();
  all.forEach(({ card, rests }, place) => {
    const { case_id: id } = card.value;
    const speakers = saidBy.of(card.value, () => rests.quotes.map(({ text }) => index.first(squeezed(text))));
    if (!excerpts.has(card.file.path)) {
      const upstream = once(() => dependenciesOf(id, deps?.value));
      const open = (other: string): boolean => other !== id && !upstream().has(other);
      const add = (sign: Sign, other: string, what: Told): void =>
        findings.add(
          'warning',
          'dependency-missing',
          { file: card.file, at: [...card.at, ...sign.at], locate: { span: sign.span } },
          tell`${what} Say in cases.deps.yaml that "${id}" depends_on "${other}", and give the point a branch if it is read in another way then.`,
        );
      const placeOf = ({ file, at }: Located<TeamCard>): string =>
        placeName(file, [...at, 'turns'], card.file.path);
      for (const sign of rests.ids)
        if (caseIds.has(sign.text) && open(sign.text))
          add(sign, sign.text, tell`This rests on case "${sign.text}".`);
      for (const sign of rests.things) {
        const teller = tellers.get(sign.text);
        const other = teller?.value.case_id;
        if (teller === undefined || other === undefined || !open(other) || rests.told.includes(sign.text))
          continue;
        if (caseIds.has(sign.text) || assets().has(sign.text)) continue;
        add(
          sign,
          other,
          tell`In case "${other}" (${placeOf(teller)}), which comes earlier, a colleague speaks of ${sign.text}, and that stays in the world.`,
        );
      }
      rests.quotes.forEach((sign, i) => {
        const who = speakers[i] ?? null;
        const said = who === null || who >= place ? undefined : cards[who];
        const other = said?.value.case_id;
        if (said === undefined || other === undefined || !open(other)) return;
        if (inWorld(view, squeezed(sign.text))) return;
        add(
          sign,
          other,
          tell`Only a colleague in case "${other}" (${placeOf(said)}), which comes earlier, says this.`,
        );
      });
    }
    for (const thing of rests.told) if (!tellers.has(thing)) tellers.set(thing, card);
  });
  return findings.list;
};

/** Whether the world says it by itself. Asked of the few texts that somebody else said. */
function inWorld(view: EvalsetView, text: string): boolean {
  return sentParts({ ...view, cards: [], npcs: [], corrections: null }).some((part) =>
    part.texts().some((one) => squeezed(one.text).includes(text)),
  );
}

/** The cases that a case depends on, near or far. */
function dependenciesOf(id: string, deps: DepsFile | undefined): ReadonlySet<string> {
  const found = new Set<string>();
  const open = [id];
  for (const one of open)
    for (const other of (Object.hasOwn(deps?.cases ?? {}, one) ? deps?.cases[one]?.depends_on : []) ?? [])
      if (!found.has(other)) {
        found.add(other);
        open.push(other);
      }
  return found;
}

import type { TeamCard } from '../../../schemas/index.ts';
import { dependenciesOf } from '../dependencies.ts';
import { restsOf, squeezed, type Sign } from '../dependency-signs.ts';
import { placeName } from '../finding.ts';
import type { Located } from '../model.ts';
import { once } from '../once.ts';
import { registersOf } from '../registers.ts';
import { SaidLines } from '../said-lines.ts';
import { eachSentPart } from '../sent-texts.ts';
import { tell, type Told } from '../told.ts';
import type { EvalsetView } from '../view.ts';
import { Findings, type EvalsetRule } from './rule.ts';

/**
 * `dependency-missing`: a point rests on what a colleague's line of an earlier case left in the world, or names another
 * case, and no `depends_on` says so.
 */
export const dependencyMissing: EvalsetRule = (view) => {
  const { cards, memo, excerpts } = view;
  const all = cards.map(({ value }) => memo.rests.of(value, () => restsOf(value)));
  const lines = memo.lines.of(all.map((rests) => rests.lines));
  const index = memo.said.of(lines, () => new SaidLines(lines));
  const look = new Look(view);
  cards.forEach((card, place) => {
    const rests = all[place];
    if (rests === undefined) return;
    if (!excerpts.has(card.file.path)) {
      for (const sign of rests.ids) look.id(card, sign);
      for (const sign of rests.things) look.thing(card, sign, rests.told);
      if (rests.quotes.length > 0) {
        const speakers = memo.saidBy.of(lines, card.value, () =>
          rests.quotes.map(({ text }) => index.first(squeezed(text))),
        );
        rests.quotes.forEach((sign, i) => {
          const who = speakers[i] ?? null;
          if (who !== null && who < place) look.quote(card, sign, cards[who]);
        });
      }
    }
    for (const thing of rests.told) look.tell(thing, card);
  });
  return look.findings.list;
};

/** A look through the cases in their order. */
class Look {
  readonly findings = new Findings();
  readonly #view: EvalsetView;
  readonly #assets: () => ReadonlySet<string>;
  /** The first case whose lines tell of a thing. */
  readonly #tellers = new Map<string, Located<TeamCard>>();

  constructor(view: EvalsetView) {
    this.#view = view;
    this.#assets = once(() => registersOf(view).get('asset') ?? new Set());
  }

  tell(thing: string, card: Located<TeamCard>): void {
    if (!this.#tellers.has(thing)) this.#tellers.set(thing, card);
  }

  id(card: Located<TeamCard>, sign: Sign): void {
    if (this.#view.caseIds.has(sign.text))
      this.#add(card, sign, sign.text, tell`This rests on case "${sign.text}".`);
  }

  thing(card: Located<TeamCard>, sign: Sign, own: readonly string[]): void {
    const teller = this.#tellers.get(sign.text);
    if (teller === undefined || own.includes(sign.text)) return;
    if (this.#view.caseIds.has(sign.text) || this.#assets().has(sign.text)) return;
    const other = teller.value.case_id;
    this.#add(
      card,
      sign,
      other,
      tell`In case "${other}" (${placeOf(teller, card)}), which comes earlier, a colleague speaks of ${sign.text}, and that stays in the world.`,
    );
  }

  quote(card: Located<TeamCard>, sign: Sign, said: Located<TeamCard> | undefined): void {
    if (said === undefined || inWorld(this.#view, squeezed(sign.text))) return;
    const other = said.value.case_id;
    this.#add(
      card,
      sign,
      other,
      tell`Only a colleague in case "${other}" (${placeOf(said, card)}), which comes earlier, says this.`,
    );
  }

  #add({ file, at, value }: Located<TeamCard>, sign: Sign, other: string, what: Told): void {
    const id = value.case_id;
    if (other === id || dependenciesOf(id, this.#view.deps?.value).has(other)) return;
    this.findings.add(
      'warning',
      'dependency-missing',
      { file, at: [...at, ...sign.at], locate: { span: sign.span } },
      tell`${what} Say in cases.deps.yaml that "${id}" depends_on "${other}", and give the point a branch if it is read in another way then.`,
    );
  }
}

const placeOf = ({ file, at }: Located<TeamCard>, from: Located<TeamCard>): string =>
  placeName(file, [...at, 'turns'], from.file.path);

/** Whether the world says it by itself. Asked of the few texts that somebody else said. */
function inWorld(view: EvalsetView, text: string): boolean {
  let found = false;
  eachSentPart({ ...view, cards: [], npcs: [], corrections: null }, (_file, _at, model, texts) => {
    found ||= texts(model).some((one) => squeezed(one.text).includes(text));
  });
  return found;
}

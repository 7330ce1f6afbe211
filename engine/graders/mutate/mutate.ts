import { mentionsIn, turnsOf, type Act, type RowAct, type Saying } from '../act.ts';
import type { Stage, StagedCase } from '../stage.ts';
import { carries, concernsOf, inPlace, isTelling, valuesIn, wordsOf, type Concern } from './concern.ts';
import { clausesOf, negated } from './negate.ts';
import { replaced, shared, type Token } from './tokens.ts';

/** How an oracle is altered. */
export const OPERATORS = [
  'number',
  'date',
  'person',
  'group',
  'option',
  'negation',
  'dropped',
  'moved',
  'author',
] as const;
export type Operator = (typeof OPERATORS)[number];

/** An altered oracle. */
export interface Mutant {
  readonly operator: Operator;
  /** Points that rest on what was altered. */
  readonly points: readonly string[];
  readonly before: string;
  readonly after: string;
  readonly acts: readonly Act[];
}

type Values = 'number' | 'date' | 'person' | 'group' | 'option';
const VALUES: readonly Values[] = ['number', 'date', 'person', 'group', 'option'];

/**
 * The mutants of an oracle. Each alters what a required point rests on: by the words of the card, not by the checks. A
 * value (number, date, person, group, option) counts when the point names it; it is altered wherever the oracle says it
 * in the point's place (the turn and group that the point names, else the case's thread and the tables), so that no
 * right word is left beside the wrong one. A clause is denied when it holds words of the point. Of an `[AND]` each part
 * is left out. What carries the point is moved to another turn (where the point names one) or group, and done by
 * somebody else.
 * @param decides whether a check decides the point; what is left to a judge no check can notice
 */
export function mutantsOf(
  stage: Stage,
  staged: StagedCase,
  oracle: readonly Act[],
  decides: (point: string) => boolean = () => true,
): Mutant[] {
  const concerns = concernsOf(stage, staged).filter(({ id }) => decides(id));
  const found = concerns.flatMap((concern) => {
    const one = new Mutator(stage, staged, oracle, concern);
    return [...one.values(), ...one.negations(), ...one.drops(), ...one.moves(), ...one.authors()];
  });
  const merged = new Map<string, Mutant>();
  for (const mutant of found) {
    const key = `${mutant.operator} ${JSON.stringify(mutant.acts)}`;
    const same = merged.get(key);
    const points = [...new Set([...(same?.points ?? []), ...mutant.points])];
    merged.set(key, { ...(same ?? mutant), points });
  }
  return [...merged.values()];
}

class Mutator {
  readonly #stage: Stage;
  readonly #staged: StagedCase;
  readonly #oracle: readonly Act[];
  readonly #concern: Concern;
  readonly #carriers: ReadonlySet<Act>;

  constructor(stage: Stage, staged: StagedCase, oracle: readonly Act[], concern: Concern) {
    this.#stage = stage;
    this.#staged = staged;
    this.#oracle = oracle;
    this.#concern = concern;
    this.#carriers = new Set(oracle.filter((act) => carries(act, concern, stage)));
  }

  values(): Mutant[] {
    const wanted = valuesIn(this.#concern.claim, this.#stage);
    return VALUES.flatMap((kind) => {
      const keys = [...new Set(wanted[kind].map(({ key }) => key))];
      return [
        ...keys.flatMap((key) => this.#altered(kind, key)),
        ...(kind === 'group' ? this.#sentElsewhere() : []),
      ];
    });
  }

  /** One value altered to each of its neighbours, all at once where it is said. */
  #altered(kind: Values, key: string): Mutant[] {
    const tokensOf = (text: string): Token[] =>
      valuesIn(text, this.#stage)[kind].filter((token) => token.key === key);
    const said = this.#oracle
      .filter((act) => inPlace(act, this.#concern))
      .flatMap((act) => wordsOf(act).flatMap(tokensOf));
    const [first] = said;
    if (first === undefined) return [];
    return this.#choices(kind, first).map((choice) => {
      const alter = (text: string): string => replaced(text, tokensOf(text), (token) => choice(token));
      return this.#mutant(kind, first.text, choice(first), (act) =>
        inPlace(act, this.#concern) ? withText(act, alter, this.#stage) : act,
      );
    });
  }

  /** Numbers and dates have their neighbours; of names one that is said nowhere in the case. */
  #choices(kind: Values, token: Token): ((token: Token) => string)[] {
    if (kind === 'number' || kind === 'date')
      return token.neighbours.map(
        (_, i) =>
          ({ neighbours, text }) =>
            neighbours[i] ?? text,
      );
    const all = [this.#concern.claim, ...this.#oracle.flatMap(wordsOf)].join('\n');
    const other = token.neighbours.find((name) => !all.includes(name)) ?? token.neighbours[0];
    return other === undefined ? [] : [() => other];
  }

  /** A message that is to be sent to a group goes to another one. */
  #sentElsewhere(): Mutant[] {
    const { group } = this.#concern;
    const other = this.#elsewhere();
    if (group === null || other === undefined || this.#carriers.size === 0) return [];
    return [
      this.#taken('group', group, other, (act) =>
        act.kind === 'say' && act.group === group && this.#carriers.has(act) ? { ...act, group: other } : act,
      ),
    ];
  }

  negations(): Mutant[] {
    return [...this.#carriers].flatMap((act) => {
      if (act.kind !== 'say') return [];
      return clausesOf(act.text).flatMap(({ from, text }) =>
        this.#passages(text).flatMap((passage) => {
          const denied = negated(text, passage);
          if (denied === null) return [];
          const whole = act.text.slice(0, from) + denied + act.text.slice(from + text.length);
          return [
            this.#mutant('negation', text, denied, (other) =>
              other === act ? withText(act, () => whole, this.#stage) : other,
            ),
          ];
        }),
      );
    });
  }

  /** What a clause says of the point: the values that it names, and words of it. */
  #passages(clause: string): string[] {
    const wanted = valuesIn(this.#concern.claim, this.#stage);
    const said = valuesIn(clause, this.#stage);
    const words = shared(clause, this.#concern.claim);
    const values = VALUES.flatMap((kind) =>
      said[kind].filter(({ key }) => wanted[kind].some((one) => one.key === key)).map(({ text }) => text),
    );
    return [
      ...new Set([
        ...(isTelling(words) ? [words] : []),
        ...values.filter((value) => !words.includes(value) || !isTelling(words)),
      ]),
    ];
  }

  drops(): Mutant[] {
    if (!this.#concern.and) return [];
    const said = [...this.#carriers].filter((act): act is Saying => act.kind === 'say');
    const parts = this.#concern.claim.split(/[，,；;、：:]|以及|\band\b|并/u).flatMap((part) => {
      const values = Object.values(valuesIn(part, this.#stage)).flat();
      const passages =
        values.length > 0 ? values.map(({ text }) => text) : said.map(({ text }) => shared(text, part));
      return passages.filter(
        (passage) => Array.from(passage).length >= 2 && said.some(({ text }) => text.includes(passage)),
      );
    });
    return [...new Set(parts)].map((part) =>
      this.#mutant('dropped', part, '', (act) =>
        act.kind === 'say' && this.#carriers.has(act)
          ? withText(act, (text) => text.replaceAll(part, ''), this.#stage)
          : act,
      ),
    );
  }

  moves(): Mutant[] {
    const carried = (act: Act): act is Saying => act.kind === 'say' && this.#carriers.has(act);
    if (!this.#oracle.some(carried)) return [];
    const mutants: Mutant[] = [];
    const { turn, group } = this.#concern;
    const other = turnsOf(this.#staged).find(({ after }) => after !== turn);
    if (turn !== null && other !== undefined && group === null)
      mutants.push(
        this.#taken('moved', `turn ${turn}`, `turn ${other.after}`, (act) =>
          carried(act) ? { ...act, after: other.after } : act,
        ),
      );
    const elsewhere = this.#elsewhere();
    if (group === null && elsewhere !== undefined)
      mutants.push(
        this.#taken('moved', 'thread', elsewhere, (act) =>
          carried(act) ? { ...act, group: elsewhere } : act,
        ),
      );
    if (group !== null)
      mutants.push(
        this.#taken('moved', group, 'thread', (act) => (carried(act) ? { ...act, group: null } : act)),
      );
    return mutants;
  }

  /** A group of the agent's in which the case does not look. */
  #elsewhere(): string | undefined {
    const { group, crossGroups } = this.#staged;
    return this.#stage.agentGroups.find((key) => key !== group && !crossGroups.includes(key));
  }

  authors(): Mutant[] {
    if (this.#carriers.size === 0) return [];
    const by = this.#staged.card.value.asker;
    return [
      this.#taken('author', this.#stage.agentName, this.#stage.names.get(by) ?? by, (act) =>
        this.#carriers.has(act) ? { ...act, author: { kind: 'npc', key: by } } : act,
      ),
    ];
  }

  #mutant(operator: Operator, before: string, after: string, alter: (act: Act) => Act): Mutant {
    return { operator, points: [this.#concern.id], before, after, acts: this.#oracle.map(alter) };
  }

  /** The same of messages that are taken away from where they stood: a word is left there, so that it is no silence. */
  #taken(operator: Operator, before: string, after: string, alter: (act: Act) => Act): Mutant {
    const mutant = this.#mutant(operator, before, after, alter);
    const acts = mutant.acts.flatMap((act, i): Act[] => {
      const was = this.#oracle[i];
      if (was === undefined || was === act || was.kind !== 'say') return [act];
      const word = /\p{Script=Han}/u.test(was.text) ? '收到。' : 'Noted.';
      return [{ ...was, text: word, mentions: [] }, act];
    });
    return { ...mutant, acts };
  }
}

/** An act with its texts altered: of a message whom it mentions, too. */
function withText(act: Act, alter: (text: string) => string, stage: Stage): Act {
  if (act.kind === 'say') {
    const text = alter(act.text);
    return { ...act, text, mentions: mentionsIn(text, stage.names) };
  }
  if ('text' in act) return { ...act, text: alter(act.text) };
  const cells = (row: RowAct['row']): RowAct['row'] =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [
        name,
        typeof cell === 'string' ? alter(cell) : Array.isArray(cell) ? cell.map(alter) : cell,
      ]),
    );
  return { ...act, row: cells(act.row), set: cells(act.set) };
}

import type { ImportedCase } from '../case.ts';
import type { Check, Contradiction } from './contradiction.ts';

/** What one leg of an offer costs a person, fees that are not included added. */
interface Leg {
  readonly leg: string;
  readonly cost: number;
}

const EQUATION = /(\d+)\s*[\p{L}\s]{0,12}\+\s*[\p{L}\s]{0,12}(\d+)\s*[\p{L}\s]{0,4}=\s*(\d+)/gu;
const PEOPLE = /([一两二三四五六七八九十]|\d+)\s*个?\s*(?:人|位)/;
const DIGITS = '零一二三四五六七八九十';

/** Sums that the expected behaviour writes out, by themselves and against the legs of the injected offers. */
export const prices: Check = ({ cases }) => cases.flatMap(pricesOf);

function pricesOf({ card, expected }: ImportedCase): Contradiction[] {
  const offers = offersIn((card.interceptions ?? []).map(({ inject_tool_result: { content } }) => content));
  const people = peopleIn(card.input.messages.at(-1)?.text ?? '');
  return expected.flatMap(({ n, plain }) =>
    [...plain.matchAll(EQUATION)].flatMap((match): Contradiction[] => {
      const [written, a, b, c] = match;
      const [sum, stated] = [Number(a) + Number(b), Number(c)];
      const place = { line: n, case_id: card.case_id, stated: written };
      if (sum !== stated)
        return [
          { ...place, code: 'sum', found: `${sum}`, message: `"${written}" is wrong: it makes ${sum}` },
        ];
      const hit = [...offers].find(([, legs]) => legs.length > 1 && legs.some(({ cost }) => cost === stated));
      if (hit === undefined) return [];
      const [name, legs] = hit;
      const only = legs.find(({ cost }) => cost === stated)?.leg ?? '';
      const all = [...offers].map(([offer, each]) => `${offer} ${wholeCost(each, people)}`).join(', ');
      return [
        {
          ...place,
          code: 'legs',
          found: all,
          message: `"${written}" counts ${only} alone, but the injected result also holds ${legs
            .map(({ leg }) => leg)
            .filter((leg) => leg !== only)
            .join(', ')} of ${name}. All legs: ${all}. An answer with these totals must not fail.`,
        },
      ];
    }),
  );
}

function wholeCost(legs: readonly Leg[], people: number): string {
  const each = legs.reduce((sum, { cost }) => sum + cost, 0);
  const parts = legs.map(({ cost }) => cost).join(' + ');
  return people > 1 ? `(${parts}) × ${people} = ${each * people}` : `${parts} = ${each}`;
}

/** Offers by name: in each list of priced things that the JSON holds, one leg. */
function offersIn(contents: readonly string[]): Map<string, Leg[]> {
  const offers = new Map<string, Leg[]>();
  for (const content of contents) {
    const value = parsed(content);
    if (!isRecord(value)) continue;
    for (const [leg, list] of Object.entries(value)) {
      if (!Array.isArray(list)) continue;
      for (const item of list as readonly unknown[]) {
        if (!isRecord(item)) continue;
        const name = Object.values(item).find((field) => typeof field === 'string');
        const cost = costOf(item);
        if (name !== undefined && cost !== null)
          offers.set(name, [...(offers.get(name) ?? []), { leg, cost }]);
      }
    }
  }
  return offers;
}

function costOf(item: Readonly<Record<string, unknown>>): number | null {
  const numbers = (key: RegExp): number[] =>
    Object.entries(item).flatMap(([name, value]) =>
      key.test(name) && typeof value === 'number' ? [value] : [],
    );
  const [price] = numbers(/price/i);
  if (price === undefined) return null;
  const included = Object.entries(item).some(([key, value]) => /included/i.test(key) && value === true);
  return price + (included ? 0 : numbers(/fee/i).reduce((sum, fee) => sum + fee, 0));
}

function peopleIn(text: string): number {
  const word = PEOPLE.exec(text)?.[1];
  if (word === undefined) return 1;
  if (word === '两') return 2;
  return DIGITS.includes(word) ? DIGITS.indexOf(word) : Number(word);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

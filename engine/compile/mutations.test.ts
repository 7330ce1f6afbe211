import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diskFiles, evalsetHash, loadEvalset, type Evalset } from '../evalset/index.ts';
import { compileOk } from './fixture.ts';
import { verifyScript } from './verify/index.ts';

interface Card {
  case_id: string;
  checkpoints_raw: string;
  turns: { text: string }[];
}

const KINDS: readonly (readonly [string, (text: string, at: number) => string])[] = [
  ['a space more', (t, at) => `${t.slice(0, at)} ${t.slice(at)}`],
  ['U+200B', (t, at) => `${t.slice(0, at)}\u200b${t.slice(at)}`],
  ['CR before a line end', (t) => (t.includes('\n') ? t.replace('\n', '\r\n') : `${t}\r`)],
  [
    'a full-width character',
    (t, at) => swapOne(t, at, /[!-~]/, (c) => String.fromCharCode(c.charCodeAt(0) + 0xfee0), 'ｘ'),
  ],
  [
    'another letter case',
    (t, at) =>
      swapOne(t, at, /[A-Za-z]/, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()), 'X'),
  ],
];

/** Changes the first character from `at` on that fits; where none fits, adds one. */
function swapOne(
  text: string,
  at: number,
  fits: RegExp,
  change: (c: string) => string,
  extra: string,
): string {
  const index = [...Array(text.length).keys()].find(
    (i) => i >= at && fits.test(text.charAt(i)) && !inBraces(text, i),
  );
  if (index === undefined) return text.slice(0, at) + extra + text.slice(at);
  return text.slice(0, index) + change(text.charAt(index)) + text.slice(index + 1);
}

/** A change inside a placeholder is another placeholder: that is compiled, not a slip of the pen. */
function inBraces(text: string, at: number): boolean {
  return text.lastIndexOf('{{', at) > text.lastIndexOf('}}', at - 1);
}

/** A place outside placeholders, spread over the text. */
function placeIn(text: string, n: number): number {
  let at = (n * 7919) % text.length;
  while (at > 0 && inBraces(text, at)) at--;
  return at;
}

async function harbor(): Promise<Evalset> {
  const loaded = await loadEvalset(path.resolve(import.meta.dirname, '../../samples/harbor'), diskFiles());
  if (loaded.evalset === null) throw new Error(JSON.stringify(loaded.findings));
  return loaded.evalset;
}

const evalset = await harbor();
const script = compileOk(evalset);
const cards = evalset.cards.map((c) => c.raw as Card);

describe('one-place mutations of prompts and checkpoints', () => {
  it.each(Array.from({ length: 50 }, (_, n) => n))(
    'number %i changes the hash and is named by the verifier',
    (n) => {
      const mutated = structuredClone(cards);
      const card = mutated[n % mutated.length]!;
      const mutate = KINDS[n % KINDS.length]![1];
      const inCheckpoints = n % 2 === 0;
      const turn = n % card.turns.length;
      if (inCheckpoints)
        card.checkpoints_raw = mutate(card.checkpoints_raw, placeIn(card.checkpoints_raw, n));
      else card.turns[turn]!.text = mutate(card.turns[turn]!.text, placeIn(card.turns[turn]!.text, n));
      expect(evalsetHash(mutated)).not.toBe(evalsetHash(cards));
      const findings = verifyScript({ cards: mutated, files: script.files });
      const field = inCheckpoints ? '/checkpoints_raw' : `/turns/${turn}`;
      expect(findings.some((f) => f.case_id === card.case_id && f.field.startsWith(field))).toBe(true);
      expect(new Set(findings.map((f) => f.case_id))).toEqual(new Set([card.case_id]));
    },
  );

  it('another order of cards changes the hash and is named', () => {
    for (let i = 0; i + 1 < cards.length; i++) {
      const swapped = [...cards];
      [swapped[i], swapped[i + 1]] = [swapped[i + 1]!, swapped[i]!];
      expect(evalsetHash(swapped)).not.toBe(evalsetHash(cards));
      expect(verifyScript({ cards: swapped, files: script.files })).not.toEqual([]);
    }
  });
});

describe('a script that was tampered with', () => {
  const withFile = (name: string, change: (text: string) => string): ReadonlyMap<string, string> =>
    new Map([...script.files].map(([file, text]) => [file, file === name ? change(text) : text]));

  it.each([
    ['a step’s text', 'exec-ops.json', (t: string) => t.replace('停了多久', '停了多 久')],
    ['a checkpoint', 'eval-ops.json', (t: string) => t.replaceAll('旁路开关', '旁路开 关')],
    ['garbled bytes', 'provenance.json', (t: string) => t.slice(0, t.length / 2)],
    ['an empty file', 'eval-qc.json', () => ''],
  ])('%s is found, and nothing is thrown', (_what, name, change) => {
    const files = withFile(name, change);
    expect(files.get(name)).not.toBe(script.files.get(name));
    expect(verifyScript({ cards, files })).not.toEqual([]);
  });

  it('a dropped step is found', () => {
    const files = withFile('exec-ops.json', (text) => {
      const bundle = JSON.parse(text) as { steps: unknown[] };
      bundle.steps.splice(2, 1);
      return JSON.stringify(bundle);
    });
    expect(verifyScript({ cards, files })).not.toEqual([]);
  });
});

it('two compiles on one day0 are byte-identical outside the manifests, on any day', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2024-01-01'), max: new Date('2032-12-31'), noInvalidDate: true }),
      (date) => {
        const day0 = date.toISOString().slice(0, 10);
        const first = compileOk(evalset, { day0, now: () => new Date(1) });
        const second = compileOk(evalset, { day0, now: () => new Date(2) });
        expect([...second.files]).toEqual([...first.files]);
        expect(verifyScript({ cards, files: first.files })).toEqual([]);
      },
    ),
    { numRuns: 25, examples: [[new Date('2028-02-29')], [new Date('2027-12-31')]] },
  );
});

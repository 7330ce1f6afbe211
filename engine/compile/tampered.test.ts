import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compileOk, evalsetOf } from './fixture.ts';
import { verifyScript, verifySource } from './verify/index.ts';
import { wholeEvalset } from './whole.fixture.ts';

const evalset = evalsetOf(wholeEvalset('by {{D+2}}（周三）, in {{Q}}: 周五, 🚢 {{M-1}}'));
const { files, manifests, findings } = compileOk(evalset);
const source = verifySource(evalset);

type Path = readonly (string | number)[];
/** Words of the compiler's own around the structure, and of the selection: the script hash has them. */
const WORDING = new Set(['note', 'instruction', 'reason', 'why', 'method', 'label']);

function stringsOf(value: unknown, path: Path = []): { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]: [string, unknown]) =>
    WORDING.has(key) && !path.includes('records')
      ? []
      : stringsOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}

const PLACES = [...files].flatMap(([name, text]) =>
  stringsOf(JSON.parse(text)).map(({ path, text: own }) => ({ name, path, own })),
);

function put(value: unknown, path: Path, text: string): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return text;
  if (Array.isArray(value))
    return value.map((item: unknown, i) => (i === step ? put(item, rest, text) : item));
  return Object.fromEntries(
    Object.entries(value as object).map(([key, item]: [string, unknown]) => [
      key,
      key === step ? put(item, rest, text) : item,
    ]),
  );
}

const change = fc.oneof(
  fc
    .constantFrom('replace', 'insert')
    .chain((how) =>
      fc.constantFrom('x', ' ', '\n', '\u200b', '0', '周', '}', '🚢', 'Ａ', '1').map((by) => ({ how, by })),
    ),
  fc.constant({ how: 'delete', by: '' }),
);

it('the script that is tampered with has every feature and no finding', () => {
  expect(findings).toEqual([]);
  expect(verifyScript({ ...source, files, scriptHash: manifests.script.hash })).toEqual([]);
  const names = PLACES.map(({ path }) => path.join('/'));
  for (const part of [
    /turn_kind/,
    /\/markdown$/,
    /records/,
    /conditional\/condition/,
    /also_mention/,
    /\/at$/,
  ])
    expect(names.some((name) => part.test(name))).toBe(true);
});

it('no change of one character of a compiled text goes unseen', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PLACES), fc.nat(), change, ({ name, path, own }, at, { how, by }) => {
      const units = Array.from(own);
      const place = at % (units.length + (how === 'insert' ? 1 : 0) || 1);
      units.splice(place, how === 'insert' ? 0 : 1, by);
      const changed = units.join('');
      fc.pre(changed !== own);
      const value = put(JSON.parse(files.get(name) ?? ''), path, changed);
      const tampered = new Map([...files, [name, JSON.stringify(value)]]);
      expect(verifyScript({ ...source, files: tampered }), `${name} ${path.join('/')}`).not.toEqual([]);
    }),
    { numRuns: 400 },
  );
}, 120_000);

it('no change of one byte of a file goes unseen by its hash', () => {
  const names = [...files.keys()];
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(), (name, at) => {
      const text = files.get(name) ?? '';
      const place = at % text.length;
      const other = text[place] === ' ' ? '\t' : ' ';
      const tampered = new Map([...files, [name, text.slice(0, place) + other + text.slice(place + 1)]]);
      const codes = verifyScript({ files: tampered, cards: [], scriptHash: manifests.script.hash });
      expect(codes.map(({ code }) => code)).toContain('script-hash');
    }),
    { numRuns: 50 },
  );
});

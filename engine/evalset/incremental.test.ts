import fc from 'fast-check';
import { expect, it } from 'vitest';
import { inspectEvalset } from './check.ts';
import { FileCache } from './file-cache.ts';
import { noFiles, overlayFiles } from './overlay-files.ts';
import { CARD, shown, WORLD } from './testing.ts';

const many = (count: number, make: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => make(i)).join('');

const LIST = many(
  150,
  (i) =>
    `- ${CARD.replace('A1', `A${i + 1}`)
      .trimEnd()
      .replaceAll('\n', '\n  ')}\n`,
).replace(
  'checkpoints_raw',
  '  - { turn: 2, kind: inject, speaker: ron, text: "BX-31 goes to the yard tonight" }\n  scenario_hidden: { text: "Ron promised berth four to the ferry company before the storm" }\n  checkpoints_raw',
);
const FILES: Readonly<Record<string, string>> = {
  'evalset.yaml': 'name: e\nversion: V1\ncases: [cards.yaml]\nworld: w.world.yaml\n',
  'cards.yaml': LIST,
  'w.world.yaml': `${WORLD}history:\n${many(600, (i) => `  - group: ops\n    actor: ron\n    text: 'Tide table of day ${i}, as every morning'\n`)}`,
  'cases.deps.yaml':
    'cases:\n  A1: { leaves_facts: [{ id: yard, text: "BX-31 is in the yard" }] }\n  A2: { depends_on: [A1], branches: { CP1: [{ fact: yard, text: "x" }] } }\n',
  'cases.checks.yaml': `checks:\n${many(150, (i) => `  A${i + 1}:\n    CP1: { message: { says: "berth ${i}" } }\n`)}`,
};
/** What an edit puts: harmless words, other keys, and everything that takes a text apart. */
const PUT = [
  ...['x', ' ', '\n', '#', '"', "'", ': ', '- ', '[', '}', '&a ', '*a', '|-', '{{D+1}}', '周三', '{{ D }'],
  ...[
    'mia',
    'mio',
    'ops',
    'A7',
    '[CP9]',
    '[必选]',
    'plan',
    '\n  extra: 1',
    '\n- case_id: A3\n',
    '\n    seed_refs: [nope]',
  ],
  'Ron promised berth four to the ferry company before the storm',
  ...['BX-31', '「goes to the yard」', '（依据：A7）', 'Mia', 'Ron', '9月8日', '先查表，再查群'],
];

it('says after any edits what it says when all is read anew', { timeout: 120_000 }, async () => {
  const edit = fc.record({
    file: fc.constantFrom(...Object.keys(FILES)),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat({ max: 9 }),
    put: fc.constantFrom(...PUT),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(edit, { minLength: 1, maxLength: 5 }), async (edits) => {
      const texts = new Map(Object.entries(FILES).map(([name, text]) => [`/e/${name}`, text] as const));
      const cache = new FileCache();
      await inspectEvalset('/e', overlayFiles(texts, noFiles()), undefined, cache);
      for (const { file, at, cut, put } of edits) {
        const text = texts.get(`/e/${file}`) ?? '';
        const from = Math.round(at * text.length);
        texts.set(`/e/${file}`, text.slice(0, from) + put + text.slice(from + cut));
        const files = overlayFiles(texts, noFiles());
        const [kept, fresh] = [
          await inspectEvalset('/e', files, undefined, cache),
          await inspectEvalset('/e', files),
        ];
        expect(kept.findings.map(shown)).toEqual(fresh.findings.map(shown));
        expect(kept.loaded.evalset?.cards.map((card) => card.value)).toEqual(
          fresh.loaded.evalset?.cards.map((card) => card.value),
        );
        expect(kept.loaded.evalset?.world.value).toEqual(fresh.loaded.evalset?.world.value);
      }
    }),
    { numRuns: 8 },
  );
});

it('is without a finding before it is edited', async () => {
  const files = overlayFiles(
    new Map(Object.entries(FILES).map(([name, text]) => [`/e/${name}`, text])),
    noFiles(),
  );
  const { findings, loaded } = await inspectEvalset('/e', files);
  expect(findings.map(shown)).toEqual([]);
  expect(loaded.files.filter(({ document }) => document.split !== null)).toHaveLength(2);
});

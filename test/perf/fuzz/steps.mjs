// Random edits that are the same for the same seed.

/** What half-typed, pasted and merged files are made of. */
const PIECES = [
  ...'{}[]:,-|>"\'#&*!?%@`\\ \n',
  '\t',
  '\r',
  '\r\n',
  '\0',
  '\uFFFD',
  '\uFEFF',
  '\u200b',
  '\ud83d',
  '🚢',
  '汐港冷运',
  ': ',
  '- ',
  '|-\n  ',
  '---\n',
  '...\n',
  '\n\n',
  '  ',
  '&a ',
  '*a',
  '<<: *a\n',
  '? a\n: b\n',
  '!!binary x',
  '<<<<<<< HEAD\n',
  '=======\n',
  '>>>>>>> b\n',
  '<<<<<<< a\n1\n=======\n2\n>>>>>>> b\n',
  '{{D',
  '{{D+400|YYYY-MM-DD}}',
  '{{D+2}}（周三）',
  '[CP1·结果][必选] x\n',
  '[扣分]',
  '【计分】',
  '@',
  'case_id: H01\n',
  'turns:\n  - turn: 1\n',
  '"case_id": "H01",\n',
  'kind: skill\n',
  '## 反模式\n- x\n',
  'schemas: { cases: own.json }\n',
  '"pattern": "^(a+)+$",',
  '1e999',
  '0x',
  'null',
  'true',
  '{"a":',
  '}\n]',
  'x'.repeat(3000),
  'a: '.repeat(200),
  '['.repeat(300),
  '- '.repeat(300),
  '"\\u',
  '\\ud800',
];
const ASKS = [
  'hover',
  'completion',
  'definition',
  'references',
  'documentHighlight',
  'prepareRename',
  'rename',
  'documentSymbol',
  'foldingRange',
  'selectionRange',
  'semanticTokens/full',
  'inlayHint',
  'codeAction',
  'codeLens',
];

/** Numbers from 0 to 1 (mulberry32). */
function random(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/**
 * Steps: `what` is done to `file` (offsets count in the text of now and are cut to it), then each of `asks` is asked.
 * `lengths`: of the texts as they are written.
 */
export function* randomSteps(files, { lengths }, seed, count) {
  const next = random(seed);
  const below = (n) => Math.floor(next() * n);
  const one = (list) => list[below(list.length)];
  let file = one(files);
  for (let i = 0; i < count; i++) {
    // Somebody stays in a file for a while.
    if (next() < 0.15) file = one(files);
    const length = lengths(file);
    const from = below(length + 1);
    const few = below(next() < 0.8 ? 12 : 400);
    const dice = next();
    const what =
      dice < 0.45
        ? { put: one(PIECES), from, to: from }
        : dice < 0.65
          ? { put: '', from, to: from + few }
          : dice < 0.75
            ? { put: one(PIECES), from, to: from + few }
            : dice < 0.82
              ? { copy: [from, from + few], from: below(length + 1) }
              : dice < 0.86
                ? { cut: from }
                : dice < 0.89
                  ? { reopen: true }
                  : { restore: true };
    yield { file, ...what, asks: [one(ASKS), one(ASKS)].map((ask) => [ask, from + below(8)]) };
  }
}

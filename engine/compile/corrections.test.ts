import { describe, expect, it } from 'vitest';
import type { Correction, CorrectionMove, EvalBundle, Provenance, TeamCard } from '../../schemas/index.ts';
import { cardOf, compileErrors, compileOk, evalsetOf, WORLD } from './fixture.ts';
import { verifyScript, verifySource } from './verify/index.ts';

const query = (turn: number, text: string) => ({ turn, kind: 'query', speaker: 'asker', text }) as const;
const CARD: TeamCard = cardOf('A1', {
  turns: [
    query(1, '@小舵 One, by {{D+2}}（周三）'),
    query(2, '@小舵 two.'),
    { turn: 3, kind: 'inject', speaker: 'bo', text: '小舵　three' },
    { turn: 4, kind: 'npc_reply_conditional', speaker: 'bo', text: '@小舵 four', condition: '被 @ 时' },
  ],
  exec_notes: 'Bo says: "{{D+1}}（周一） it is." when asked on {{D}}.',
});

type Short<T> = T extends Correction ? Omit<T, 'case' | 'reason'> : never;
const make = (...corrections: Short<Correction>[]) =>
  evalsetOf({
    cards: [CARD],
    world: WORLD,
    corrections: corrections.map((one) => ({ ...one, case: 'A1', reason: 'why' })),
  });
const ADD = {
  op: 'add_turn',
  turn: 9,
  after: 1,
  kind: 'npc_reply_conditional',
  speaker: 'bo',
  from: '/exec_notes',
  text: '{{D+1}}（周一） it is.',
  condition: 'asked on {{D}}',
} as const;

/** The messages of the case, one a line. */
const played = (...corrections: Short<Correction>[]): string[] => {
  const script = compileOk(make(...corrections));
  expect(script.findings).toEqual([]);
  return (script.evalBundles[0]?.steps ?? []).flatMap((step) =>
    step.op === 'msg'
      ? [
          `${step.id.slice('e-ops-001-A1-'.length)} ${step.actor}${step.mention === undefined ? '' : ' @'}${(step.also_mention ?? []).map((who) => `+${who}`).join('')}: ${step.text}${step.conditional === undefined ? '' : ` [${step.conditional.condition}]`}`,
        ]
      : [],
  );
};

const ONE = 'q1 asker @: One, by 9月8日（周二）';
const TWO = 'q2 asker @: two.';
const THREE = 'i3 bo @: 小舵　three';
const FOUR = 'cond1 bo @: four [被 @ 时]';

describe('what corrections make of a case', () => {
  it.each<[string, Short<Correction>[], string[]]>([
    ['nothing', [], [ONE, TWO, THREE, FOUR]],
    ['a turn dropped', [{ op: 'drop_turn', turn: 2 }], [ONE, THREE, FOUR]],
    [
      'turns merged, with their mentions',
      [{ op: 'merge_turns', turns: [1, 2] }],
      ['q1 asker @: One, by 9月8日（周二）\ntwo.', THREE, FOUR],
    ],
    [
      'lines added from the notes, rendered there, behind one another',
      [ADD, { ...ADD, turn: 8, kind: 'inject', text: 'Bo says:', condition: undefined }],
      [ONE, 'cond2 bo @: 9月7日（周一） it is. [asked on 9月6日]', 'i8 bo @: Bo says:', TWO, THREE, FOUR],
    ],
    [
      'a conditional line dropped does not renumber the others',
      [ADD, { op: 'drop_turn', turn: 4 }],
      [ONE, 'cond2 bo @: 9月7日（周一） it is. [asked on 9月6日]', TWO, THREE],
    ],
    [
      'the agent is not mentioned: its name stays text',
      [{ op: 'drop_mention', turn: 2 }],
      [ONE, 'q2 asker: @小舵 two.', THREE, FOUR],
    ],
    [
      'a colleague is mentioned too',
      [{ op: 'add_mention', turn: 2, who: 'bo' }],
      [ONE, 'q2 asker @+bo: two.', THREE, FOUR],
    ],
    [
      'whatever the order in the file',
      [
        { op: 'drop_mention', turn: 1 },
        { op: 'merge_turns', turns: [1, 2] },
        { op: 'drop_turn', turn: 3 },
      ],
      ['q1 asker: @小舵 One, by 9月8日（周二）\n@小舵 two.', FOUR],
    ],
  ])('%s', (_, corrections, expected) => {
    // A key that is undefined is none in a file.
    const plain = JSON.parse(JSON.stringify(corrections)) as Short<Correction>[];
    expect(played(...plain)).toEqual(expected);
  });

  it('a mention in other words becomes the real one', () => {
    const turns = [query(1, '@小舵助手 \u3000help'), query(2, '＠舵 \n now')];
    const corrections: Correction[] = [
      { op: 'merge_mention', turn: 1, written: '@小舵助手', case: 'A1', reason: 'r' },
      { op: 'merge_mention', turn: 2, written: '＠舵', case: 'A1', reason: 'r' },
    ];
    const script = compileOk(evalsetOf({ cards: [cardOf('A1', { turns })], world: WORLD, corrections }));
    const texts = script.evalBundles[0]?.steps.flatMap((step) => (step.op === 'msg' ? [step.text] : []));
    expect(texts).toEqual(['help', 'now']);
    expect(script.evalBundles[0]?.cards[0]?.query).toEqual(['@小舵助手 \u3000help', '＠舵 \n now']);
    expect(script.findings).toEqual([]);
  });

  it('a case whose colleague is mentioned has that in its step', () => {
    const { selection, evalBundles } = compileOk(make({ op: 'add_mention', turn: 2, who: 'bo' }));
    expect(selection.cases).toEqual(['A1']);
    const mentions = evalBundles[0]?.steps.map((step) => ('also_mention' in step ? step.also_mention : []));
    expect(mentions?.flat()).toEqual(['bo']);
  });

  it('is in the script’s manifest and hash, not in the evalset’s', () => {
    const [plain, corrected] = [compileOk(make()), compileOk(make({ op: 'drop_turn', turn: 2 }))];
    expect(corrected.manifests.evalset.hash).toBe(plain.manifests.evalset.hash);
    expect(corrected.manifests.script.hash).not.toBe(plain.manifests.script.hash);
    expect(corrected.manifests.script.corrections).toMatchObject({ count: 1 });
  });
});

it('reports what cannot be made, at its place in the file', () => {
  const corrections: Correction[] = [
    { op: 'drop_turn', turn: 7, case: 'A1', reason: 'r' },
    { op: 'drop_turn', turn: 1, case: 'Z1', reason: 'r' },
    { ...ADD, text: '{{D+1}}（周', case: 'A1', reason: 'r' },
    { ...ADD, turn: 10, text: '+1}}', case: 'A1', reason: 'r' },
  ];
  const errors = compileErrors(evalsetOf({ cards: [CARD], world: WORLD, corrections }));
  expect(errors.map(({ file, pointer }) => `${file ?? ''}${pointer}`)).toEqual([
    '/evalset/corrections.yaml/corrections/1/case',
    '/evalset/corrections.yaml/corrections/2/text',
    '/evalset/corrections.yaml/corrections/3/text',
    '/evalset/corrections.yaml/corrections/0/turn',
  ]);
  expect(errors[2]?.message).toMatch(/cuts .* in two/);
});

describe('the verifier', () => {
  const evalset = make(ADD, { op: 'merge_turns', turns: [1, 9] });
  const good = make(ADD, { op: 'drop_turn', turn: 3 }, { op: 'drop_mention', turn: 2 });
  const { files } = compileOk(good);
  const codes = (change: (p: Provenance) => void, source = verifySource(good)) => {
    const value = JSON.parse(files.get('provenance.json') ?? '') as Provenance;
    change(value);
    const tampered = new Map([...files, ['provenance.json', JSON.stringify(value)]]);
    return verifyScript({ ...source, files: tampered }).map(({ code }) => code);
  };
  const moves = (change: (moves: CorrectionMove[]) => void) =>
    codes((p) => {
      change(p.corrections?.['A1'] ?? []);
    });

  it('refuses to merge what is no neighbour of its kind', () => {
    expect(compileErrors(evalset)).toHaveLength(1);
  });

  it('takes the listed moves only as the file demands them', () => {
    expect(codes(() => undefined)).toEqual([]);
    expect(moves((m) => m.pop())).toContain('correction-missing');
    expect(moves((m) => m.push(m[0]!))).toContain('correction-unlisted');
    expect(moves((m) => m.reverse())).toContain('correction-order');
    expect(moves((m) => (m[1] = { kind: 'drop_turn', by: '/corrections/1', turn: 2 }))).toContain(
      'correction-unlisted',
    );
    expect(moves((m) => (m[0] = { ...m[0]!, by: '/corrections/2' }))).toContain('correction-unlisted');
    const shifted = (m: CorrectionMove[]) => {
      const first = m[0];
      if (first?.kind === 'add_turn') m[0] = { ...first, text: { ...first.text, at: first.text.at + 1 } };
    };
    expect(moves(shifted)).toContain('correction-unlisted');
    expect(codes((p) => (p.corrections = { ...p.corrections, Z: [] }))).toContain('correction-unlisted');
  });

  it('knows a script of other corrections', () => {
    const source = verifySource(good);
    expect(codes(() => undefined, { ...source, corrections: undefined })).toContain('correction-unlisted');
    const less = { corrections: source.corrections?.corrections.slice(0, 2) ?? [] };
    expect(codes(() => undefined, { ...source, corrections: less })).toEqual(
      expect.arrayContaining(['correction-unlisted', 'step-field', 'text-differs']),
    );
  });

  it('sees a turn that is still played, or no more, without a correction', () => {
    const change = (to: (bundle: EvalBundle) => void) => {
      const bundle = JSON.parse(files.get('eval-ops.json') ?? '') as EvalBundle;
      to(bundle);
      const tampered = new Map([...files, ['eval-ops.json', JSON.stringify(bundle)]]);
      return verifyScript({ ...verifySource(good), files: tampered }).map(({ code }) => code);
    };
    expect(change((b) => b.steps.splice(0, 2))).toContain('step-missing');
    expect(change((b) => b.steps.push({ ...b.steps[0]!, id: 'e-ops-001-A1-i3' }))).toContain('step-extra');
    expect(change((b) => b.cards[0]!.query.pop())).toContain('query-count');
  });
});

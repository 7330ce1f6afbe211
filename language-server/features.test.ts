import { describe, expect, it } from 'vitest';
import type { DocumentSymbol } from 'vscode-languageserver-protocol';
import { CARD, EVALSET, evalsetWith, WORLD } from '../engine/evalset/testing.ts';
import { cursorIn, scene } from './testing/scene.ts';

const POINTS = `checkpoints_raw: |-
  [CP1·结果][必选] Names the place
  [CP2·过程][必选][交付门] Says so
  [扣分] Invents
  [一票否决] Leaks
`;
const JUDGED = CARD.replace(/checkpoints_raw[^]*?\n(?=seed)/, POINTS);

describe('hover', () => {
  async function hoverAt(path: string, marked: string): Promise<string | null> {
    const { text, position } = cursorIn(marked);
    const { client } = await scene(evalsetWith());
    await client.open(path, text, path.endsWith('.json') ? 'json' : 'evalset');
    const hover = await client.hover(path, position);
    if (hover === null) return null;
    if (typeof hover.contents !== 'object' || !('value' in hover.contents)) throw new Error('no markdown');
    return hover.contents.value;
  }

  it.each<[string, string, string, RegExp]>([
    [
      'a key',
      '/e/a.case.yaml',
      CARD.replace('group_key', 'group‸_key'),
      /^\*\*group\\_key\*\*\n\nGroup in which .*\n\ntext · key of a group$/,
    ],
    [
      'an enum’s value',
      '/e/a.case.yaml',
      CARD.replace('kind: query', 'kind: qu‸ery'),
      /one of \*\*`query`\*\*, `inject`, `npc_reply_conditional`$/,
    ],
    [
      'a value of a list',
      '/e/a.case.yaml',
      CARD.replace('[plan]', '[pl‸an]'),
      /^\*\*Plan\*\* · asset `plan`\n\n`doc`\n\n```text\n# Plan\n```\n\n---\n\n\*\*seed\\_refs\*\*\n\nAsset\n\ntext · key of an asset$/,
    ],
    [
      'a to-the-letter key',
      '/e/a.case.yaml',
      CARD.replace('checkpoints_raw', '‸checkpoints_raw'),
      /kept to the letter$/,
    ],
    [
      'a person',
      '/e/a.case.yaml',
      CARD.replace('asker: mia', 'asker: mi‸a'),
      /^\*\*Mia\*\* · actor `mia`\n\n`#ops`\n\n---\n\n\*\*asker\*\*/,
    ],
    [
      'a group',
      '/e/a.case.yaml',
      CARD.replace('group_key: ops', 'group_key: op‸s'),
      /^\*\*\\#ops\*\* · group `ops`\n\nMia · asker\n\n---/,
    ],
    [
      'a case',
      '/e/cases.checks.yaml',
      'checks:\n  A‸1:\n    CP1: { message: {} }\n',
      /^\*\*\\@Bo Where does it stand\?\*\* · case `A1`\n\nline\n\n```text\n@Bo Where does it stand\?\n```/,
    ],
    [
      'a date',
      '/e/a.case.yaml',
      CARD.replace('Where', '{{D+‸9}}'),
      /^\*\*9月15日 Tue\*\*\n\n`\{\{D\+9\}\}` · on 2026-09-06, as if today/,
    ],
    [
      'a tag',
      '/e/a.case.yaml',
      CARD.replace('[必选]', '[必‸选]'),
      /^\*\*`\[必选\]`\*\* · CP1\n\nMust be met/,
    ],
    ['an optional key', '/e/a.case.yaml', `${CARD}dm: tr‸ue\n`, /true or false, optional$/],
    [
      'the discriminator of a union',
      '/e/w.world.yaml',
      WORLD.replace('kind: doc', 'kind: d‸oc'),
      /^\*\*kind\*\*\n\ntext · one of \*\*`doc`\*\*$/,
    ],
    [
      'a union narrowed',
      '/e/w.world.yaml',
      WORLD.replace('markdown', 'mark‸down'),
      /Body of the document as Markdown/,
    ],
    [
      'a key of the other option',
      '/e/w.world.yaml',
      WORLD.replace('kind: doc', 'kind: base').replace('markdown', 'mark‸down'),
      /^$/,
    ],
    [
      'a record’s value',
      '/e/w.world.yaml',
      WORLD.replace('display_name: Mia', 'display‸_name: Mia'),
      /Name as the platform shows it/,
    ],
    [
      'a recursive model',
      '/e/cases.checks.yaml',
      'checks:\n  A1:\n    CP1:\n      not: { any: [{ message: { wh‸ere: case } }] }\n',
      /one of `case`, `thread`, `toplevel`, `verification`/,
    ],
    [
      'a choice of types',
      '/e/cases.checks.yaml',
      'checks:\n  A1:\n    CP1:\n      message: { sa‸ys: [a, b] }\n',
      /list of text/,
    ],
    [
      'a rule',
      '/e/evalset.yaml',
      `${EVALSET}rules: { bare-week‸day: off }\n`,
      /^\*\*bare\\-weekday\*\*\n\nA weekday word belongs .*\n\ntext · one of `error`, `warning`, `info`, `off`$/,
    ],
    [
      'JSON',
      '/e/evalset/cases.json',
      '[{"case_id":"x","turns":[{"k‸ind":"inject"}]}]',
      /one of `query`, `inject`/,
    ],
  ])('%s', async (_name, path, marked, expected) => {
    expect((await hoverAt(path, marked)) ?? '').toMatch(expected);
  });

  it.each([
    ['inside a long text', '/e/a.case.yaml', CARD.replace('Names', 'Na‸mes')],
    ['on an unknown key', '/e/a.case.yaml', `${CARD}![x](http://y‸): 1\n`],
    ['behind the end', '/e/a.case.yaml', `${CARD}\n\n‸`],
  ])('says nothing %s', async (_name, path, marked) => {
    expect(await hoverAt(path, marked)).toBeNull();
  });

  it('a half-typed file still has hovers', async () => {
    expect(await hoverAt('/e/a.case.yaml', 'case_id: A1\nstory‸line: x\nturns: [')).toContain('Storyline');
  });
});

describe('document symbols', () => {
  const shown = (symbols: readonly DocumentSymbol[], indent = ''): string[] =>
    symbols.flatMap(({ name, detail, range, selectionRange, children }) => [
      `${indent}${name}${detail ? ` | ${detail}` : ''} ${range.start.line}-${range.end.line} @${selectionRange.start.line}:${selectionRange.start.character}`,
      ...shown(children ?? [], `${indent}  `),
    ]);
  async function symbolsOf(path: string, text?: string): Promise<string> {
    const { client } = await scene(evalsetWith());
    if (text !== undefined) await client.open(path, text);
    const symbols = (await client.symbols(path)) ?? [];
    return shown(symbols.filter((item) => 'range' in item)).join('\n');
  }

  it('of a card', async () => {
    expect(await symbolsOf('/e/a.case.yaml', JUDGED)).toMatchInlineSnapshot(`
      "A1 | @Bo Where does it stand? 0-16 @0:0
        1 query | @Bo Where does it stand? 5-10 @5:4
        Checkpoints 10-14 @10:0
          [CP1·结果][必选] | Names the place 11-11 @11:2
          [CP2·过程][必选][交付门] | Says so 12-12 @12:2
          DED1 [扣分] | Invents 13-13 @13:2
          VETO1 [一票否决] | Leaks 14-14 @14:2"
    `);
  });
  it('of a world', async () => {
    expect(await symbolsOf('/e/w.world.yaml')).toMatchInlineSnapshot(`
      "Actors 4-7 @4:0
        mia | Mia 5-5 @5:2
        ron | Ron 6-6 @6:2
      Groups 7-10 @7:0
        ops | #ops 8-8 @8:2
        core | #core 9-9 @9:2
      Agents 10-12 @10:0
        bo | Bo #1 11-11 @11:6
      Assets 12-23 @12:0
        plan | Plan 13-19 @13:2
        secret | Secret 19-23 @19:2"
    `);
  });
  it('of a playbook', async () => {
    const text =
      'actor_key: ron\nname: Ron\nconditional_replies:\n  - case_id: A1\n    condition: asked\n    reply_text: |-\n      Soon.\n';
    expect(await symbolsOf('/e/ron.npc.yaml', text)).toMatchInlineSnapshot(`
      "ron | Ron 0-7 @0:0
        A1 | Soon. 3-7 @3:4"
    `);
  });
  it('of checks', async () => {
    const text =
      'checks:\n  A1:\n    CP1:\n      message: { says: x }\nconditionals:\n  A1:\n    cond1: { absent: {} }\n';
    expect(await symbolsOf('/e/cases.checks.yaml', text)).toMatchInlineSnapshot(`
      "A1 1-4 @1:2
        CP1 | message 2-4 @2:4
      A1 | conditionals 5-7 @5:2
        cond1 | absent 6-6 @6:4"
    `);
  });
  it('of a card that is half there', async () => {
    expect(await symbolsOf('/e/a.case.yaml', 'case_id:\nturns:\n  - turn: 1\n  -\ncheckpoints_raw:\n'))
      .toMatchInlineSnapshot(`
      "? 0-4 @0:0
        1  2-3 @2:4
        2  3-3 @3:3"
    `);
  });
});

describe('lenses', () => {
  const lensesOf = async (files: Record<string, string>, path: string, locale = 'en') => {
    const { client } = await scene(files, { locale });
    return ((await client.lenses(path)) ?? []).map(
      ({ range, command }) =>
        `${range.start.line}:${range.start.character} ${command?.title ?? ''} ${command?.command ?? ''} ${JSON.stringify(command?.arguments ?? [])}`,
    );
  };

  it.each([
    [
      'en',
      [
        '0:0 $(play) Run case sundowner.runCase [{"uri":"file:///e/a.case.yaml","caseId":"A1"}]',
        '10:0 2 required · 1 deduction · 1 veto · gate CP2  []',
      ],
    ],
    [
      'zh-cn',
      [
        '0:0 $(play) 运行本题 sundowner.runCase [{"uri":"file:///e/a.case.yaml","caseId":"A1"}]',
        '10:0 必选 2 · 扣分 1 · 一票否决 1 · 交付门 CP2  []',
      ],
    ],
  ])('in %s', async (locale, expected) => {
    expect(await lensesOf(evalsetWith({ 'a.case.yaml': JUDGED }), '/e/a.case.yaml', locale)).toEqual(
      expected,
    );
  });

  it('none runs a lone card, and a frozen copy has none at all', async () => {
    expect(await lensesOf({ '/e/lone.case.yaml': JUDGED }, '/e/lone.case.yaml')).toEqual([
      '10:0 2 required · 1 deduction · 1 veto · gate CP2  []',
    ]);
    const frozen = '/e/runs/b/evalset/a.case.yaml';
    expect(await lensesOf({ [frozen]: JUDGED }, frozen)).toEqual([]);
  });
});

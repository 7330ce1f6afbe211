import { describe, expect, it } from 'vitest';
import { CodeActionRequest, type CodeAction } from 'vscode-languageserver-protocol';
import { CARD, EVALSET, evalsetWith, WORLD, type MarkedFiles } from '../engine/evalset/testing.ts';
import { uriOf } from './project/uris.ts';
import { MODERN } from './testing/client.ts';
import { applied } from './testing/edits.ts';
import { cursorIn, scene } from './testing/scene.ts';

const CASE = '/e/a.case.yaml';
const CAPABILITIES = {
  ...MODERN,
  textDocument: {
    ...MODERN.textDocument,
    codeAction: { codeActionLiteralSupport: { codeActionKind: { valueSet: [] } } },
  },
};

async function actions(
  file: string,
  marked: string,
  files: MarkedFiles = {},
  only?: string[],
  locale = 'en',
) {
  const { text, position } = cursorIn(marked);
  const found = await scene(
    { ...evalsetWith(), ...files, [file]: text },
    { capabilities: CAPABILITIES, locale },
  );
  const list = await found.client.connection.sendRequest(CodeActionRequest.type, {
    textDocument: { uri: uriOf(file) },
    range: { start: position, end: position },
    context: { diagnostics: [], ...(only === undefined ? {} : { only }) },
  });
  return { ...found, actions: (list ?? []) as CodeAction[] };
}

/** The file after the fix of that title. */
async function fixed(file: string, marked: string, title: string, files: MarkedFiles = {}, changed = file) {
  const { actions: list, disk } = await actions(file, marked, files);
  const action = list.find((item) => item.title === title);
  if (action === undefined)
    throw new Error(`no "${title}" among: ${list.map((item) => item.title).join(' | ')}`);
  return applied(action.edit ?? null, disk.texts).get(changed);
}

const say = (text: string) => CARD.replace('|-\n      @Bo Where does it stand?', text);
const block = (...lines: string[]) => say(['|-', ...lines.map((line) => `      ${line}`)].join('\n'));
const LITERAL = 'Write it as a literal block (|-)';
const IN = 'Make the comment part of the text';
const OUT = 'Remove the comment';

describe('a text that YAML eats', () => {
  it.each<[string, string, string, string]>([
    ['behind a hash', say('tell ‸#desk # now'), LITERAL, block('tell #desk # now')],
    ['that begins with a mention', say('‸@Bo tell #desk'), LITERAL, block('@Bo tell #desk')],
    ['that holds a colon', say('‸Hear: he said: no'), LITERAL, block('Hear: he said: no')],
    ['whole', say('‸#desk, please'), LITERAL, block('#desk, please')],
    ['plain', say("‸Where's it?"), LITERAL, block("Where's it?")],
    ['plain, in quotes', say("‸Where's it #now"), 'Put it in quotes', say("'Where''s it #now'")],
    [
      'over lines',
      say('‸one\n      two\n\n      three #x'),
      LITERAL,
      block('one', 'two', '', 'three #x').replace('      \n', '\n'),
    ],
    ['folded', say('‸>-\n      one\n      two'), 'Keep the text to the letter (|-)', block('one', 'two')],
    ['with a final line end', say('‸|\n      one'), 'Keep the text to the letter (|-)', block('one')],
    [
      'with an indentation of its own',
      say('‸|2\n        one'),
      'Keep the text to the letter (|-)',
      say('|2-\n        one'),
    ],
    ['behind the header', say('|- ‸# note\n      one'), IN, block('# note', 'one')],
    ['behind the header, removed', say('|- ‸# note\n      one'), OUT, block('one')],
    ['behind a quote', say("'one' ‸# it's"), IN, say("'one # it''s'")],
    ['behind a quote, removed', say("'one' ‸# note"), OUT, say("'one'")],
  ])('%s', async (_, marked, title, expected) => {
    expect(await fixed(CASE, marked, title)).toBe(expected);
  });

  it('in brackets gets quotes', async () => {
    const turn = CARD.replace(
      /turns:[^]*?\n(?=check)/,
      'turns: [{ turn: 1, kind: query, speaker: mia, text: ‸hi }]\n',
    );
    expect(await fixed(CASE, turn, 'Put it in quotes')).toContain("speaker: mia, text: 'hi' }]");
  });

  it('is mended in the first line of a list’s item', async () => {
    const npc =
      'actor_key: mia\nname: M\nrole: R\ngroups: [ops]\npersona_prompt: |-\n  x\nknowledge:\n  - ‸see #desk\n';
    const files = { '/e/evalset.yaml': `${EVALSET}npcs: [m.npc.yaml]\n` };
    expect(await fixed('/e/m.npc.yaml', npc, LITERAL, files)).toBe(
      npc.replace('‸see #desk', '|-\n    see #desk'),
    );
  });
});

describe('words', () => {
  const unknown = CARD.replace('asker: mia', 'ask‸r: mia');
  it.each<[string, string, string, string, string]>([
    ['an unknown key', CASE, unknown, 'Change to asker', CARD],
    ['a wrong word', CASE, CARD.replace('kind: query', 'kind: ‸qurey'), 'Change to query', CARD],
    [
      'a wrong word in quotes',
      CASE,
      CARD.replace('kind: query', "kind: '‸qurey'"),
      'Change to query',
      CARD.replace('query', "'query'"),
    ],
    ['a key that is nowhere', CASE, CARD.replace('asker: mia', 'asker: ‸mai'), 'Change to mia', CARD],
    ['a tag', CASE, CARD.replace('[CP1·结果]', '[CP1‸-结果]'), 'Change to [CP1·结果]', CARD],
    ['full-width brackets', CASE, CARD.replace('[必选]', '【必‸选】'), 'Change to [必选]', CARD],
    [
      'a date',
      CASE,
      CARD.replace('Where', '{{ d+‸1 }}'),
      'Change to {{D+1}}',
      CARD.replace('Where', '{{D+1}}'),
    ],
    [
      'a date that is open',
      CASE,
      CARD.replace('Where', '{{D+‸1 x'),
      'Change to {{D+1}}',
      CARD.replace('Where', '{{D+1}} x'),
    ],
    [
      'a number that is a text',
      CASE,
      CARD.replace('storyline: line', 'storyline: ‸12'),
      'Put it in quotes',
      CARD.replace('storyline: line', "storyline: '12'"),
    ],
    [
      'a point',
      '/e/cases.checks.yaml',
      'checks: { A1: { ‸CP11: { message: {} } } }\n',
      'Change to CP1',
      'checks: { A1: { CP1: { message: {} } } }\n',
    ],
  ])('%s', async (_, file, marked, title, expected) => {
    expect(await fixed(file, marked, title)).toBe(expected);
  });

  it('in JSON keep their quotes', async () => {
    const marked = '[{ "case_id": "A1", "storyline": "s", "ask‸r": "mia", "turns": [] }]\n';
    expect(await fixed('/f/evalset/cases.json', marked, 'Change to asker')).toBe(
      marked.replace('ask‸r', 'asker'),
    );
  });
});

describe('keys', () => {
  it.each<[string, string, string, string, string]>([
    [
      'a missing one',
      CASE,
      CARD.replace('asker: mia\n', '').replace('case_id', 'case_‸id'),
      'Add "asker"',
      `${CARD.replace('asker: mia\n', '')}asker: ""\n`,
    ],
    [
      'a missing list',
      CASE,
      'case_‸id: A1\nstoryline: s\ngroup_key: ops\nasker: mia\ncheckpoints_raw: |-\n  [CP1·结果][必选] x\n',
      'Add "turns"',
      'case_id: A1\nstoryline: s\ngroup_key: ops\nasker: mia\ncheckpoints_raw: |-\n  [CP1·结果][必选] x\nturns: []\n',
    ],
    [
      'one of an item',
      CASE,
      CARD.replace('    speaker: mia\n', '').replace('- turn', '- tu‸rn'),
      'Add "speaker"',
      CARD.replace('    speaker: mia\n', '').replace('stand?\n', 'stand?\n    speaker: ""\n'),
    ],
    [
      'one in brackets',
      '/e/w.world.yaml',
      WORLD.replace("{ name: '#ops', members: [mia, asker] }", "{ name: '#ops' }").replace('  ops', '  o‸ps'),
      'Add "members"',
      WORLD.replace("{ name: '#ops', members: [mia, asker] }", "{ name: '#ops', members: [] }"),
    ],
    [
      'a second one',
      CASE,
      CARD.replace('asker: mia\n', 'asker: mia\nas‸ker: ron\n'),
      'Remove this second "asker"',
      CARD,
    ],
    [
      'a second one with a block',
      CASE,
      `${CARD}check‸points_raw: |-\n  [CP1·结果][必选] x\n`,
      'Remove this second "checkpoints_raw"',
      CARD,
    ],
    [
      'a second one in brackets',
      '/e/w.world.yaml',
      WORLD.replace('{ display_name: Mia }', '{ display_name: Mia, displ‸ay_name: M }'),
      'Remove this second "display_name"',
      WORLD,
    ],
    [
      'a second one in JSON',
      '/e/cases.meta.json',
      '{\n  "cases": {},\n  "cas‸es": {}\n}\n',
      'Remove this second "cases"',
      '{\n  "cases": {}\n}\n',
    ],
  ])('%s', async (_, file, marked, title, expected) => {
    expect(await fixed(file, marked, title)).toBe(expected);
  });

  it('that are nowhere are made in the world', async () => {
    const actor = CARD.replace('asker: mia', 'asker: zo‸e');
    expect(await fixed(CASE, actor, 'Add the actor "zoe" to the world', {}, '/e/w.world.yaml')).toBe(
      WORLD.replace(
        '  ron: { display_name: Ron }\n',
        '  ron: { display_name: Ron }\n  zoe:\n    display_name: zoe\n',
      ),
    );
    const group = CARD.replace('group_key: ops', 'group_key: ya‸rd');
    expect(await fixed(CASE, group, 'Add the group "yard" to the world', {}, '/e/w.world.yaml')).toContain(
      'members: [ron] }\n  yard:\n    name: "#yard"\n    members: []\nteam_agents',
    );
  });

  const TOLD = CARD.replace(
    'checkpoints_raw',
    '  - turn: 2\n    kind: npc_reply_conditional\n    speaker: ron\n    text: |-\n      Now.\n    condition: |-\n      when asked‸\ncheckpoints_raw',
  );
  const RULE = 'Add a rule for A1 cond1 to cases.checks.yaml';

  it('of a rule that is missing are written into a new sidecar', async () => {
    expect(await fixed(CASE, TOLD, RULE, {}, '/e/cases.checks.yaml')).toBe(
      'checks: {}\nconditionals:\n  A1:\n    cond1:\n      message: { author: agent, mentions: ron }\n',
    );
  });

  it('of a rule that is missing are written into the sidecar that is there', async () => {
    const files = { '/e/cases.checks.yaml': 'checks:\n  A1:\n    CP1: { message: {} }\n' };
    expect(await fixed(CASE, TOLD, RULE, files, '/e/cases.checks.yaml')).toBe(
      'checks:\n  A1:\n    CP1: { message: {} }\nconditionals:\n  A1:\n    cond1:\n      message:\n        author: agent\n        mentions: ron\n',
    );
  });
});

describe('all at once', () => {
  const broken = say('tell #desk').replace('asker: mia', 'asker: mai').replace('kind: query', 'kind: qurey');

  it('applies what has one sane fix, and nothing else', async () => {
    const { actions: list, disk } = await actions(CASE, `‸${broken}`, {}, ['source.fixAll']);
    expect(list.map(({ kind }) => kind)).toEqual(['source.fixAll.sundowner']);
    expect(applied(list[0]?.edit ?? null, disk.texts).get(CASE)).toBe(
      block('tell #desk').replace('asker: mia', 'asker: mai'),
    );
  });

  it('is offered only to who asks, and quick fixes not to who asks for it', async () => {
    const { actions: quick } = await actions(
      CASE,
      broken.replace('kind:', 'ki‸nd:').replace('qurey', '‸qurey').replace('ki‸nd', 'kind'),
    );
    expect(quick.map(({ kind, isPreferred }) => `${kind} ${isPreferred}`)).toEqual(['quickfix true']);
  });

  it('speaks Chinese', async () => {
    const { actions: list } = await actions(CASE, say('tell ‸#desk'), {}, undefined, 'zh-cn');
    expect(list.map(({ title }) => title)).toEqual(['改写成字面块（|-）', '加上引号']);
  });
});

it('does not mend a copy that a run froze', async () => {
  const frozen = '/e/runs/b/evalset/a.case.yaml';
  const { actions: list } = await actions(frozen, say('tell ‸#desk'), {
    '/e/runs/b/manifest.json': '{}',
  });
  expect(list).toEqual([]);
});

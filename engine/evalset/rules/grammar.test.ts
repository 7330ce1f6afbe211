import { describe, expect, it } from 'vitest';
import { CARD, WORLD, checkFiles, codesOf, expectAtMarks } from '../testing.ts';

const card = (from: string, to: string) => {
  expect(CARD).toContain(from);
  return { '/e/a.case.yaml': CARD.replace(from, to) };
};
const TEXT = 'text: |-\n      @Bo Where does it stand?';

describe('eaten-prompt', () => {
  it.each([
    [
      'text: ⟦把进展同步到 #客服运营群⟧',
      /reads "#客服运营群" as a comment and eats it, leaving "把进展同步到"/,
    ],
    ['text: ⟦plain⟧', /stands as plain text/],
    ['text: ⟦one\n      two⟧', /folds its lines/],
    ['text: ⟦>-⟧\n      folded', /folded block/],
    ['text: ⟦|⟧\n      line', /Write \|- /],
    ['text: ⟦|2+⟧\n      line\n', /Write \|2- /],
    ['text: |- ⟦# 备注⟧\n      line', /Put it into the block/],
    ["text: '把进展同步到' ⟦#客服运营群⟧", /Put it inside the quotes/],
  ])('%j', async (text, message) => {
    await expectAtMarks('eaten-prompt', card(TEXT, text), message);
  });

  it.each([TEXT, "text: '#a # b'", 'text: "a\\n"', 'text: |2-\n        a'])('not %j', async (text) => {
    expect(await codesOf(card(TEXT, text))).toEqual([]);
  });

  it('not a block whose lines end with CRLF, as all of the file', async () => {
    const files = Object.entries(card(TEXT, 'text: |-\n      a'));
    const windows = Object.fromEntries(files.map(([name, text]) => [name, text.replaceAll('\n', '\r\n')]));
    expect(await codesOf(windows)).toEqual([]);
  });

  it('is about to-the-letter fields only, and about YAML only', async () => {
    expect(await codesOf(card('storyline: line', 'storyline: plain # remark'))).toEqual([]);
  });

  it('looks at what an alias repeats', async () => {
    expect(await codesOf(card(TEXT, 'text: &t plain'))).toEqual(['eaten-prompt']);
  });
});

describe('unsafe-name', () => {
  const id = /^case_id: .*$/m.exec(CARD)?.[0] ?? '';

  it.each(["'⟦../H1⟧'", '⟦a/b⟧', "'⟦H 1⟧'", "'⟦H\"1⟧'", '⟦🚢⟧', '⟦.hidden⟧'])(
    'case_id: %s',
    async (written) => {
      // The finding is the whole value, with its quotes.
      const marked = written.replace(/^'⟦(.*)⟧'$/, "⟦'$1'⟧");
      await expectAtMarks('unsafe-name', card(id, `case_id: ${marked}`), /becomes part of file names/);
    },
  );

  it.each(['H01', '题一', '_x', '1.2-b'])('not %s', async (written) => {
    expect(await codesOf(card(id, `case_id: ${written}`))).not.toContain('unsafe-name');
  });
});

describe('placeholders', () => {
  it('bad-placeholder, at its place inside a block', async () => {
    await expectAtMarks(
      'bad-placeholder',
      card('Where does', 'By ⟦{{ D+2 }}⟧ does'),
      /Did you mean "\{\{D\+2\}\}"/,
    );
    await expectAtMarks('unclosed-placeholder', card('Where does', 'By ⟦{{D+2⟧ does'));
    expect(await codesOf(card('Where does', 'By {{D+2|MM-DD}} does'))).toEqual([]);
  });

  it('in cells and titles too, but not in remarks', async () => {
    const world = WORLD.replace('title: Plan', 'title: "⟦{{x}}⟧"').replace(
      'agent: edit',
      'agent: edit\n    note: "{{x}}"',
    );
    await expectAtMarks('bad-placeholder', { '/e/w.world.yaml': world });
  });

  it('bare-weekday: a weekday word without a date', async () => {
    await expectAtMarks('bare-weekday', card('Where does', '{{D+2}}（周三）⟦周五⟧ does'), /never rewritten/);
  });
});

describe('checkpoint grammar', () => {
  const CP = '[CP1·结果][必选] Names the place';
  it('stands at the tag', async () => {
    await expectAtMarks(
      'checkpoint-unknown-tag',
      card(CP, '[CP1·结果][必选]⟦[交付们]⟧ a'),
      /Did you mean "\[交付门\]"/,
    );
    await expectAtMarks('no-checkpoints', {
      '/e/a.case.yaml': CARD.replace(`|-\n  ${CP}`, "''").replace('checkpoints_raw', '⟦checkpoints_raw⟧'),
    });
    await expectAtMarks('too-many-deductions', card(CP, `${CP}\n  ⟦[扣分]⟧ b`));
    expect(await codesOf(card(CP, `${CP}\n  [一票否决] b`))).toEqual([]);
  });

  it('stands at the tag in JSON, through escapes', async () => {
    const text =
      '[{"case_id":"A","storyline":"s","group_key":"g","asker":"a","turns":[{"turn":1,"kind":"query","speaker":"a","text":"x"}],' +
      '"checkpoints_raw":"\\u005bCP1\\u00b7结果][必选] a\\n⟦\\u005bCP1·结果]⟧[必选] b"}]';
    await expectAtMarks('checkpoint-duplicate-number', { '/e/x.json': text });
  });
});

describe('files alone', () => {
  it('excerpt: a total above the entries, or a long text that is cut', async () => {
    await expectAtMarks(
      'excerpt',
      { '/e/w.world.yaml': WORLD.replace('groups:\n', '⟦actors_total⟧: 9\ngroups:\n') },
      /9 in all, 2 here/,
    );
    await expectAtMarks('excerpt', {
      '/e/a.case.yaml': CARD.replace('checkpoints_raw', '⟦checkpoints_raw⟧').replace(
        'Names the place',
        'Names the place\n  …',
      ),
    });
    expect(
      await codesOf({ '/e/w.world.yaml': WORLD.replace('groups:\n', 'actors_total: 2\ngroups:\n') }),
    ).toEqual([]);
    expect(await codesOf(card('does it stand?', 'does it stand…'))).toEqual([]);
  });

  it('duplicate-id inside a list names the first place', async () => {
    const one = {
      case_id: 'A',
      storyline: 's',
      group_key: 'g',
      asker: 'a',
      turns: [{ turn: 1, kind: 'query', speaker: 'a', text: 'x' }],
      checkpoints_raw: '[CP1·结果][必选] a',
    };
    const text = `[${JSON.stringify(one)},\n${JSON.stringify(one).replace('"A"', '⟦"A"⟧')},\n${JSON.stringify({ ...one, case_id: 'B' })}]`;
    await expectAtMarks('duplicate-id', { '/e/x.json': text }, /already stands in x\.json:1\./);
  });

  it('reports every fault of a file, and none twice', async () => {
    const found = await checkFiles(card(TEXT, 'text: plain {{x}}'));
    expect(found.map(({ code }) => code)).toEqual(['eaten-prompt', 'bad-placeholder']);
  });
});

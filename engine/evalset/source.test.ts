import { describe, expect, it } from 'vitest';
import type { LocateOptions, ValuePath } from './model.ts';
import { readSource } from './source.ts';

const at = (path: string, text: string, where: ValuePath, options?: LocateOptions): string => {
  const file = readSource(path, text);
  const { from, to } = file.locate(where, options);
  return file.text.slice(from, to);
};
const problems = (path: string, text: string): string[] => {
  const file = readSource(path, text);
  return file.problems.map(
    ({ code, range }) => `${code} ${JSON.stringify(file.text.slice(range.from, range.to))}`,
  );
};

describe('readSource', () => {
  it('leaves a byte order mark out, so that positions agree with editors', () => {
    const file = readSource('/x.yaml', '\uFEFFa: b\n');
    expect(file.value).toEqual({ a: 'b' });
    expect(file.locate(['a'], { what: 'key' })).toEqual({ from: 0, to: 1 });
    expect(readSource('/x.json', '\uFEFF{"a":1}').value).toEqual({ a: 1 });
  });

  it('counts lines as the Language Server Protocol does', () => {
    const file = readSource('/x.yaml', 'a: 1\r\nb: 2\nc: 3\r');
    expect(file.positionAt(6)).toEqual({ line: 1, character: 0 });
    expect(file.positionAt(11)).toEqual({ line: 2, character: 0 });
    expect(file.positionAt(16)).toEqual({ line: 3, character: 0 });
    expect(file.positionAt(9999)).toEqual({ line: 3, character: 0 });
  });

  it('reads the same text from CRLF and LF files', () => {
    const text = 'a: |-\n  one\n  two\nb: "x\n  y"\n';
    expect(readSource('/x.yaml', text.replaceAll('\n', '\r\n')).value).toEqual(
      readSource('/x.yaml', text).value,
    );
  });

  it('keeps keys that YAML would read as numbers as they are written', () => {
    expect(readSource('/x.yaml', '001: a\n1.0: b\nyes: c\nnull: d\n').value).toEqual({
      '001': 'a',
      '1.0': 'b',
      yes: 'c',
      null: 'd',
    });
  });

  it.each([
    ['/x.yaml', 'a: 1\na: 2\n', ['duplicate-key "a"']],
    ['/x.json', '{"a":1,"b":{"c":1,"c":2}}', ['duplicate-key "\\"c\\""']],
    ['/x.yaml', '', ['empty-file ""']],
    ['/x.json', ' ', ['syntax " "']],
    ['/x.yaml', 'a: b\n---\nc: d\n', ['second-document "---"']],
    ['/x.json', '{"a": 1,}', ['syntax "}"', 'syntax "}"']],
    ['/x.json', '{"a": 1} // c', ['syntax "// c"']],
    ['/x.yaml', 'a: &x [*x]\n', ['alias-cycle "*x"']],
    ['/x.yaml', 'a: *x\n', ['unknown-alias "*x"']],
    ['/x.yaml', 'a: \0\n', ['not-text "\\u0000"']],
    ['/x.yaml', '? [a]\n: b\n', ['bad-key "[a]"']],
  ])('%s %j has %j', (path, text, expected) => {
    const found = problems(path, text);
    if (expected[0]?.startsWith('syntax') === true) expect(found[0]).toMatch(/^syntax/);
    else expect(found).toEqual(expected);
  });

  it('knows no merge keys: << is a key like any other', () => {
    expect(readSource('/x.yaml', 'a: &a { k: 1 }\nb: { <<: *a }\n').value).toEqual({
      a: { k: 1 },
      b: { '<<': { k: 1 } },
    });
  });

  it('stops a billion laughs', () => {
    const lines = ['a0: &a0 [x, x, x, x, x, x, x, x, x]'];
    for (let i = 1; i < 12; i++)
      lines.push(
        `a${i}: &a${i} [${Array(9)
          .fill(`*a${i - 1}`)
          .join(', ')}]`,
      );
    const file = readSource('/x.yaml', `${lines.join('\n')}\n`);
    expect(file.problems.map(({ code }) => code)).toEqual(['too-many-aliases']);
  });

  it('is not overcome by depth', () => {
    // A parser bears this, but models, rules and hashes would not.
    expect(problems('/x.json', '['.repeat(3000) + ']'.repeat(3000))[0]).toMatch(/too-deep/);
    expect(problems('/x.json', '['.repeat(200_000))[0]).toMatch(/too-deep|syntax/);
    expect(problems('/x.yaml', '['.repeat(50_000))[0]).toMatch(/too-deep|syntax/);
  });

  it('reads a line of five million characters', () => {
    const long = 'x'.repeat(5_000_000);
    expect(readSource('/x.json', JSON.stringify({ long })).value).toEqual({ long });
    expect(readSource('/x.yaml', `long: "${long}"\n`).value).toEqual({ long });
  });
});

describe('locate', () => {
  const yaml =
    'list:\n  - name: one\n    text: |-\n      first line\n      second\n  - name:\nmap: { k: v }\n';
  it.each<[ValuePath, LocateOptions | undefined, string]>([
    [['list'], { what: 'key' }, 'list'],
    [['list', 0], { what: 'key' }, 'name'],
    [['list', 0, 'name'], undefined, 'one'],
    [['list', 0, 'text'], undefined, '|-\n      first line\n      second'],
    [['list', 0, 'text'], { what: 'head' }, 'first line'],
    [['list', 0, 'text'], { span: { from: 6, to: 14 } }, 'line\n      sec'],
    [['list', 1, 'name'], undefined, 'name'],
    [['map', 'missing'], undefined, '{ k: v }'],
    [['map', 'missing'], { what: 'key' }, 'map'],
    [['list', 0], { what: 'head' }, 'name: one'],
  ])('%j %j is %j', (path, options, expected) => {
    expect(at('/x.yaml', yaml, path, options)).toBe(expected);
  });

  it('takes an alias for the place of what it repeats', () => {
    expect(at('/x.yaml', 'a: &x { k: v }\nb: *x\n', ['b', 'k'])).toBe('*x');
  });

  it('finds places in JSON', () => {
    const json = '{"a": [{"k": "\\u4e00b"}]}';
    expect(at('/x.json', json, ['a', 0, 'k'], { what: 'key' })).toBe('"k"');
    expect(at('/x.json', json, ['a', 0, 'k'], { span: { from: 1, to: 2 } })).toBe('b');
    expect(at('/x.json', json, ['a', 0, 'k'], { span: { from: 0, to: 1 } })).toBe('\\u4e00');
  });
});

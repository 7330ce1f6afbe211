import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { BatchPaths } from '../batch/paths.ts';
import { tempDir } from '../temp-dir.fixture.ts';
import { Canaries, newCanary, withComment } from './canaries.ts';

it('is a word that nobody has twice', () => {
  const all = Array.from({ length: 1000 }, newCanary);
  expect(new Set(all).size).toBe(1000);
  for (const canary of all) expect(canary).toMatch(/^[a-z2-7]{26}$/);
});

async function frozen(
  name: string,
  text: string,
): Promise<{ text: string; beside: string | null; canary: string }> {
  const paths = new BatchPaths(tempDir());
  const canaries = await Canaries.open(paths);
  const file = `${paths.evalset}/${name}`;
  await canaries.add([{ file, case_id: 'A1' }]);
  await canaries.writeFrozen(file, text);
  const read = (at: string): string | null => {
    try {
      return readFileSync(path.join(paths.root, at), 'utf8');
    } catch {
      return null;
    }
  };
  const [hidden] = (await Canaries.open(paths)).hidden();
  expect(hidden?.place).toEqual({ file, pointer: '', case_id: 'A1' });
  return { text: read(file) ?? '', beside: read(`${file}.canary.txt`), canary: hidden?.text ?? '' };
}

it.each([
  ['a.case.yaml', 'a: b\n', 'a: b\n# sundowner canary <it>\n', false],
  ['a.case.yaml', 'a: |-\n  b', 'a: |-\n  b', true],
  ['cases.json', '[]\n', '[]\n', true],
])('stands in a comment of %s (%j), or beside the file', async (name, text, after, beside) => {
  const found = await frozen(name, text);
  expect(found.text.replace(found.canary, '<it>')).toBe(after);
  if (beside) expect(found.beside).toContain(found.canary);
  else expect(found.beside).toBeNull();
});

it('changes no value, whatever the last one is', () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('a\n', 'a\n\n', '\n', ' a', '# a', 'a #', '|', '- a\n'),
  );
  const styles = fc.constantFrom<'BLOCK_LITERAL' | 'BLOCK_FOLDED' | 'QUOTE_DOUBLE' | 'PLAIN'>(
    'BLOCK_LITERAL',
    'BLOCK_FOLDED',
    'QUOTE_DOUBLE',
    'PLAIN',
  );
  fc.assert(
    fc.property(value, styles, (last, style) => {
      const text = stringify({ a: 1, last }, { defaultStringType: style });
      const marked = withComment('a.case.yaml', text, newCanary());
      expect(marked).not.toBeNull();
      expect(parse(marked ?? '')).toEqual(parse(text));
    }),
    { numRuns: 200 },
  );
});

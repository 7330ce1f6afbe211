import path from 'node:path';
import { build } from 'esbuild';
import { expect, it } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '..');
const ENTRIES = [
  'cli/main.ts',
  'extension/extension.ts',
  'extension/reader/main.ts',
  'language-server/main.node.ts',
  'samples/agent/main.ts',
  'schemas/generate.ts',
  'webviews/case-review/main.tsx',
];

/** Files that import each other in a circle, one circle each; types that are imported make none. */
function circles(imports: ReadonlyMap<string, readonly string[]>): string[] {
  const found: string[] = [];
  const state = new Map<string, 'open' | 'done'>();
  const visit = (file: string, trail: readonly string[]): void => {
    if (state.get(file) === 'open') found.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
    if (state.has(file)) return;
    state.set(file, 'open');
    for (const next of imports.get(file) ?? []) visit(next, [...trail, file]);
    state.set(file, 'done');
  };
  for (const file of imports.keys()) visit(file, []);
  return found;
}

it('finds a circle', () => {
  const imports = new Map([
    ['a', ['b', 'c']],
    ['b', ['c']],
    ['c', ['b']],
  ]);
  expect(circles(imports)).toEqual(['b → c → b']);
});

it('no file imports itself through others', async () => {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: ENTRIES,
    outdir: 'dist',
    write: false,
    metafile: true,
    bundle: true,
    format: 'esm',
    platform: 'node',
    packages: 'external',
    loader: { '.css': 'empty', '.ttf': 'empty' },
    logLevel: 'error',
  });
  const imports = new Map(
    Object.entries(metafile.inputs).map(([file, input]) => [
      file,
      input.imports.filter(({ external }) => external !== true).map(({ path: to }) => to),
    ]),
  );
  expect(imports.size).toBeGreaterThan(300);
  expect(circles(imports)).toEqual([]);
});

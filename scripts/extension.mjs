// Bundles everything of the extension that runs on Node, with all libraries: a .vsix has no node_modules.
import { build } from 'esbuild';
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

/** zod brings its messages in fifty languages, half its size: only the English ones are ever used. */
const oneLanguage = {
  name: 'one-language',
  setup({ onResolve }) {
    onResolve({ filter: /[\\/]locales[\\/]index\.js$/ }, ({ importer, resolveDir }) =>
      /[\\/]node_modules[\\/]zod[\\/]/.test(importer)
        ? { path: path.resolve(resolveDir, '../locales/en.js') }
        : undefined,
    );
  },
};

const common = {
  bundle: true,
  minify: true,
  platform: 'node',
  target: 'node20',
  // Some libraries have a UMD build as `main`, whose `require` esbuild cannot follow.
  mainFields: ['module', 'main'],
  // Beside the file for whoever reads a stack; not shipped.
  sourcemap: 'external',
  sourcesContent: false,
  legalComments: 'none',
  plugins: [oneLanguage],
  logLevel: 'warning',
};

/** Processes of the editor: the extension host loads CommonJS; server and reader are started by it. */
const processes = {
  extension: 'extension/extension.ts',
  server: 'language-server/main.node.ts',
  reader: 'extension/reader/main.ts',
};

/** The command, here and in a clone, and the sample agent beside it: `${sundowner}` is their folder. Bundled it starts in half the time. */
const command = {
  cli: 'cli/main.ts',
  'sample-agent': 'samples/agent/main.ts',
};

/** What libraries in CommonJS find in their scope: `require` for what Node has built in, and where they stand. */
const COMMONJS = [
  "import { createRequire as nodeRequire } from 'node:module';",
  'const require = nodeRequire(import.meta.url);',
  'const { filename: __filename, dirname: __dirname } = import.meta;',
].join(' ');

export async function buildExtension() {
  await build({
    ...common,
    entryPoints: processes,
    outdir: 'dist/extension',
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    external: ['vscode'],
  });
  const outdir = 'dist/extension/command';
  const { metafile } = await build({
    ...common,
    entryPoints: command,
    outdir,
    metafile: true,
    outExtension: { '.js': '.mjs' },
    format: 'esm',
    // What is imported lazily (the Lark SDK, the server) is loaded lazily, and shared.
    splitting: true,
    chunkNames: 'chunk-[hash]',
    banner: { js: COMMONJS },
  });
  // Names of chunks change with their content: old ones must not be shipped.
  const written = new Set(Object.keys(metafile.outputs).map((file) => path.basename(file)));
  for (const name of readdirSync(outdir)) if (!written.has(name)) rmSync(path.join(outdir, name));
}

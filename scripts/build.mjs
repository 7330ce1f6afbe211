// Bundles the command and the sample agent into dist/, where libraries stay in node_modules, and the extension whole.
import { build } from 'esbuild';
import { existsSync } from 'node:fs';
import { buildExtension } from './extension.mjs';
import { buildWebviews } from './webviews.mjs';

const entries = {
  cli: 'cli/main.ts',
  'schemas-gen': 'schemas/generate.ts',
  'sample-agent': 'samples/agent/main.ts',
};

await build({
  entryPoints: Object.fromEntries(Object.entries(entries).filter(([, file]) => existsSync(file))),
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  sourcemap: 'linked',
  logLevel: 'warning',
});

await buildExtension();
await buildWebviews();

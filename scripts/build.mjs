// Bundles the extension with the command that it brings along, which is also the one of a clone, and the webviews.
import { build } from 'esbuild';
import { buildExtension } from './extension.mjs';
import { buildWebviews } from './webviews.mjs';

await build({
  entryPoints: { 'schemas-gen': 'schemas/generate.ts' },
  outdir: 'dist',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  logLevel: 'warning',
});
await buildExtension();
await buildWebviews();

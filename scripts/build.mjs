// Bundles the extension with the command that it brings along, which is also the one of a clone, and the webviews.
import { build } from 'esbuild';
import { rmSync } from 'node:fs';
import { buildExtension } from './extension.mjs';
import { buildWebviews } from './webviews.mjs';

// What an earlier build left is nobody's any more.
rmSync('dist', { recursive: true, force: true });
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

// Bundles the panels of the extension: one script and one style sheet each, and the font of the icons.
import { build } from 'esbuild';

export async function buildWebviews() {
  const { metafile } = await build({
    entryPoints: { 'case-review': 'webviews/case-review/main.tsx' },
    outdir: 'dist/extension/webviews',
    assetNames: '[name]',
    loader: { '.ttf': 'file' },
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2022',
    legalComments: 'none',
    metafile: true,
    logLevel: 'warning',
  });
  return metafile;
}

#!/usr/bin/env node
// Packs the built extension: node scripts/package.mjs [file]. Fails when a file is missing, one is too many, or the whole is too big.
import { readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { createVSIX, listFiles, PackageManager } from '@vscode/vsce';

const ROOT = path.resolve(import.meta.dirname, '..');
const MAX_BYTES = 5 * 1024 * 1024;

/** Every file must match one of these. */
const ALLOWED = [
  /^package(\.nls(\.[\w-]+)?)?\.json$/,
  /^l10n\/bundle\.l10n(\.[\w-]+)?\.json$/,
  /^(README\.md|CHANGELOG\.md|LICENSE)$/,
  /^dist\/extension\/([\w-]+\/)*[\w-]+\.(cjs|mjs|js|css|ttf)$/,
  /^resources\/([\w-]+\/)*[\w.-]+\.(png|svg|json|md)$/,
  /^samples\/harbor\/([\w-]+\/)*[\w.-]+\.(yaml|json|md)$/,
];

/** Each of these must be there. */
const REQUIRED = [
  'package.json',
  'package.nls.json',
  'package.nls.zh-cn.json',
  'l10n/bundle.l10n.zh-cn.json',
  'README.md',
  'CHANGELOG.md',
  'LICENSE',
  'dist/extension/extension.cjs',
  'dist/extension/server.cjs',
  'dist/extension/reader.cjs',
  'dist/extension/command/cli.mjs',
  'dist/extension/webviews/case-review.js',
  'dist/extension/webviews/case-review.css',
  'resources/icon.png',
  'resources/activity-bar.svg',
  'samples/harbor/evalset.yaml',
];

/** What is wrong with a list of packaged files, a line each. */
export function faultsOfList(files) {
  return [
    ...REQUIRED.filter((file) => !files.includes(file)).map(
      (file) => `${file}: missing (npm run build makes dist/)`,
    ),
    ...files
      .filter((file) => !ALLOWED.some((pattern) => pattern.test(file)))
      .map((file) => `${file}: does not belong in the package (.vscodeignore)`),
  ];
}

/** Packs into `file`; resolves to its path, its size in bytes and the files in it. Leaves nothing behind when it rejects. */
export async function packageExtension(file) {
  const files = (await listFiles({ cwd: ROOT, packageManager: PackageManager.None })).map((name) =>
    name.replaceAll('\\', '/'),
  );
  const faults = faultsOfList(files);
  if (faults.length > 0) throw new Error(`the package would be wrong:\n${faults.join('\n')}`);
  await createVSIX({
    cwd: ROOT,
    packagePath: file,
    dependencies: false,
    // Links to files of the repository: this is no store page.
    rewriteRelativeLinks: false,
    allowMissingRepository: true,
  });
  const { size } = statSync(file);
  if (size > MAX_BYTES) {
    rmSync(file);
    throw new Error(`${path.basename(file)}: ${size} bytes, and ${MAX_BYTES} are allowed`);
  }
  return { file, size, files };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  try {
    const made = await packageExtension(
      path.resolve(process.argv[2] ?? path.join(ROOT, `sundowner-${version}.vsix`)),
    );
    console.log(
      `${path.relative('.', made.file)}: ${made.files.length} files, ${(made.size / 1024 / 1024).toFixed(2)} MB`,
    );
  } catch (error) {
    console.error(error.message);
    process.exitCode = 1;
  }
}

import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const report = process.env['SUNDOWNER_TEST_REPORT'];

export default defineConfig({
  test: {
    include: ['{schemas,engine,cli,language-server,extension,webviews,samples,test}/**/*.test.ts'],
    exclude: ['test/vscode/**', 'test/page/**', '**/node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    // The long ones wait for processes of their own most of the time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    testTimeout: 30_000,
    hookTimeout: 30_000,
    passWithNoTests: false,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});

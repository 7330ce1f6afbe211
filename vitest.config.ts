import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

const report = process.env['SUNDOWNER_TEST_REPORT'];

export default defineConfig({
  test: {
    include: ['{schemas,engine,cli,language-server,extension,webviews,samples,test}/**/*.test.ts'],
    exclude: ['test/vscode/**', 'test/page/**', '**/node_modules/**'],
    globalSetup: ['test/global-setup.ts'],
    // Most of the long ones wait for processes of their own: every core has one to itself.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // Nothing of ours keeps state in a module: files share what they import.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 30_000,
    expect: { poll: { timeout: 20_000 } },
    passWithNoTests: false,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});

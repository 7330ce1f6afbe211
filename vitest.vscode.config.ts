import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/longest-first.ts';

const report = process.env['SUNDOWNER_TEST_REPORT_VSCODE'];

/** What needs a real VS Code or a browser. Two files at a time: each starts an editor of its own, which fills a core. */
export default defineConfig({
  test: {
    include: ['test/vscode/**/*.test.ts', 'test/page/**/*.test.ts'],
    globalSetup: ['test/vscode/host/global-setup.ts'],
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Nothing of ours keeps state in a module: files share what they import.
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    // How long it takes until something is so is the machine's: the default, a second, is a timed assertion.
    expect: { poll: { timeout: 60_000 } },
    passWithNoTests: false,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});

import { defineConfig } from 'vitest/config';

const report = process.env['SUNDOWNER_TEST_REPORT_VSCODE'];

/** What needs a real VS Code or a browser. Each file starts an editor of its own. */
export default defineConfig({
  test: {
    include: ['test/vscode/**/*.test.ts', 'test/page/**/*.test.ts'],
    globalSetup: ['test/vscode/host/global-setup.ts'],
    // Two editors at once: each waits for the other end most of the time.
    maxWorkers: 2,
    testTimeout: 240_000,
    hookTimeout: 240_000,
    passWithNoTests: false,
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
  },
});

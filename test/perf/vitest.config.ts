import path from 'node:path';
import { defineConfig } from 'vitest/config';

/** Measurements that drive a real VS Code. No test run includes them: see the scripts beside. */
export default defineConfig({
  root: path.resolve(import.meta.dirname, '../..'),
  test: {
    include: ['test/perf/**/*.perf.ts'],
    globalSetup: ['test/vscode/host/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 1_200_000,
  },
});

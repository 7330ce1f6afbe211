import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

/** A folder for the test that runs; removed when that test is over, whatever came of it. */
export function tempDir(): string {
  const dir = mkdtempSync(path.join(tmpdir(), 'sundowner-test-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

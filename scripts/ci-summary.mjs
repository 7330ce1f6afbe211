// Prints the closing line of a test run from vitest's JSON report; fails when no test ran or, in CI, when one was skipped.
import { readFileSync } from 'node:fs';

let report;
try {
  report = JSON.parse(readFileSync(process.argv[2], 'utf8'));
} catch {
  console.log('no test report was written: the run stopped before its tests');
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const { numPassedTests: passed, numFailedTests: failedTests, numPendingTests: skipped, success } = report;
const failed =
  failedTests +
  report.testResults.filter((f) => f.status === 'failed' && f.assertionResults.length === 0).length;
if (skipped > 0) console.log(`${skipped} skipped: nothing may be skipped here`);
console.log(`${passed} passed, ${failed} failed`);
process.exit(success && passed > 0 && failed === 0 && skipped === 0 ? 0 : 1);

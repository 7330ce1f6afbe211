// Prints the closing line of a test run from vitest's JSON reports, summed; fails when one is missing or has no test,
// or when a test failed or was skipped.
import { readFileSync } from 'node:fs';

const sum = { passed: 0, failed: 0, skipped: 0 };
for (const file of process.argv.slice(2)) {
  let report;
  try {
    report = JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    console.log('a test report was not written: the run stopped before its tests');
    sum.failed += 1;
    continue;
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests = 0, success, testResults } = report;
  // A file that could not be loaded or set up has no failed test of its own.
  const broken = testResults.filter(
    (f) => f.status === 'failed' && !f.assertionResults.some((test) => test.status === 'failed'),
  ).length;
  const failed = numFailedTests + broken;
  if (numPassedTests === 0 && failed === 0) console.log('a test report holds no passed test');
  sum.passed += numPassedTests;
  sum.skipped += numPendingTests + numTodoTests;
  sum.failed += failed > 0 ? failed : Number(!success || numPassedTests === 0);
}
if (sum.skipped > 0) console.log(`${sum.skipped} skipped: nothing may be skipped here`);
console.log(`${sum.passed} passed, ${sum.failed} failed`);
process.exit(sum.passed > 0 && sum.failed === 0 && sum.skipped === 0 ? 0 : 1);

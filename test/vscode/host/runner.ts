import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import Mocha from 'mocha';
import type { HostReport, HostTest } from './report.ts';

/**
 * Entry of the tests in the extension host: runs the suites bundled beside it and writes their results into the file
 * that the environment names. It is written after every test, so that a host that dies shows how far it came.
 */
export function run(): Promise<void> {
  const file = process.env['SUNDOWNER_HOST_RESULTS'];
  if (file === undefined) throw new Error('SUNDOWNER_HOST_RESULTS is not set');
  const write = (report: HostReport) => writeFileSync(file, JSON.stringify(report));
  const tests: HostTest[] = [];
  return new Promise((resolve, reject) => {
    try {
      const mocha = new Mocha({ ui: 'bdd', timeout: 60_000, reporter: 'min', forbidOnly: true });
      for (const name of readdirSync(__dirname)
        .filter((leaf) => leaf.endsWith('.suite.cjs'))
        .sort())
        mocha.addFile(path.join(__dirname, name));
      const record = (test: Mocha.Runnable, state: HostTest['state'], error?: Error) => {
        const title = test.titlePath().join(' › ');
        tests.push({
          title,
          state,
          duration: test.duration ?? 0,
          ...(error && { error: error.stack ?? error.message }),
        });
        write({ finished: false, tests });
      };
      write({ finished: false, tests });
      mocha
        .run((failures) => {
          write({ finished: true, tests });
          if (failures === 0) resolve();
          else reject(new Error(`${failures} failed`));
        })
        .on('pass', (test) => record(test, 'passed'))
        .on('fail', (test, error: Error) => record(test, 'failed', error))
        .on('pending', (test) => record(test, 'pending'));
    } catch (error) {
      write({
        finished: false,
        tests,
        error: error instanceof Error ? (error.stack ?? error.message) : String(error),
      });
      reject(error instanceof Error ? error : new Error(String(error)));
    }
  });
}

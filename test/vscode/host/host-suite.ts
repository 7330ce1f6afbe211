import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { openBrowser, type OpenBrowser } from './browser.ts';
import { ROOT } from './cache.ts';
import { keepFailure } from './failure.ts';
import { workbenchUrl } from './payload.ts';
import { HostReport, type HostTest } from './report.ts';
import { startHost, type HostOptions, type RunningHost } from './server.ts';

export type HostSuiteOptions = HostOptions & {
  /** Name of the suite, for what is kept of a failure. */
  name: string;
  /** Folder whose `*.suite.ts` are run in the extension host, absolute. */
  suites: string;
  /** Folder of the extension under test, absolute. */
  extension: string;
  /** Whether a picture and the logs of a failure are kept; yes unless told otherwise. */
  keepFailures?: boolean;
  /** How long the whole suite may take, in milliseconds. */
  timeout?: number;
};

const RESULTS = 'SUNDOWNER_HOST_RESULTS';

/**
 * Runs mocha inside the extension host of a real editor and resolves to its results.
 * Rejects when the suite did not come to its end or had no test: silence is never success.
 */
export async function runHostSuite(options: HostSuiteOptions): Promise<HostTest[]> {
  return bundled(options.suites, async (runner, results) => {
    const host = await startHost({ ...options, env: { ...options.env, [RESULTS]: results } });
    try {
      const browser = await openBrowser(host.origin);
      try {
        return await runIn(browser, host, runner, results, options);
      } catch (error) {
        if (options.keepFailures !== false) await keepFailure(options.name, browser, host);
        throw error;
      } finally {
        await browser.close();
      }
    } finally {
      await host.stop();
    }
  });
}

/** The same without an editor, for suites that use nothing of it: what the runner hands over is told as by an editor. */
export async function runSuiteInNode(suites: string): Promise<HostTest[]> {
  return bundled(suites, async (runner, results) => {
    const script = `require(${JSON.stringify(runner)}).run().then(() => process.exit(0), () => process.exit(1))`;
    const child = spawn(process.execPath, ['-e', script], {
      env: { ...process.env, [RESULTS]: results },
      stdio: 'ignore',
    });
    const [code] = (await once(child, 'exit')) as [number | null];
    return readResults(results, `exit ${code ?? '?'}`);
  });
}

/** Bundles the suites with their runner for `use`, which finds the results where the runner writes them. */
async function bundled<T>(suites: string, use: (runner: string, results: string) => Promise<T>): Promise<T> {
  // Below the clone, so that what a suite imports is found in its node_modules.
  await mkdir(path.join(ROOT, 'dist'), { recursive: true });
  const out = await mkdtemp(path.join(ROOT, 'dist', 'host-suite-'));
  const results = path.join(await mkdtemp(path.join(os.tmpdir(), 'sundowner-results-')), 'results.json');
  try {
    return await use(await bundle(suites, out), results);
  } finally {
    await rm(out, { recursive: true, force: true });
    await rm(path.dirname(results), { recursive: true, force: true });
  }
}

async function runIn(
  browser: OpenBrowser,
  host: RunningHost,
  runner: string,
  results: string,
  options: HostSuiteOptions,
): Promise<HostTest[]> {
  const ended = await untilExit(browser, options.timeout ?? 300_000, () =>
    browser.page.goto(
      workbenchUrl(host, { extensionDevelopmentPath: options.extension, extensionTestsPath: runner }),
    ),
  );
  const tests = await readResults(results, ended);
  if (options.keepFailures !== false && tests.some(({ state }) => state === 'failed'))
    await keepFailure(options.name, browser, host);
  return tests;
}

/** Resolves to how the run ended, in words. The editor tells it by calling a function of the page. */
async function untilExit(
  { page }: OpenBrowser,
  timeout: number,
  open: () => Promise<unknown>,
): Promise<string> {
  const ended = new EventEmitter();
  const exit = new Promise<string>((resolve) => ended.once('end', resolve));
  const end = (how: string) => ended.emit('end', how);
  await page.exposeFunction('codeAutomationExit', (code: unknown) => end(`exit ${String(code)}`));
  // The editor calls it for every line of its log; the page's console has them already.
  await page.exposeFunction('codeAutomationLog', () => undefined);
  page.on('crash', () => end('the page crashed'));
  const late = setTimeout(() => end(`not at its end after ${timeout / 1000} s`), timeout);
  try {
    await open();
    return await exit;
  } finally {
    clearTimeout(late);
  }
}

async function readResults(file: string, ended: string): Promise<HostTest[]> {
  if (!existsSync(file)) throw new Error(`the suite in the extension host wrote no results (${ended})`);
  const { finished, error, tests } = HostReport.parse(JSON.parse(await readFile(file, 'utf8')));
  if (error !== undefined) throw new Error(`the suite in the extension host could not be run: ${error}`);
  if (!finished)
    throw new Error(
      `the suite in the extension host stopped in the middle (${ended}), after: ${tests.at(-1)?.title ?? 'no test'}`,
    );
  if (tests.length === 0) throw new Error('the suite in the extension host had no test');
  return tests;
}

async function bundle(suites: string, outdir: string): Promise<string> {
  await build({
    entryPoints: [
      { in: path.join(import.meta.dirname, 'runner.ts'), out: 'runner' },
      ...readdirSync(suites)
        .filter((name) => name.endsWith('.suite.ts'))
        .map((name) => ({ in: path.join(suites, name), out: path.basename(name, '.ts') })),
    ],
    outdir,
    outExtension: { '.js': '.cjs' },
    bundle: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20',
    packages: 'external',
    sourcemap: 'inline',
    logLevel: 'warning',
  });
  return path.join(outdir, 'runner.cjs');
}

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import pRetry from 'p-retry';

export const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Where the editor and the browser of the tests are kept between runs: never in the project's node_modules. */
export function cacheRoot(): string {
  return path.resolve(process.env['SUNDOWNER_VSCODE_HOST'] ?? path.join(ROOT, '.vscode-host'));
}

/**
 * A folder of the cache, filled by `fill` the first time. The name must hold the versions of what is in it.
 * A folder appears under its name only when it is whole, so one that was left half done is made again.
 */
export async function cached(
  name: string,
  what: string,
  fill: (dir: string) => Promise<void>,
): Promise<string> {
  const dir = path.join(cacheRoot(), name);
  const stamp = path.join(dir, '.complete');
  if (existsSync(stamp)) return dir;
  const start = performance.now();
  process.stderr.write(`${what}: installing into ${path.relative(ROOT, dir) || dir} (once) …\n`);
  await mkdir(cacheRoot(), { recursive: true });
  await removeAbandoned();
  const partial = await mkdtemp(path.join(cacheRoot(), 'partial-'));
  try {
    await fill(partial);
    await writeFile(path.join(partial, '.complete'), `${new Date().toISOString()}\n`);
    // Another run may have been quicker; both folders are then the same.
    if (!existsSync(stamp)) {
      await rm(dir, { recursive: true, force: true });
      await rename(partial, dir);
    }
  } catch (error) {
    process.stderr.write(`${what}: not installed; the next run tries again\n`);
    throw error;
  } finally {
    await rm(partial, { recursive: true, force: true });
  }
  process.stderr.write(`${what}: installed in ${((performance.now() - start) / 1000).toFixed(1)} s\n`);
  return dir;
}

/** What killed installations left behind. A younger folder may belong to one that is still at work. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(cacheRoot())) {
    const dir = path.join(cacheRoot(), name);
    if (!name.startsWith('partial-')) continue;
    // Another run may take its own away meanwhile.
    const made = (await stat(dir).catch(() => undefined))?.mtimeMs;
    if (made === undefined || Date.now() - made < 3_600_000) continue;
    await rm(dir, { recursive: true, force: true });
  }
}

/** Fetches a package's tarball through npm, which verifies it, and unpacks the content of its folder `member` into `into`. */
export async function unpack(spec: string, member: string, into: string): Promise<void> {
  await mkdir(into, { recursive: true });
  const scratch = await mkdtemp(path.join(into, '.pack-'));
  try {
    const out = await npm(
      ['pack', spec, '--ignore-scripts', '--silent', '--pack-destination', scratch],
      scratch,
    );
    const tarball = path.join(scratch, out.trim().split('\n').at(-1) ?? '');
    const depth = member.split('/').length;
    await run('tar', ['-xzf', tarball, '-C', into, `--strip-components=${depth}`, member], scratch);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Runs npm, again when it fails: a fault of the network is the usual reason. Resolves to its standard output. */
export function npm(args: string[], cwd: string): Promise<string> {
  return pRetry(() => run('npm', args, cwd), { retries: 3, minTimeout: 2000 });
}

/** Runs a program to its end. Rejects with the end of what it wrote when its exit code is not 0. */
export function run(
  program: string,
  args: string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(stdout);
      else reject(new Error(`${program} ${args.join(' ')}: exit ${code}\n${(stdout + stderr).slice(-2000)}`));
    });
  });
}

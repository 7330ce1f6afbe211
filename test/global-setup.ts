import { execFileSync } from 'node:child_process';

/** Tests that go through the real process run the bundle, so it is built once before them. */
export default function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}

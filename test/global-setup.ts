import { execFileSync } from 'node:child_process';

/** Tests that go through the real process run the bundle, so it is built once before them; `npm test` begins with it. */
export default function setup(): void {
  if (process.env['npm_lifecycle_event'] === 'test') return;
  execFileSync(process.execPath, ['scripts/build.mjs'], { stdio: 'inherit' });
}

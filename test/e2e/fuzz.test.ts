import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';

function fuzz(...args: string[]): Promise<{ code: unknown; stdout: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, ['test/perf/fuzz.mjs', ...args], (error, stdout) =>
      resolve({ code: error === null ? 0 : error.code, stdout }),
    );
  });
}

it(
  'the server answers after each of 500 random edits, and finds in the end what it found at first',
  { timeout: 180_000 },
  async () => {
    const { code, stdout } = await fuzz('500', '20');
    expect(stdout).toMatch(/^seed 20, 500 edits, \d+ files/);
    expect(stdout).toContain('answered after each');
    expect(code).toBe(0);
  },
);

it('a sequence that fails is made as short as it can be', { timeout: 180_000 }, async () => {
  const { code, stdout } = await fuzz('30', '4', '--until', 'not-text');
  expect(code).toBe(1);
  const short = /shortest sequence that does it \(1\):\n {2}(.*)\n/.exec(stdout)?.[1] ?? stdout;
  expect(JSON.parse(short)).toMatchObject({ put: '\0' });
});

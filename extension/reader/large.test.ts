import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { tempDir } from '../../engine/temp-dir.fixture.ts';
import { LargeCases } from './large.ts';
import { reviewCase } from './protocol.ts';

it.each([
  [
    'of memory that did not suffice',
    'throw Object.assign(new Error("heap"), { code: "ERR_WORKER_OUT_OF_MEMORY" });',
    /^C1: there is not enough memory to read its evidence\./,
  ],
  ['of a fault', 'throw new TypeError("a fault of ours");', /^C1: .* ended \(a fault of ours\)\./],
  ['by itself', 'process.exit(3);', /^C1: .* ended \(exit code 3\)\./],
])('a thread that ends %s says so', async (_name, code, expected) => {
  const script = path.join(tempDir(), 'thread.cjs');
  writeFileSync(script, code);
  const cases = new LargeCases(script);
  for (let i = 0; i < 2; i++)
    await expect(cases.ask(reviewCase, { dir: '/b', caseId: 'C1', locale: 'en' })).rejects.toThrow(expected);
});

import { appendFileSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageReports } from './usage.ts';

const dir = mkdtempSync(path.join(os.tmpdir(), 'sundowner-usage-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

const told = (sum: number, silent = 0): { sum: number; silent: number } => ({ sum, silent });

function scene(name: string): {
  kept: string;
  file: string;
  reports: UsageReports;
  say: (line: unknown) => void;
} {
  const [kept, file] = [path.join(dir, `${name}.kept.jsonl`), path.join(dir, `${name}.jsonl`)];
  const say = (line: unknown): void =>
    appendFileSync(file, typeof line === 'string' ? line : `${JSON.stringify(line)}\n`);
  return { kept, file, reports: new UsageReports(kept, 'USD'), say };
}

describe('what an agent reports', () => {
  it('adds up by message, is kept, and is read back', () => {
    const { kept, file, reports, say } = scene('sums');
    say({ message_id: 'om_1', tokens: 100, cost: 0.5, model: 'x' });
    say({ message_id: 'om_1', tokens: 20, cost: 0.25 });
    say({ tokens: 7 });
    expect(reports.collect(file, false)).toEqual([]);
    for (const one of [reports, new UsageReports(kept, 'USD')]) {
      expect(one.of('om_1')).toEqual({ tokens: told(120), cost: told(0.75) });
      expect(one.of('om_2')).toBeUndefined();
      expect(one.beside(new Set(['om_1']))).toEqual({ tokens: told(7), cost: told(0, 1) });
      // A message that is no line of the batch was taken all the same.
      expect(one.beside(new Set()).tokens).toEqual(told(127));
    }
    expect(readFileSync(kept, 'utf8').split('\n')).toHaveLength(4);
  });

  it('is read once, however often it is looked for, and a line only when it is whole', () => {
    const { file, reports, say } = scene('torn');
    say({ message_id: 'om_1', tokens: 1 });
    say('{"message_id":"om_1",');
    reports.collect(file, false);
    reports.collect(file, false);
    expect(reports.of('om_1')?.tokens).toEqual(told(1));
    say('"tokens":2}\n{"message_id":"om_1","tokens":4}');
    reports.collect(file, false);
    expect(reports.of('om_1')?.tokens).toEqual(told(3));
    // The process has ended: nothing more comes.
    reports.collect(file, true);
    expect(reports.of('om_1')?.tokens).toEqual(told(7));
  });

  it.each([
    ['no JSON', 'hello\n'],
    ['less than nothing', { message_id: 'om_1', tokens: -5 }],
    ['no number', { message_id: 'om_1', tokens: '5' }],
    ['nothing at all', { message_id: 'om_1' }],
    ['a list', [1, 2]],
  ])('%s is no report, and hides none that follows', (name, line) => {
    const { file, reports, say } = scene(`bad-${name}`);
    say(line);
    say({ message_id: 'om_1', tokens: 3 });
    expect(reports.collect(file, false)).toHaveLength(1);
    expect(reports.of('om_1')).toEqual({ tokens: told(3), cost: told(0, 1) });
  });

  it('in another currency leaves the cost unknown', () => {
    const { file, reports, say } = scene('currency');
    say({ message_id: 'om_1', tokens: 3, cost: 5, currency: 'CNY' });
    reports.collect(file, false);
    expect(reports.of('om_1')).toEqual({ tokens: told(3), cost: told(0, 1) });
  });

  it('is not looked for behind a link, in a folder, or where nothing is', () => {
    const { file, reports } = scene('link');
    const secret = path.join(dir, 'secret.jsonl');
    writeFileSync(secret, '{"message_id":"om_1","tokens":1}\n');
    symlinkSync(secret, file);
    for (const one of [file, dir, path.join(dir, 'nowhere')]) expect(reports.collect(one, true)).toEqual([]);
    expect(reports.of('om_1')).toBeUndefined();
  });
});

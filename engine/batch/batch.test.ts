import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Journal, readJournal } from './journal.ts';
import { lockBatch } from './lock.ts';
import { segment } from './paths.ts';
import { tempDir } from '../temp-dir.fixture.ts';

describe('journal', () => {
  it('is chained and reads back', () => {
    const file = path.join(tempDir(), 'journal.jsonl');
    const journal = Journal.open(file);
    journal.append({ step: 'eval.a', status: 'intent', op: 'msg', left_out: undefined });
    journal.append({ step: 'eval.a', status: 'success', message_id: 'om_1' });
    journal.close();
    const read = readJournal(file);
    expect(read.chained).toBe(true);
    expect(read.entries.map((e) => [e.seq, e.step, e.status])).toEqual([
      [0, 'eval.a', 'intent'],
      [1, 'eval.a', 'success'],
    ]);
  });

  it('heals a line torn at any byte and goes on', () => {
    const whole = path.join(tempDir(), 'journal.jsonl');
    const journal = Journal.open(whole);
    for (let i = 0; i < 3; i++) journal.append({ step: `eval.${i}`, status: 'success', text: '好' });
    journal.close();
    const bytes = readFileSync(whole);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (cut) => {
        const file = path.join(tempDir(), 'journal.jsonl');
        writeFileSync(file, bytes.subarray(0, cut));
        const again = Journal.open(file);
        const before = again.entries.length;
        again.append({ step: 'eval.next', status: 'success' });
        again.close();
        const read = readJournal(file);
        expect(read.chained).toBe(true);
        expect(read.entries).toHaveLength(before + 1);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses to continue a journal with a changed line, and one of another tool', () => {
    const file = path.join(tempDir(), 'journal.jsonl');
    const journal = Journal.open(file);
    journal.append({ step: 'eval.a', status: 'success', text: 'one' });
    journal.append({ step: 'eval.b', status: 'success' });
    journal.close();
    writeFileSync(file, readFileSync(file, 'utf8').replace('one', 'two'));
    expect(readJournal(file).fault).toContain('journal.jsonl:1');
    expect(() => Journal.open(file)).toThrow(/new batch/);
    const foreign = path.join(tempDir(), 'journal.jsonl');
    appendFileSync(foreign, '{"ts":"2026-09-05T15:55:27.707Z","step":"preset.x","status":"success"}\n');
    expect(() => Journal.open(foreign)).toThrow(/read but not continued/);
  });
});

describe('segment', () => {
  it('keeps every id inside its folder and apart from every other', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
        fc.pre(a !== '' && b !== '');
        expect(segment(a)).not.toMatch(/[/\\:*?"<>|\s]|^\.+$/);
        if (a !== b) expect(segment(a)).not.toBe(segment(b));
      }),
    );
    expect(segment('T135')).toBe('T135');
    expect(segment('../x')).toBe('..%2Fx');
    expect(segment('..')).toBe('%2E%2E');
  });
});

describe('lock', () => {
  it('is taken over from a dead process and refused by a live one', () => {
    const file = path.join(tempDir(), 'batch.lock');
    writeFileSync(file, '1');
    expect(() => lockBatch(file)).toThrow(/process 1 is working/);
    writeFileSync(file, '4194000');
    const lock = lockBatch(file);
    lock.assertHeld();
    lock.release();
    expect(() => lock.assertHeld()).toThrow('no longer holds the batch');
    lockBatch(file).release();
  });

  it('is refused when a process of another machine holds it', () => {
    const file = path.join(tempDir(), 'batch.lock');
    writeFileSync(file, '4194000 elsewhere.example token');
    expect(() => lockBatch(file)).toThrow(/process 4194000 on elsewhere\.example took this batch/);
  });

  it('keeps whoever has lost it from writing: the journal stays the new holder’s', () => {
    const dir = tempDir();
    const file = path.join(dir, 'batch.lock');
    const old = lockBatch(file);
    const journal = Journal.open(path.join(dir, 'journal.jsonl'), undefined, () => old.assertHeld());
    journal.append({ step: 'a', status: 'intent' });
    rmSync(file);
    const now = lockBatch(file);
    expect(() => journal.append({ step: 'a', status: 'success' })).toThrow('no longer holds the batch');
    old.release();
    now.assertHeld();
    expect(readJournal(path.join(dir, 'journal.jsonl')).entries.map((e) => e.status)).toEqual(['intent']);
  });
});

import { describe, expect, it } from 'vitest';
import { MadeBatch } from '../review/batch.fixture.ts';
import { readHistory } from './history.ts';

describe('history of a batch folder', () => {
  it('is read from its logs', () => {
    const batch = new MadeBatch(['H01']);
    const at = '2026-09-06T01:00:00.000Z';
    batch.write(batch.paths.director, `${JSON.stringify({ at, group: '*', event: 'session_start' })}\n`);
    expect(readHistory({ paths: batch.paths, manifest: batch.manifest() })).toMatchObject({
      breaks: [{ how: 'killed', at, resumedAt: null }],
    });
  });

  it('says which line cannot be read, and does not stop who shows the verdicts', () => {
    const batch = new MadeBatch(['H01']);
    batch.write(batch.paths.director, 'half a li\n');
    const told = readHistory({ paths: batch.paths, manifest: batch.manifest() });
    expect(told).toEqual({ error: expect.stringContaining('director.jsonl:1: ') as string });
  });
});

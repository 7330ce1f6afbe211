import { describe, expect, it } from 'vitest';
import type { BatchManifest, DirectorEvent } from '../../schemas/index.ts';
import { historyOf } from '../batch/history.ts';
import { happenedLines } from '../report/index.ts';
import { MadeBatch } from './batch.fixture.ts';

const manifest = (): BatchManifest => new MadeBatch(['H01']).manifest();

/** `09:00:05 case_start H01`, `09:00:09 session_stopped`: events of a director, a line each. */
function eventsOf(text: string): DirectorEvent[] {
  return text
    .trim()
    .split('\n')
    .map((line) => {
      const [, time = '', event = '', rest = ''] = /^\s*(\S+) (\S+) ?(.*)$/.exec(line) ?? [];
      const about = event.startsWith('case_') ? { case_id: rest } : rest === '' ? {} : { note: rest };
      // Without a zone: the time of the reader.
      return { at: new Date(`2026-09-06T${time}`).toISOString(), group: '*', event, ...about };
    });
}

function told(text: string, live = false, more: Partial<BatchManifest> = {}): string[] {
  const input = { manifest: { ...manifest(), ...more }, events: eventsOf(text), faults: [], live };
  return happenedLines(historyOf(input), { locale: 'en' }).flatMap(({ kind, text: line }) =>
    kind === 'unsandboxed' ? [] : [line],
  );
}

describe('history of a batch', () => {
  it('says nothing of stretches that came to their end, however many', () => {
    expect(
      told(`
        09:00:00 session_start world
        09:00:01 session_done
        09:00:02 session_start cast eval
        09:00:03 case_start H01
        09:00:09 case_end H01
        09:00:09 session_done`),
    ).toEqual([]);
  });

  it.each([
    ['killed', '', 'Killed after 09:00:05, resumed at 10:30:00 · H01 went on · H02 played again'],
    [
      'stopped',
      '09:00:06 session_stopped',
      'Stopped at 09:00:06, resumed at 10:30:00 · H01 went on · H02 played again',
    ],
    [
      'failed',
      '09:00:07 session_failed disk full',
      'Broke off at 09:00:07, resumed at 10:30:00 · disk full · H01 went on · H02 played again',
    ],
  ])('says that it was %s, when it went on, and with what', (_how, end, expected) => {
    const text = [
      '09:00:00 session_start eval',
      '09:00:04 case_start H01',
      '09:00:05 case_start H02',
      ...(end === '' ? [] : [end]),
      '10:30:00 session_start eval',
      '10:30:01 case_resumed H01',
      '10:30:01 case_resumed H02',
      '10:30:01 case_start H02',
      '10:30:02 case_start H03',
      '10:30:09 session_done',
    ].join('\n');
    expect(told(text)).toEqual([expected]);
  });

  it('takes what has no end for killed only when nobody is at work', () => {
    const text = '09:00:00 session_start eval\n09:00:04 case_start H01';
    expect(told(text)).toEqual(['Killed after 09:00:04, not resumed']);
    expect(told(text, true)).toEqual([]);
  });

  it('names what else a reader must know', () => {
    const mixed = {
      folder: 'x',
      script: 'a'.repeat(64),
      accepted_at: '2026-09-06T01:00:00.000Z',
      cases: ['H02'],
    };
    expect(
      told('09:00:00 session_start eval\n09:00:01 session_done', false, {
        clock: 'virtual',
        mixed_script: [mixed],
      }),
    ).toEqual([
      'Mixed script: a script accepted on the way served H02',
      'Virtual clock: times are the world’s, not the machine’s',
    ]);
  });

  it('tells of an agent without a sandbox, but not of one that has no process to shut in', () => {
    const lines = (agent: Partial<BatchManifest['agent']>): string[] => {
      const made = manifest();
      const of = { ...made, isolation_note: 'no bwrap', agent: { ...made.agent, ...agent } };
      const history = historyOf({ manifest: of, events: [], faults: [], live: false });
      return happenedLines(history, { locale: 'en' }).map(({ text }) => text);
    };
    expect(lines({ command: ['bot'] })).toEqual(['The agent ran without a sandbox: no bwrap']);
    expect(lines({ driver: 'rehearsal' })).toEqual([]);
  });

  it('counts faults by kind, and says when there were none', () => {
    const platform: BatchManifest['platform'] = {
      kind: 'local',
      faults: { name: 'three', seed: 7, rules: [{ kind: 'reset', every: 5 }] },
    };
    const fault = {
      seq: 1,
      ts: '2026-09-06T01:00:00.000Z',
      rule: 0,
      op: 'im.message.create',
      app: 'operator',
      n: 5,
      request: 'r',
    };
    const faults = [
      { ...fault, kind: 'reset' },
      { ...fault, seq: 2, kind: 'late_event' },
      { ...fault, seq: 3, kind: 'reset' },
    ] as const;
    const lines = (made: typeof faults | []): string | undefined =>
      happenedLines(
        historyOf({ manifest: { ...manifest(), platform }, events: [], faults: made, live: false }),
        { locale: 'zh' },
      )[0]?.text;
    expect(lines(faults)).toBe('故意制造的故障 3 个（three）：late_event 1、reset 2');
    expect(lines([])).toBe('故意制造的故障 0 个（three）');
  });
});

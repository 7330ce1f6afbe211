import { durationsIn, holds } from '../durations.ts';
import type { ValuePath } from '../model.ts';
import { valueAt } from '../shape-issues.ts';
import { tell } from '../told.ts';
import { Findings, type PartRule } from './rule.ts';

/** Where a kind of file holds its steps. */
const STEPS: Readonly<Record<string, readonly ValuePath[]>> = {
  'world-preset': [
    ['phases', 'preset'],
    ['phases', 'cast'],
  ],
  'preset-steps': [[]],
  'cast-steps': [[]],
  'eval-steps': [[]],
  'eval-bundle': [['steps']],
  'exec-bundle': [['steps']],
};

/** The time that a step states, the remarks that may tell of it, and the words by which they do. */
const TIMES = [
  { seconds: 'min_quiet_sec', remarks: ['note'], about: /静默|安静|沉默|不发言|quiet|silen/i },
  {
    seconds: 'max_wait_sec',
    remarks: ['instruction', 'note'],
    about: /最多|最长|至多|上限|超时|超过|at most|up to|time ?-?out|longest|no longer/i,
  },
  {
    seconds: 'seconds',
    remarks: ['reason', 'note'],
    about: /静默|安静|等|停|歇|quiet|silen|wait|pause|settle/i,
  },
] as const;

/** `gate-note-conflict`: the note of a gate tells of another time than the one it waits for. */
export const gateNote: PartRule = ({ file, kind }) => {
  const findings = new Findings();
  for (const at of STEPS[kind] ?? []) {
    const steps = valueAt(file.value, at);
    if (!Array.isArray(steps)) continue;
    steps.forEach((step: unknown, i) => {
      for (const { seconds: key, remarks, about } of TIMES) {
        const seconds = valueAt(step, [key]);
        if (typeof seconds !== 'number') continue;
        for (const remark of remarks) {
          const text = valueAt(step, [remark]);
          if (typeof text !== 'string') continue;
          for (const duration of durationsIn(text, about)) {
            if (holds(duration, seconds)) continue;
            findings.add(
              'warning',
              'gate-note-conflict',
              { file, at: [...at, i, remark], locate: { span: duration.span } },
              tell`This says "${duration.text}", but ${key} is ${seconds} seconds, and those are what is waited for. Make the two say the same.`,
            );
          }
        }
      }
    });
  }
  return findings.list;
};

import { describe, expect, it } from 'vitest';
import type { KindName } from '../../schemas/kinds.ts';
import { keyMarksOf } from './key-marks.ts';
import { readSource } from './source.ts';
import { CARD, WORLD } from './testing.ts';

function shown(kind: KindName, text: string): string[] {
  return keyMarksOf(kind, readSource('/f.yaml', text).value).map(
    ({ register, key, role, path, what }) =>
      `${register} ${key} ${role === 'definition' ? 'at' : 'in'} ${path.join('/')}${what === 'key' ? ' (key)' : ''}`,
  );
}

describe('keys of registers', () => {
  it.each<[string, KindName, string, readonly string[]]>([
    [
      'a card',
      'case-card',
      CARD,
      ['case A1 at case_id', 'group ops in group_key', 'actor mia in asker', 'asset plan in seed_refs/0'],
    ],
    [
      'a world',
      'world-preset',
      WORLD,
      [
        'actor mia at actors/mia (key)',
        'group core at groups/core (key)',
        'actor asker in groups/ops/members/1',
        'agent bo at team_agents/0/key',
        'asset plan at assets/plan (key)',
        'group core in assets/secret/shares/0/group',
      ],
    ],
    [
      'steps of a world',
      'world-preset',
      `phases:
  preset:
    - { id: p-seed-plan-1, op: msg, group: ops, actor: mia, text: 'x' }
    - { id: d, op: doc.create, key: notes }
  cast:
    - { id: g, op: doc.grant, doc: notes, to: 'agent:bo', perm: edit }
`,
      [
        'asset plan in phases/preset/0/id',
        'asset notes at phases/preset/1/key',
        'agent bo in phases/cast/0/to',
      ],
    ],
    [
      'checks',
      'checks',
      'checks:\n  A1:\n    CP1: { message: { author: mia } }\n    CP2: { message: { author: agent } }\n    CP3: { not: { absent: { mentions: [ron] } } }\n',
      [
        'case A1 in checks/A1 (key)',
        'actor mia in checks/A1/CP1/message/author',
        'actor ron in checks/A1/CP3/not/absent/mentions/0',
      ],
    ],
    ['metadata', 'cases-meta', 'cases: { A1: { scene_l1: x } }\n', ['case A1 in cases/A1 (key)']],
    [
      'dependencies',
      'deps',
      'cases: { A1: { depends_on: [B1] } }\n',
      ['case A1 in cases/A1 (key)', 'case B1 in cases/A1/depends_on/0'],
    ],
    [
      'transcripts',
      'graders',
      'graders: { A1: { twin_of: B1, oracle: [{ say: x, in: cs, by: mia }, { remove: D1, row: { a: b } }] } }\n',
      [
        'case A1 in graders/A1 (key)',
        'case B1 in graders/A1/twin_of',
        'group cs in graders/A1/oracle/0/in',
        'actor mia in graders/A1/oracle/0/by',
        'asset D1 in graders/A1/oracle/1/remove',
      ],
    ],
  ])('of %s', (_, kind, text, expected) => {
    expect(shown(kind, text)).toEqual(expect.arrayContaining([...expected]));
  });

  it('are no words that only look like keys', () => {
    expect(shown('checks', 'checks: { A1: { CP1: { message: { author: any, says: mia } } } }\n')).toEqual([
      'case A1 in checks/A1 (key)',
    ]);
  });
});

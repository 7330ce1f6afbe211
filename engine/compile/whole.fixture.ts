import type { Correction, TeamCard, WorldPreset } from '../../schemas/index.ts';
import { cardOf, CARDS, WORLD } from './fixture.ts';

/** For tests: an evalset that uses every feature of the compiler, all of its texts ending in `tail`. */
export function wholeEvalset(tail: string) {
  const say = (text: string) => `${text} ${tail}`;
  const query = (turn: number, text: string) =>
    ({ turn, kind: 'query', speaker: 'asker', text: say(text) }) as const;
  const cards: readonly TeamCard[] = [
    ...CARDS.map((card) => ({
      ...card,
      turns: card.turns.map((turn) => ({ ...turn, text: say(turn.text) })),
      checkpoints_raw: say(card.checkpoints_raw),
      exec_notes: say(card.exec_notes ?? 'Notes.'),
    })),
    cardOf('C1', {
      turns: [
        query(1, '@小舵 First line'),
        query(2, '@小舵 second line'),
        { turn: 3, kind: 'inject', speaker: 'bo', text: say('@小舵 this stands twice') },
        query(4, '@小舵助手\u3000by another name'),
        query(5, '@小舵 not to the agent'),
        {
          turn: 6,
          kind: 'npc_reply_conditional',
          speaker: 'bo',
          text: say('Yes'),
          condition: say('被 @ 时'),
        },
      ],
      exec_notes: say('Bo adds: {{D-1}}（周一） it was. After {{D+1}} he says: no.'),
      dropped_injects: [{ text: say('It was left out: {{D}} at noon') }],
    }),
    cardOf('C2', { turns: [query(1, '@小舵 Who is told?')], write_targets: ['plan'] }),
    cardOf('D1', {
      group_key: 'cs',
      dm: true,
      dm_peer: null,
      turns: [query(1, '@小舵 In private'), { turn: 2, kind: 'inject', speaker: 'bo', text: say('Me too') }],
      write_targets: ['plan', 'tracker'],
    }),
    cardOf('K1', {
      group_key: 'cs',
      clock_batch: true,
      clock_at: '{{D+1|YYYY-MM-DD}}T10:30:00+08:00',
      turns: [query(1, '@小舵 On the minute')],
    }),
  ];
  const corrections: Correction[] = [
    { case: 'C1', reason: 'one message', op: 'merge_turns', turns: [1, 2] },
    { case: 'C1', reason: 'stands twice', op: 'drop_turn', turn: 3 },
    { case: 'C1', reason: 'other name', op: 'merge_mention', turn: 4, written: '@小舵助手' },
    { case: 'C1', reason: 'not asked', op: 'drop_mention', turn: 5 },
    {
      case: 'C1',
      reason: 'was not placed',
      op: 'add_turn',
      turn: 8,
      after: 5,
      kind: 'npc_reply_conditional',
      speaker: 'bo',
      from: '/exec_notes',
      text: '{{D-1}}（周一） it was.',
      condition: 'After {{D+1}} he says',
    },
    {
      case: 'C1',
      reason: 'was not placed',
      op: 'add_turn',
      turn: 9,
      after: 5,
      kind: 'inject',
      speaker: 'bo',
      from: '/dropped_injects/0/text',
      text: '{{D}} at noon',
    },
    { case: 'C2', reason: 'is told', op: 'add_mention', turn: 1, who: 'bo' },
  ];
  const world: WorldPreset = {
    ...WORLD,
    groups: { ...WORLD.groups, cs: { name: '#cs', description: say('Customers'), members: ['asker'] } },
    assets: {
      plan: { kind: 'doc', title: say('Plan'), markdown: say('# Plan'), agent: 'edit' },
      tracker: {
        kind: 'base',
        title: 'Tracker',
        fields: [{ name: '{{M-1}}', type: 'text' }],
        records: [{ '{{M-1}}': say('cell') }],
        shares: [{ group: 'ops', perm: 'view', actor: 'bo' }],
      },
    },
    history: [{ group: 'ops', actor: 'bo', day: -7, text: say('Done') }],
  };
  const forms = { M: 'YYYY年M月', Y: 'FY YYYY', Q: 'YYYY Q#' };
  return { cards, corrections, world, forms };
}

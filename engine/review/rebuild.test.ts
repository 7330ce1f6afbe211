import { expect, it } from 'vitest';
import type { EvidenceMessage } from '../../schemas/index.ts';
import { MadeBatch, messageOf } from './batch.fixture.ts';
import { SoftReader } from './reader.ts';
import { rebuildEvidence } from './rebuild.ts';

const NOTHING_TOLD = { agent_messages: [], stimulus_messages: [], no_agent_reply: null };

/** Evidence files by name: when their window ends, and id and text of their messages. */
type Files = Readonly<
  Record<string, readonly [to: string, ...messages: readonly (readonly [string, string])[]]>
>;

async function rebuilt(files: Files) {
  const batch = new MadeBatch(['C1']);
  for (const [name, [to, ...messages]] of Object.entries(files))
    batch.write(`evidence/C1/${name}.json`, {
      case_id: 'C1',
      step: name,
      window: { from: '2026-09-06T01:00:00.000Z', to },
      scope: [{ chat: 'ops', kind: 'thread' }],
      messages: messages.map(([id, text]): EvidenceMessage => messageOf({ message_id: id, text })),
    });
  const { evidence } = await rebuildEvidence(new SoftReader(batch.paths), 'C1', NOTHING_TOLD, 'ops');
  return evidence;
}

const shown = ({ messages }: Awaited<ReturnType<typeof rebuilt>>): string[] =>
  messages.map(({ message, path, also = [] }) =>
    [message.message_id, message.text, path, ...also].join(' ').replaceAll(/evidence\/C1\/|\.json/g, ''),
  );

it.each<[string, Files, string[]]>([
  [
    'a message that the last file does not hold is kept',
    { w1: ['2026-09-06T01:01:00Z', ['om_1', 'a']], w2: ['2026-09-06T01:02:00Z', ['om_2', 'b']] },
    ['om_1 a w1', 'om_2 b w2'],
  ],
  [
    'the latest text counts, and only files with that text hold it',
    {
      w1: ['2026-09-06T01:01:00Z', ['om_1', 'old'], ['om_2', 'b']],
      w2: ['2026-09-06T01:02:00Z', ['om_1', 'new'], ['om_2', 'b']],
      w3: ['2026-09-06T01:03:00Z', ['om_1', 'new']],
    },
    ['om_1 new w2 w3', 'om_2 b w1 w2'],
  ],
  [
    'instants are compared as instants, whatever their zone',
    { w1: ['2026-09-06T09:30:00+08:00', ['om_1', 'old']], w2: ['2026-09-06T02:00:00Z', ['om_1', 'new']] },
    ['om_1 new w2'],
  ],
  [
    'files of one instant follow one another by name',
    { w2: ['2026-09-06T01:01:00Z', ['om_1', 'new']], w1: ['2026-09-06T01:01:00.000Z', ['om_1', 'old']] },
    ['om_1 new w2'],
  ],
])('%s', async (_name, files, expected) => {
  expect(shown(await rebuilt(files))).toEqual(expected);
});

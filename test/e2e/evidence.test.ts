import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import { lookInto } from '../../engine/local-lark/index.ts';
import { messageEvidence } from '../../schemas/index.ts';
import { copyCompany, ROOT, runCli, tempDirOfTest } from './company.ts';

// Every step is a process of its own: on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000 });

it('keeps what the agent says into the group by quoting somebody else', async () => {
  const dir = tempDirOfTest();
  const company = copyCompany({ into: path.join(dir, 'harbor'), quiet: 0.3, wait: 4 });
  const batch = path.join(dir, 'batch');
  const bot = path.join(ROOT, 'test/agents/quote.mjs');
  const run = await runCli(['run', company, '--case', 'H05', '--batch', batch, '--', process.execPath, bot]);
  expect(run.code, run.stderr).toBe(0);
  const file = path.join(batch, 'evidence/H05/e-qc-001-H05-gate.json');
  const { messages } = messageEvidence.parse(JSON.parse(readFileSync(file, 'utf8')));
  expect(messages.filter((m) => m.author.kind === 'agent').map((m) => m.text)).toEqual([
    'said beside the thread',
  ]);
  const verdict = JSON.parse(readFileSync(path.join(batch, 'results/verdict-H05.json'), 'utf8')) as {
    agent_messages: { where: string }[];
    no_agent_reply: unknown;
  };
  expect(verdict.agent_messages.map((m) => m.where)).toEqual(['toplevel']);
  expect(verdict.no_agent_reply).toBeNull();
});

it('builds labels, comments and calendar events of a world', async () => {
  const dir = tempDirOfTest();
  const steps = `phases:
  preset:
    - { id: p-group, op: group.create, key: ops }
    - { id: p-plan, op: doc.create, key: plan, title: 'Plan', markdown: 'Sail on time.' }
    - { id: p-share, op: doc.share, doc: plan, group: ops, perm: edit }
    - { id: p-label, op: group.label }
    - { id: p-comment, op: doc.comment, doc: plan, actor: shaozhi, text: 'Newest first, please.' }
    - { id: p-cal, op: calendar.event, organizer: shaozhi, title: 'Weekly review', start_rel_min: 360, duration_min: 60, attendees: [guyan] }
`;
  const company = copyCompany({
    into: path.join(dir, 'harbor'),
    edit: (file, text) => (file.endsWith('.world.yaml') ? `${text}\n${steps}` : text),
  });
  const batch = path.join(dir, 'batch');
  const compiled = await runCli(['compile', company, '--day0', '2026-09-06', '--out', batch]);
  expect(compiled.code, compiled.stderr).toBe(0);
  const world = await runCli(['world', batch]);
  expect(world.code, world.stderr).toBe(0);
  const look = lookInto(path.join(batch, 'platform/local-lark.jsonl'));
  expect(look.chats.map((chat) => chat.labels)).toEqual(look.chats.map(() => ['Harbor Tide']));
  expect(look.documents.flatMap((d) => d.comments)).toMatchObject([
    { by: { name: '邵知遥' }, text: 'Newest first, please.', solved: false, replies: [] },
  ]);
  expect(look.events).toMatchObject([
    {
      title: 'Weekly review',
      organizer: { name: '邵知遥' },
      start: Date.parse('2026-09-06T15:00:00+08:00'),
      end: Date.parse('2026-09-06T16:00:00+08:00'),
      attendees: [{ name: '顾砚秋' }],
    },
  ]);
});

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import * as z from 'zod';
import { execBundle, type EvalStep, type EvidenceMessage } from '../../../schemas/index.ts';
import { Journal } from '../../../engine/batch/journal.ts';
import { BatchPaths } from '../../../engine/batch/paths.ts';

const checks = z.looseObject({ checks: z.record(z.string(), z.unknown()) });

/** An evalset of so many cases: the cards of the sample with their checks, again and again under other ids. */
export function writeEvalset(sample: string, into: string, cases: number): void {
  const cards = readdirSync(path.join(sample, 'cases')).sort();
  const own = checks.parse(parse(readFileSync(path.join(sample, 'cases.checks.yaml'), 'utf8'))).checks;
  const all: Record<string, unknown> = {};
  const files = Array.from({ length: cases }, (_, i) => {
    const from = cards[i % cards.length] ?? '';
    const [old, id] = [from.slice(0, 3), `P${String(i + 1).padStart(3, '0')}`];
    all[id] = own[old];
    const text = readFileSync(path.join(sample, 'cases', from), 'utf8');
    write(path.join(into, 'cases', `${id}.case.yaml`), text.replace(`case_id: ${old}`, `case_id: ${id}`));
    return `cases/${id}.case.yaml`;
  });
  // JSON is YAML, and quotes what is kept to the letter.
  write(path.join(into, 'cases.checks.yaml'), JSON.stringify({ checks: all }, null, 2));
  for (const folder of ['npc', 'world'])
    for (const name of readdirSync(path.join(sample, folder)))
      write(path.join(into, folder, name), readFileSync(path.join(sample, folder, name), 'utf8'));
  const evalset = parse(readFileSync(path.join(sample, 'evalset.yaml'), 'utf8')) as Record<string, unknown>;
  const { meta: _meta, ...rest } = evalset;
  write(path.join(into, 'evalset.yaml'), JSON.stringify({ ...rest, cases: files }, null, 2));
}

/** Plays a compiled batch on paper: every journal line and evidence file that a run would have left. */
export function playOnPaper(dir: string): string[] {
  const paths = new BatchPaths(dir);
  const journal = Journal.open(paths.abs(paths.journal));
  const played: string[] = [];
  for (const name of readdirSync(paths.abs(paths.script)).filter((file) => file.startsWith('exec-'))) {
    const bundle = execBundle.parse(JSON.parse(readFileSync(paths.abs(`script/${name}`), 'utf8')));
    for (const id of bundle.cases) {
      playCase(
        paths,
        journal,
        id,
        bundle.group,
        bundle.steps.filter((step) => step.case_id === id),
      );
      played.push(id);
    }
  }
  journal.close();
  return played;
}

const at = (second: number): string => new Date(Date.UTC(2026, 8, 7, 1, 0, second)).toISOString();

function playCase(
  paths: BatchPaths,
  journal: Journal,
  id: string,
  group: string,
  steps: readonly EvalStep[],
): void {
  const about = { op: 'case', phase: 'eval', case_id: id, group } as const;
  const thread: EvidenceMessage[] = [];
  let second = 0;
  const say = (author: EvidenceMessage['author'], text: string): string => {
    const message_id = `om_${id}_${thread.length}`;
    thread.push({
      message_id,
      chat: group,
      thread_id: `omt_${id}`,
      ts: at((second += 1)),
      ts_precision: 'ms',
      author,
      text,
      mentions: [],
      edits: [],
      attachments: [],
    });
    return message_id;
  };
  journal.append({ ...about, step: `eval.case:${id}`, status: 'intent' });
  for (const step of steps) {
    const line = { ...about, op: step.op, step: `eval.${step.id}`, status: 'success' as const };
    const evidence = paths.evidence(id, step.id);
    if (step.op === 'msg') {
      const message_id = say({ kind: 'npc', key: step.actor }, step.text);
      say(
        { kind: 'agent', key: 'pilot' },
        `${'已经查到，停电 83 分钟，旁路开关没有复位。'.repeat(8)}（${id}）`,
      );
      journal.append({ ...line, message_id, sent_at: at(second), because: null });
    } else if (step.op === 'gate') {
      const window = { from: at(0), to: at((second += 1)) };
      const scope = [{ chat: group, kind: 'thread' }];
      write(
        paths.abs(evidence),
        JSON.stringify({ case_id: id, step: step.id, window, scope, messages: thread }),
      );
      journal.append({ ...line, outcome: 'reply', max_wait_sec: 300, evidence, linked: [] });
    } else {
      const rows = Array.from({ length: 40 }, (_, i) => ({
        record_id: `rec${i}`,
        fields: { 单号: `CL-${7000 + i}`, 进度: '定损完成', 跟进人: 'Nora Lindqvist' },
      }));
      const asset = 'base' in step ? step.base : 'doc' in step ? step.doc : '';
      const own = { case_id: id, step: step.id, asset, at: at((second += 1)) };
      write(
        paths.abs(evidence),
        JSON.stringify('base' in step ? { ...own, rows, diff: [] } : { ...own, text: '无' }),
      );
      journal.append({ ...line, evidence });
    }
  }
  journal.append({ ...about, step: `eval.case:${id}`, status: 'success', outcome: 'played', from: at(0) });
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

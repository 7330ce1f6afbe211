import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { compileEvalset } from '../../engine/compile/index.ts';
import { diskFiles, loadEvalset } from '../../engine/evalset/index.ts';
import type { CaseEvidence } from '../../engine/evidence/model.ts';
import type { Act } from '../../engine/graders/act.ts';
import { grade } from '../../engine/graders/grade.ts';
import { openStage } from '../../engine/graders/index.ts';
import { openBatch, playedCases, readVerdicts } from '../../engine/stages/index.ts';
import { copyCompany, removeDir, runCli, SAMPLES, tempDir, tempDirOfTest } from './company.ts';

// Every step is a process of its own: on a busy machine one takes seconds.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

const DAY = '2026-09-07';
const HARBOR = path.join(SAMPLES, 'harbor');

/** Evidence without what differs from run to run: ids and instants, each as the n-th of its sort. */
function plain(evidence: CaseEvidence): unknown {
  const seen = new Map<string, string>();
  const nth = (sort: string, value: string): string => {
    const known =
      seen.get(value) ?? `${sort} ${[...seen.values()].filter((one) => one.startsWith(sort)).length + 1}`;
    seen.set(value, known);
    return known;
  };
  for (const { message } of evidence.messages) nth('message', message.message_id);
  for (const { evidence: asset } of evidence.assets)
    for (const row of asset.rows ?? []) nth('row', row.record_id);
  const text = JSON.stringify(evidence, (key, value: unknown) => {
    if (key === 'events') return undefined;
    if (typeof value !== 'string') return value;
    if (/^\d{4}-\d\d-\d\dT/.test(value)) return 'instant';
    if (key === 'thread_id') return nth('thread', value);
    return seen.get(value) ?? value;
  });
  return JSON.parse([...seen].reduce((all, [id, name]) => all.replaceAll(`"/${id}/`, `"/${name}/`), text));
}

/** What the agent did in a run, as a transcript of it would say. */
function actsIn(evidence: CaseEvidence): Act[] {
  let conditional = false;
  const said = evidence.messages.flatMap(({ message, where, turn }): Act[] => {
    conditional = message.author.kind === 'npc' ? message.author.key === 'zhuonan' : conditional;
    if (message.author.kind !== 'agent') return [];
    return [
      {
        kind: 'say',
        after: where === 'verification' ? 2 : conditional ? 'cond1' : (turn ?? 1),
        author: message.author,
        group: where === 'verification' ? message.chat : null,
        text: message.text,
        mentions: message.mentions.map(({ key }) => key),
      },
    ];
  });
  const changed = evidence.assets.flatMap(({ evidence: { asset, rows = [], diff = [] } }) =>
    diff.flatMap(({ path: at, after, actor }): Act[] => {
      const [, record, field = ''] = at.split('/');
      const row = rows.find(({ record_id: id }) => id === record)?.fields;
      if (actor === null || row === undefined || typeof after !== 'string') return [];
      return [
        {
          kind: 'change',
          after: 1,
          author: actor,
          asset,
          row: { 编号: row['编号'] ?? null },
          set: { [field]: after },
        },
      ];
    }),
  );
  return [...changed, ...said];
}

it('a transcript gives the judge what a run through the platform gives', async () => {
  const dir = tempDirOfTest();
  const company = copyCompany({ into: path.join(dir, 'harbor') });
  const folder = path.join(dir, 'batch');
  const cases = ['H03', 'H04', 'H06'];
  const run = await runCli([
    'run',
    company,
    '--day0',
    DAY,
    '--batch',
    folder,
    ...cases.flatMap((id) => ['--case', id]),
  ]);
  expect(run.code, run.stderr).toBe(0);
  const batch = await openBatch(folder);
  const verdicts = await readVerdicts(batch);
  const { evalset } = await loadEvalset(company, diskFiles());
  if (evalset === null) throw new Error('the sample cannot be read');
  const compiled = compileEvalset(evalset, { day0: DAY, now: () => new Date(0) });
  if ('errors' in compiled) throw new Error(JSON.stringify(compiled.errors));
  const stage = openStage(evalset, compiled.script, DAY);
  for (const played of await playedCases(batch)) {
    const { evidence, caseId } = played;
    const staged = stage.cases.find(({ card }) => card.value.case_id === caseId);
    if (evidence === null || staged === undefined) throw new Error(`${caseId} was not played`);
    const graded = await grade(stage, staged, actsIn(evidence));
    expect(graded.undone, caseId).toEqual([]);
    expect(plain(graded.evidence), caseId).toEqual(plain(evidence));
    const verdict = verdicts.find((one) => one.case_id === caseId);
    expect(graded.verdict.status).toBe('PASS');
    expect(
      graded.verdict.checkpoints.map(({ id, met, reason, scope_read }) => ({ id, met, reason, scope_read })),
    ).toEqual(
      verdict?.checkpoints.map(({ id, met, reason, scope_read }) => ({ id, met, reason, scope_read })),
    );
  }
});

describe('sundowner check --graders', () => {
  const base = tempDir();
  const weak = path.join(base, 'harbor');
  afterAll(() => removeDir(base));
  beforeAll(() => {
    copyCompany({
      into: weak,
      edit: (file, text) =>
        file === 'cases.checks.yaml' ? text.replace("affirms: '待复测'", "says: '待复测'") : text,
    });
  });

  it('prints scores and shares, and ends well for the sample', async () => {
    const result = await runCli(['check', HARBOR, '--graders', '--case', 'H09', '--case', 'H10']);
    expect(result.code, result.stdout + result.stderr).toBe(0);
    expect(result.stdout).toMatch(/^H09 +1 +0 +0\.5≤0\.5 +0 +0 +0 +0$/m);
    expect(result.stdout).toMatch(/^number +2\/2 +100 %$/m);
    expect(result.stdout).toMatch(/^0 errors, 0 warnings, 0 notes$|^no findings$/m);
  });

  it('a weak check is an error at its place, in words and as JSON', async () => {
    const before =
      readFileSync(path.join(weak, 'cases.checks.yaml'), 'utf8').split("says: '待复测'")[0] ?? '';
    const line = before.split('\n').length - 2;
    const only = ['check', weak, '--graders', '--case', 'H05'];
    const text = await runCli([...only, '--language', 'zh-cn']);
    expect(text.code, text.stdout + text.stderr).toBe(1);
    expect(text.stdout).toMatch(
      new RegExp(`cases\\.checks\\.yaml:${line}:5: error: “H05”的标准作答换成相反的说法，CP1 仍算命中`),
    );
    const json = await runCli([...only, '--json']);
    expect(json.code).toBe(1);
    const { findings, graders } = JSON.parse(json.stdout) as {
      findings: { code: string; pointer: string }[];
      graders: { unnoticed: unknown[] }[];
    };
    expect(findings.map(({ code, pointer }) => `${code} ${pointer}`)).toContain(
      'grader-mutant /checks/H05/CP1',
    );
    expect(graders[0]?.unnoticed[0]).toMatchObject({
      case_id: 'H05',
      operator: 'negation',
      points: ['CP1'],
      checks: [`cases.checks.yaml:${line}`],
    });
  });

  it.each<[string, readonly string[], RegExp]>([
    ['a case that does not exist', ['check', HARBOR, '--graders', '--case', 'H99'], /no case H99/],
    ['no evalset', ['check', path.join(HARBOR, 'npc'), '--graders'], /no evalset; --graders takes a folder/],
  ])('refuses: %s', async (_name, args, words) => {
    const result = await runCli(args);
    expect(result.code).toBe(2);
    expect(result.stderr).toMatch(words);
    expect(result.stderr).not.toMatch(/^\s+at /m);
  });
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  manifests as manifestsModel,
  summary as summaryModel,
  verdict as verdictModel,
  type BatchManifest,
  type Manifests,
  type Verdict,
} from '../../schemas/index.ts';
import { describeWithCorpus } from '../../test/corpus.ts';
import { summarise, type SummaryInput } from './summary.ts';

const hash = 'a'.repeat(64);
const short = 'a'.repeat(12);
const instant = '2026-09-06T10:00:00Z';
const manifests: Manifests = {
  evalset: { name: 'E', version: 'V1', case_total: 5, hash, short, hash_rule: 'r' },
  script: {
    label: 'b',
    day0: '2026-09-06',
    hash,
    short,
    evalset_short: short,
    world_manifest_short: short,
    world_version: 'w',
    files: [],
    steps: { preset: 0, cast: 0, eval: 0 },
    compiled_at: instant,
  },
  exec: {
    created_at: instant,
    world_bound_sha256: hash,
    bundles: [],
    excluded_count: 0,
    selection: { label: 'all', case_count: 5 },
  },
};
const batch: BatchManifest = {
  schema_version: 1,
  batch: 'b',
  mode: 'full',
  label: 'b',
  day0: '2026-09-06',
  identity: { evalset: hash, script: hash, world: hash },
  isolation: 'none',
  platform: { kind: 'local' },
  agent: { name: 'x', driver: 'command', key: 'beichen', display_name: '北辰 #1' },
  judge: 'rule',
  cases: [],
  created_at: instant,
  sundowner_version: '0.1.0',
};
const verdict = (case_id: string, score: number | null, more: Partial<Verdict> = {}): Verdict => ({
  score,
  required_total: 4,
  required_met: (score ?? 0) * 4,
  deductions: 0,
  veto: { triggered: false, rule: '', evidence: [] },
  checkpoints: [],
  status: score === null ? 'PENDING' : score === 1 ? 'PASS' : 'FAIL',
  case_id,
  batch: 'b',
  group: 'g',
  case: { title: '', trigger: '', storyline: 'A', expected_behavior: '', criteria_text: '' },
  agent_messages: [],
  no_agent_reply: null,
  stimulus_messages: [],
  judge: { mode: 'rule', model: 'checks', judged_at: null },
  ...more,
});
const planned = ['A', 'A', 'B', 'B', 'C'].map((storyline, i) => ({ case_id: `T${i}`, storyline }));
const input = (verdicts: Verdict[], more: Partial<SummaryInput> = {}): SummaryInput => ({
  batch,
  manifests,
  planned,
  verdicts,
  now: () => new Date(instant),
  times: { started: instant, finished: instant, evalStarted: null, evalFinished: null },
  ...more,
});

describe('the batch summary', () => {
  it('gives means over scored cases, with the denominator and the bounds', () => {
    const flag = { dimension: 'env', reason: '', flagged_by: 'CC', flagged_at: '' };
    const result = summarise(
      input(
        [
          verdict('T0', 1),
          verdict('T1', 0.5, { human_review: flag }),
          verdict('T2', 0.25),
          verdict('T3', null, { attempt: 1, status: 'RERUN' }),
          verdict('T3', null, { attempt: 2 }),
          verdict('T9', 1),
        ],
        { order: { g: ['T1', 'T0'] } },
      ),
    );
    expect(summaryModel.safeParse(result).error).toBeUndefined();
    expect(result).toMatchObject({
      cases_planned: 5,
      cases_run: 4,
      scored_total: 3,
      storylines: 3,
      micro: 1.75 / 3,
      macro: 0.5,
      counts: { PASS: 1, FAIL: 2, PENDING: 1, FAIL_ENV: 0, RERUN: 0, NOT_RUN: 1, total: 5 },
      checkpoint_hit_rate: 7 / 12,
      bounds: { micro: { worst: 0.35, best: 0.75 } },
      order: { g: ['T1', 'T0'] },
      human_review: { cases: 1, by_dimension: { env: 1 }, case_ids: ['T1'] },
    });
    expect(result.bounds?.macro.worst).toBeCloseTo((0.75 + 0.125 + 0) / 3, 12);
    expect(result.bounds?.macro.best).toBeCloseTo((0.75 + 0.625 + 1) / 3, 12);
    expect(result.by_storyline).toContainEqual({ storyline: 'C', cases: 1, scored: 0, mean: null });
  });

  it('counts the first scored attempt; has no bounds when all are scored, no means when none is', () => {
    const both = [
      verdict('T0', 0.75, { attempt: 3 }),
      verdict('T0', null, { attempt: 1 }),
      verdict('T0', 0.25, { attempt: 2 }),
    ];
    const one = summarise(input(both, { planned: planned.slice(0, 1) }));
    expect(one).toMatchObject({ micro: 0.25, counts: { FAIL: 1, total: 1 } });
    expect(one.bounds).toBeUndefined();
    expect(summarise(input([]))).toMatchObject({
      micro: null,
      macro: null,
      checkpoint_hit_rate: null,
      bounds: { micro: { worst: 0, best: 1 } },
    });
  });
});

describeWithCorpus('the lineage of the sample', (corpus) => {
  const read = (name: string): unknown =>
    JSON.parse(readFileSync(path.join(corpus, 'sundowner', name), 'utf8'));
  it('is the projection of its manifests', () => {
    const raw = read('summary.json') as { lineage: { evalset: object } };
    const sample = summaryModel.parse(raw);
    const files = manifestsModel.parse(read('manifests.json'));
    const t135 = verdictModel.parse(read('verdict.T135.json'));
    const result = summarise(
      input([t135], { manifests: files, planned: [{ case_id: 'T135', storyline: 'A·Bug 台账线' }] }),
    );
    // The excerpt lists 3 of 14 files and holds 1 of 94 verdicts.
    const { script, ...lineage } = { ...result.lineage, cases_run: 94 };
    const { script: sampleScript, ...sampleLineage } = sample.lineage;
    expect(lineage).toEqual(sampleLineage);
    expect({ ...script, files: 14 }).toEqual(sampleScript);
    expect(Object.keys(lineage.evalset)).toEqual(Object.keys(raw.lineage.evalset));
    expect(result).toMatchObject({
      micro: 0,
      scored_total: 1,
      cross_check: { cases: 1, agree: 1, disagree_cases: [] },
    });
  });
});

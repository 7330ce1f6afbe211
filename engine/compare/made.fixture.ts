import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BatchManifest, CaseStatus, Verdict } from '../../schemas/index.ts';
import { BatchPaths } from '../batch/paths.ts';

export interface MadeCase {
  readonly id: string;
  readonly storyline: string;
  /** Null: not scored; undefined: not run. */
  readonly score: number | null | undefined;
  readonly status?: CaseStatus;
}

/** Writes a batch folder with nothing but its manifest, and the verdicts that a comparison reads. */
export function makeScored(
  dir: string,
  cases: readonly MadeCase[],
  more: Partial<BatchManifest> = {},
): string {
  const paths = new BatchPaths(dir);
  const write = (relative: string, value: unknown): void => {
    const file = paths.abs(relative);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, JSON.stringify(value));
  };
  const hash = 'a'.repeat(64);
  const manifest: BatchManifest = {
    schema_version: 1,
    batch: paths.name,
    mode: 'full',
    label: 'Made',
    day0: '2026-09-06',
    identity: { evalset: hash, script: hash, world: hash },
    isolation: 'none',
    platform: { kind: 'local' },
    agent: { name: 'sample', driver: 'member', key: 'xiaoduo', display_name: '小舵 #1' },
    judge: 'rule',
    cases: cases.map(({ id }) => id),
    created_at: '2026-09-06T01:00:00.000Z',
    sundowner_version: '0.1.0',
    ...more,
  };
  write(paths.manifest, manifest);
  for (const one of cases)
    if (one.score !== undefined) write(paths.verdict(one.id), verdictOf(one, one.score, paths.name));
  return dir;
}

function verdictOf({ id, storyline, status }: MadeCase, score: number | null, batch: string): Verdict {
  return {
    score,
    required_total: 4,
    required_met: Math.round((score ?? 0) * 4),
    deductions: 0,
    veto: { triggered: false, rule: '', evidence: [] },
    checkpoints: [],
    status: status ?? (score === null ? 'PENDING' : score === 1 ? 'PASS' : 'FAIL'),
    case_id: id,
    batch,
    group: 'g',
    case: { title: '', trigger: '', storyline, expected_behavior: '', criteria_text: '' },
    agent_messages: [],
    no_agent_reply: null,
    stimulus_messages: [],
    judge: { mode: 'rule', model: 'checks', judged_at: null },
  };
}

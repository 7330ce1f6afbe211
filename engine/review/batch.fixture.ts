import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type {
  BatchManifest,
  EvidenceMessage,
  JudgeFilled,
  JudgeTemplate,
  MessageEvidence,
  TeamCard,
} from '../../schemas/index.ts';
import { Journal, type JournalInput } from '../batch/journal.ts';
import { BatchPaths } from '../batch/paths.ts';
import { templateOf, type PointSpec } from '../judge/evidence.fixture.ts';
import { scoreCase } from '../score/score-case.ts';
import { tempDir } from '../temp-dir.fixture.ts';

const HASH = 'a'.repeat(64);
const GROUP = 'ops';
export const AGENT_NAME = '小舵 #1';

export function messageOf(more: Partial<EvidenceMessage>): EvidenceMessage {
  return {
    message_id: 'om_1',
    chat: GROUP,
    thread_id: 'omt_1',
    ts: '2026-09-06T01:00:02.000Z',
    ts_precision: 'ms',
    author: { kind: 'agent', key: 'xiaoduo' },
    text: '',
    mentions: [],
    edits: [],
    attachments: [],
    ...more,
  };
}

/** A batch folder made by hand: what the stages would have left, of cases with one question and two gates. */
export class MadeBatch {
  readonly paths: BatchPaths;
  readonly #cases: readonly string[];

  constructor(cases: readonly string[], into: string = path.join(tempDir(), 'runs', 'made')) {
    this.paths = new BatchPaths(into);
    this.#cases = cases;
    const steps = cases.flatMap((id) => this.steps(id));
    const bundle = { group: GROUP, group_name: '#船期协同群', steps };
    this.write('manifest.json', this.manifest());
    this.write('script/exec-ops.json', {
      ...bundle,
      cases,
      case_count: cases.length,
      eval_steps: steps.length,
      est_minutes: 1,
    });
    this.write('script/world-preset.bound.json', {
      scenario_id: 'made',
      schema_version: 2,
      label: 'Made',
      render: { agent_name: AGENT_NAME, kickoff_local: '2026-09-06T09:00:00+08:00', exec_params: {} },
      actors: { shaozhi: { display_name: '邵知遥', role: '船期经理' } },
      groups: { ops: { name: '#船期协同群', members: ['shaozhi'] } },
      team_agents: [{ key: 'xiaoduo', name: AGENT_NAME, groups: ['ops'] }],
    });
  }

  get dir(): string {
    return this.paths.root;
  }

  manifest(): BatchManifest {
    return {
      schema_version: 1,
      batch: this.paths.name,
      mode: 'full',
      label: 'Made',
      day0: '2026-09-06',
      identity: { evalset: HASH, script: HASH, world: HASH },
      isolation: 'none',
      platform: { kind: 'local' },
      agent: { name: 'sample', driver: 'member', key: 'xiaoduo', display_name: AGENT_NAME },
      judge: 'rule',
      cases: [...this.#cases],
      created_at: '2026-09-06T01:00:00.000Z',
      sundowner_version: '0.1.0',
    };
  }

  /** Text, or JSON of any other value. */
  write(relative: string, value: unknown): string {
    const file = this.paths.abs(relative);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
    return file;
  }

  journal(...lines: readonly JournalInput[]): void {
    const journal = Journal.open(this.paths.abs(this.paths.journal));
    for (const line of lines) journal.append(line);
    journal.close();
  }

  steps(id: string): Record<string, unknown>[] {
    const common = { group: GROUP, case_id: id };
    return [
      { id: `e-${id}-q1`, op: 'msg', ...common, actor: 'shaozhi', text: '哪天开航？', mention: 'xiaoduo' },
      { id: `e-${id}-w1`, op: 'gate', kind: 'agent_reply_seen', ...common, max_wait_sec: 6 },
      { id: `e-${id}-gate`, op: 'gate', kind: 'no_bot_speech', ...common, min_quiet_sec: 1 },
    ];
  }

  evidencePath(id: string, step: 'w1' | 'gate'): string {
    return this.paths.evidence(id, `e-${id}-${step}`);
  }

  question(): EvidenceMessage {
    const author = { kind: 'npc', key: 'shaozhi' } as const;
    return messageOf({
      message_id: 'om_q',
      author,
      ts: '2026-09-06T01:00:01.000Z',
      text: '@小舵 #1 哪天开航？',
    });
  }

  /** Journal lines and evidence of a case; `upTo` says how far it was played. */
  play(
    id: string,
    answers: readonly string[],
    upTo: 'asked' | 'answered' | 'end' = 'end',
    env?: string,
  ): void {
    const about = { op: 'case', phase: 'eval', case_id: id, group: GROUP };
    const of = (step: string, op: string): JournalInput => ({
      ...about,
      op,
      step: `eval.e-${id}-${step}`,
      status: 'success',
    });
    const evidence: MessageEvidence = {
      case_id: id,
      step: `e-${id}-w1`,
      window: { from: '2026-09-06T01:00:00.000Z', to: '2026-09-06T01:05:00.000Z' },
      scope: [{ chat: GROUP, kind: 'thread' }],
      messages: [
        this.question(),
        ...answers.map((text, i) => messageOf({ message_id: `om_${i + 1}`, text })),
      ],
    };
    const paths = { w1: this.evidencePath(id, 'w1'), gate: this.evidencePath(id, 'gate') };
    this.journal(
      { ...about, step: `eval.case:${id}`, status: 'intent' },
      { ...of('q1', 'msg'), message_id: 'om_q', sent_at: '2026-09-06T01:00:01.000Z', because: null },
    );
    if (upTo === 'asked') return;
    this.write(paths.w1, evidence);
    this.journal({
      ...of('w1', 'gate'),
      outcome: answers.length === 0 ? 'no_reply' : 'reply',
      max_wait_sec: 300,
      evidence: paths.w1,
    });
    if (upTo === 'answered') return;
    this.write(paths.gate, { ...evidence, step: `e-${id}-gate` });
    this.journal(
      { ...of('gate', 'gate'), evidence: paths.gate, linked: [] },
      {
        ...about,
        step: `eval.case:${id}`,
        status: 'success',
        outcome: env === undefined ? 'played' : 'env',
        from: '2026-09-06T01:00:00.000Z',
        ...(env === undefined ? {} : { env }),
      },
    );
  }

  /** Judge file and verdict of a case. */
  judge(
    id: string,
    points: readonly (PointSpec & Pick<JudgeFilled['decisions'][number], 'met' | 'evidence'>)[],
    more: Partial<JudgeFilled> & { silent?: string; env?: string } = {},
  ): void {
    const { silent, env, ...file } = more;
    const template: JudgeTemplate = {
      ...templateOf(points),
      case_id: id,
      no_agent_reply: silent === undefined ? null : { reason: silent, evidence: [] },
      agent_messages: [],
    };
    const judged: JudgeFilled = {
      judge: { mode: 'rule', model: 'checks', judged_at: '2026-09-06T01:10:00.000Z' },
      decisions: template.decisions.map((point, i) => ({
        ...point,
        met: points[i]?.met ?? null,
        reason: 'because',
        evidence: points[i]?.evidence ?? [],
      })),
      ...file,
    };
    this.write(this.paths.judgeFile(id), judged);
    const verdict = scoreCase({ card: this.card(id), template, judged, batch: 'Made', env: env ?? null });
    this.write(this.paths.verdict(id), verdict);
  }

  card(id: string): TeamCard {
    return {
      case_id: id,
      storyline: 'A·开航',
      group_key: GROUP,
      asker: 'shaozhi',
      turns: [{ turn: 1, kind: 'query', speaker: 'shaozhi', text: '@小舵 哪天开航？' }],
      checkpoints_raw: '',
    };
  }
}

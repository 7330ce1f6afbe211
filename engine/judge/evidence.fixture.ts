import type {
  Author,
  DiffEntry,
  EvidenceMessage,
  JudgeTemplate,
  PointKind,
  TableRow,
} from '../../schemas/index.ts';
import type { AssetFile, CaseEvidence, PlacedMessage } from '../evidence/model.ts';

/** Builders of evidence for tests. Times are on one day; the window is 10:00 to 10:30. */
export const AGENT: Author = { kind: 'agent', key: 'beichen' };
export const NPC: Author = { kind: 'npc', key: 'shenqing' };
export const W1 = 'evidence/C1/w1.json';
export const PRE = 'evidence/C1/pre.json';
export const POST = 'evidence/C1/post.json';

export const at = (time: string): string => `2026-09-06T${time}Z`;

export function message(
  text: string,
  more: Partial<EvidenceMessage> & Partial<Omit<PlacedMessage, 'message'>> = {},
): PlacedMessage {
  const { where = 'thread', turn = 1, path = W1, shared_window: shared, ...own } = more;
  return {
    where,
    turn: where === 'verification' ? null : turn,
    path,
    ...(shared === undefined ? {} : { shared_window: shared }),
    message: {
      message_id: `m-${text.length}-${text.slice(0, 4)}`,
      chat: where === 'verification' ? 'cs' : 'product',
      thread_id: null,
      ts: at('10:05:00.000'),
      ts_precision: 'ms',
      author: AGENT,
      text,
      mentions: [],
      edits: [],
      attachments: [],
      ...own,
    },
  };
}

export const rows: readonly TableRow[] = [
  { record_id: 'r1', fields: { 编号: 'B03', 状态: '修复中', 标签: ['后端', '工单'], 工时: '25' } },
  { record_id: 'r2', fields: { 编号: 'B02', 状态: '已修复', 标签: [], 工时: 8 } },
];

/** The two snapshots of a base D15; rows after the case are the rows before unless given. */
export function base(diff: readonly DiffEntry[], after: readonly TableRow[] = rows): AssetFile[] {
  const common = { case_id: 'C1', asset: 'D15' };
  return [
    { path: PRE, evidence: { ...common, step: 'pre', at: at('10:00:01'), rows: [...rows] } },
    {
      path: POST,
      evidence: {
        ...common,
        step: 'post',
        at: at('10:29:00'),
        rows: [...after],
        compare_to: 'pre',
        diff: [...diff],
      },
    },
  ];
}

export function evidence(
  messages: readonly PlacedMessage[],
  assets: readonly AssetFile[] = [],
  more: Partial<CaseEvidence> = {},
): CaseEvidence {
  const paths = [W1, ...messages.map((one) => one.path), ...assets.map((file) => file.path)];
  return {
    case_id: 'C1',
    group: 'product',
    window: { from: at('10:00:00.000'), to: at('10:30:00.000') },
    messages,
    stimuli: [],
    assets,
    scope: [...new Set(paths)].sort(),
    noAgentReply: null,
    substantive: [],
    env: null,
    events: [],
    ...more,
  };
}

export const silent = (assets: readonly AssetFile[] = []): CaseEvidence =>
  evidence([], assets, { noAgentReply: { reason: 'no answer from 北辰 #1 within 5:00', path: W1 } });

export interface PointSpec {
  readonly id: string;
  readonly kind?: PointKind;
  readonly result?: boolean;
  readonly gate?: boolean;
}

export function templateOf(specs: readonly PointSpec[], of: CaseEvidence = evidence([])): JudgeTemplate {
  return {
    case_id: 'C1',
    judge: { mode: 'manual', model: 'fill in who judges', judged_at: null },
    case: {
      query: ['问题'],
      storyline: 'A',
      group: 'product',
      asker: 'shenqing',
      cross_group: [],
      write_targets: [],
    },
    checkpoints_rendered: '',
    decisions: specs.map(({ id, kind = 'required', result = false, gate = false }) => ({
      id,
      kind,
      result,
      delivery_gate: gate,
      text: `[${id}] …`,
      text_rendered: `[${id}] …`,
      met: null,
      reason: '',
      evidence: [],
    })),
    agent_messages: [],
    stimulus_messages: [],
    no_agent_reply: of.noAgentReply === null ? null : { reason: of.noAgentReply.reason, evidence: [] },
    scope: [...of.scope],
  };
}

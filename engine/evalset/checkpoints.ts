import { leadingTags, readTags, type PointKind, type Tag } from './checkpoint-tags.ts';
import type { OffsetRange } from './model.ts';
import { protocolProblems } from './scoring-protocol.ts';
import { said, tell, type Told } from './told.ts';

/** One point of a card. `text` is its whole line to the letter (a final CR too), `span` where it stands. */
export interface CheckpointPoint {
  /** `CPn` as written; `DEDn` and `VETOn` by order unless written. */
  readonly id: string;
  readonly kind: PointKind;
  readonly result: boolean;
  readonly delivery_gate: boolean;
  readonly and: boolean;
  readonly text: string;
  readonly span: OffsetRange;
  readonly tags: readonly Tag[];
}

export interface CheckpointProblem {
  readonly code: string;
  /** In English. */
  readonly message: string;
  readonly told: Told;
  readonly span: OffsetRange;
  /** What is to stand at the span, where that can be told. */
  readonly meant?: string;
}

export interface Checkpoints {
  readonly protocol: { readonly text: string; readonly span: OffsetRange } | null;
  readonly points: readonly CheckpointPoint[];
  readonly problems: readonly CheckpointProblem[];
  /** The text was cut (`…` at its end): points may be missing. */
  readonly excerpt: boolean;
}

const PROTOCOL_MARK = '【计分】';
const CUT = '…';
const PREFIX: Readonly<Record<PointKind, string>> = { required: 'CP', deduction: 'DED', veto: 'VETO' };

/**
 * Reads checkpoints: an optional first line `【计分】…`, then one point a line. Lines are parted by line feeds; the lines
 * joined by line feeds are the text again, to the letter.
 */
export function parseCheckpoints(raw: string): Checkpoints {
  const points: CheckpointPoint[] = [];
  const problems: CheckpointProblem[] = [];
  const order: Record<PointKind, number> = { required: 0, deduction: 0, veto: 0 };
  let protocol: Checkpoints['protocol'] = null;

  for (const { text, span } of linesOf(raw)) {
    const words = text.trim();
    if (words === '' || words === CUT) continue;
    if (words.startsWith(PROTOCOL_MARK)) {
      if (protocol === null && points.length === 0) {
        protocol = { text, span };
        problems.push(...protocolProblems(text, span.from));
      } else
        problems.push({
          code: 'checkpoint-protocol-place',
          ...said(tell`【计分】 stands once, on the first line. Move it there.`),
          span,
        });
      continue;
    }
    const tags = leadingTags(text, span.from);
    if (tags.length === 0) {
      problems.push({
        code: 'checkpoint-without-tags',
        ...said(
          tell`This line has no tags, so it is no point. Begin it with [CPn·结果][必选], [扣分] or [一票否决], or join it to the line above.`,
        ),
        span: trimmed(text, span),
      });
      continue;
    }
    const read = readTags(tags, (problem) => problems.push(problem));
    order[read.kind] += 1;
    points.push({
      id: `${PREFIX[read.kind]}${read.number ?? order[read.kind]}`,
      kind: read.kind,
      result: read.result,
      delivery_gate: read.delivery_gate,
      and: read.and,
      text,
      span,
      tags,
    });
  }
  const excerpt = raw.trimEnd().endsWith(CUT);
  problems.push(...duplicates(points));
  if (!excerpt) problems.push(...counts(raw, points));
  problems.sort((a, b) => a.span.from - b.span.from);
  return { protocol, points, problems, excerpt };
}

function linesOf(raw: string): { text: string; span: OffsetRange }[] {
  let from = 0;
  return raw.split('\n').map((text) => {
    const span = { from, to: from + text.length };
    from = span.to + 1;
    return { text, span };
  });
}

function trimmed(text: string, span: OffsetRange): OffsetRange {
  return { from: span.from + (text.length - text.trimStart().length), to: span.from + text.trimEnd().length };
}

function duplicates(points: readonly CheckpointPoint[]): CheckpointProblem[] {
  const first = new Map<string, CheckpointPoint>();
  const problems: CheckpointProblem[] = [];
  for (const point of points) {
    const before = first.get(point.id);
    if (before === undefined) first.set(point.id, point);
    else
      problems.push({
        code: 'checkpoint-duplicate-number',
        ...said(
          tell`${point.id} is already the number of "${clip(before.text)}". Give this point a number of its own.`,
        ),
        span: point.tags[0]?.span ?? point.span,
      });
  }
  return problems;
}

function counts(raw: string, points: readonly CheckpointPoint[]): CheckpointProblem[] {
  const required = points.filter((point) => point.kind === 'required').length;
  const deductions = points.filter((point) => point.kind === 'deduction');
  if (points.length === 0)
    return [
      {
        code: 'no-checkpoints',
        ...said(tell`There is no point to judge by. Write at least one, such as [CP1·结果][必选] ….`),
        span: { from: 0, to: raw.length },
      },
    ];
  if (required === 0)
    return [
      {
        code: 'no-required-point',
        ...said(
          tell`No point is [必选], so the case cannot be scored. Write at least one, such as [CP1·结果][必选] ….`,
        ),
        span: points[0]?.span ?? { from: 0, to: raw.length },
      },
    ];
  const over = deductions[Math.max(0, required - 1)];
  if (over === undefined) return [];
  return [
    {
      code: 'too-many-deductions',
      ...said(
        tell`${deductions.length} deductions on ${required} required points: at most ${required - 1} may stand. Remove deductions or add required points.`,
      ),
      span: over.tags[0]?.span ?? over.span,
    },
  ];
}

const clip = (text: string): string =>
  text.length > 40 ? `${text.slice(0, 39).trimEnd()}…` : text.trimEnd();

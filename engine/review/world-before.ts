import type { JudgeTemplate, Reading } from '../../schemas/index.ts';
import type { ReviewPoint } from '../../schemas/review.ts';
import type { CaseEvidence, MessageElsewhere, PlacedMessage } from '../evidence/model.ts';
import type { Words } from '../report/index.ts';
import type { Cast } from './cast.ts';
import { plainItem, type Listed } from './listed.ts';

/** The file with the whole of it, in a batch folder. */
const LEDGER = 'results/ledger.json';

/** Evidence with what the judge's template tells of messages in the windows of several cases. */
export function withWindows(evidence: CaseEvidence, template: JudgeTemplate | null): CaseEvidence {
  const shared = new Map(
    (template?.agent_messages ?? []).flatMap(({ message_id: id, shared_window: cases }) =>
      cases === undefined ? [] : [[id, cases] as const],
    ),
  );
  const others = new Map((template?.of_other_cases ?? []).map((one) => [one.message_id, one]));
  if (shared.size === 0 && others.size === 0) return evidence;
  const elsewhere: MessageElsewhere[] = [];
  const messages: PlacedMessage[] = [];
  for (const placed of evidence.messages) {
    const id = placed.message.message_id;
    const other = others.get(id);
    const cases = shared.get(id);
    if (other !== undefined) elsewhere.push({ placed, case_id: other.case_id, why: other.why });
    else messages.push(cases === undefined ? placed : { ...placed, shared_window: cases });
  }
  return { ...evidence, messages, ...(elsewhere.length === 0 ? {} : { elsewhere }) };
}

/** What stood in the world before a case: the order actually run, then each fact with the file that shows it. */
export function worldItems(template: JudgeTemplate | null, cast: Cast): Listed[] {
  const world = template?.world_before;
  if (world === undefined || world.facts.length === 0) return [];
  const ids = (all: readonly { readonly case_id: string }[]): string =>
    all.map(({ case_id: id }) => id).join(', ');
  return [
    plainItem((words) => ({
      type: 'section',
      title: words.worldBefore.title,
      note: words.worldBefore.order(ids(world.ran_before), world.earlier ?? 0, ids(world.ran_beside)),
      icon: 'events',
      path: LEDGER,
    })),
    ...world.facts.map(({ id, case_id, text, stood, at, evidence = [] }) => {
      const path = evidence[0]?.path;
      return plainItem((words) => ({
        type: 'section',
        title: text,
        note: words.worldBefore.fact(stood, id, case_id, at === null ? '' : cast.clock(at)),
        icon: stood === null ? 'warning' : 'document',
        ...(path === undefined ? {} : { path }),
      }));
    }),
  ];
}

/** The branches of a point in the words of a language. */
export function readingsShown(
  readings: readonly Reading[],
  words: Words,
): NonNullable<ReviewPoint['readings']> {
  return readings.map(({ applies, when, fact, text, or_as_written: either }) => ({
    label: words.worldBefore.reading(applies, when, fact, either === true),
    text,
    applies,
  }));
}

import type { EvalStep } from '../../schemas/index.ts';
import type { CaseState } from '../../schemas/review.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { silenceOf } from '../report/index.ts';
import type { BatchFacts } from './batch.ts';
import type { Cast } from './cast.ts';
import { plainItem, type Listed } from './listed.ts';
import { waitingText, type Play } from './play.ts';

/** Notes at the end of a thread: what was not asked, that nothing came, what the case waits for. */
export function noteItems(
  facts: BatchFacts,
  play: Play,
  steps: readonly EvalStep[],
  evidence: CaseEvidence,
  state: CaseState,
  cast: Cast,
): Listed[] {
  const notes: Listed[] = [];
  const silent = evidence.noAgentReply;
  if (silent !== null)
    notes.push(
      plainItem((words) => ({ type: 'note', icon: 'warning', text: silenceOf(silent.reason, words) })),
    );
  for (const step of steps) {
    const entry = facts.state.done(`eval.${step.id}`, play.attempt);
    if (step.op !== 'msg' || step.conditional !== undefined || entry?.status !== 'skipped') continue;
    const why = typeof entry['why'] === 'string' ? entry['why'] : '';
    const turn = /-[qi](\d+)$/.exec(step.id)?.[1];
    const number = turn === undefined ? null : Number(turn);
    notes.push(plainItem((words) => ({ type: 'note', icon: 'info', text: words.notAsked(number, why) })));
  }
  if (state === 'running' && play.begun)
    notes.push(
      plainItem((words) => ({
        type: 'note',
        icon: 'waiting',
        text: waitingText(play, cast.agentName, words),
      })),
    );
  return notes;
}

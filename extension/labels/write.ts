import { setFlag, setWord, type LabelAnswer } from '../reader/protocol.ts';
import type { ReviewPorts } from '../panels/ports.ts';
import type { LabelAsk } from '../panels/session.ts';

/** Has the reader process write what a person said of a case, under the person's own name. */
export async function writeLabel(
  ask: LabelAsk,
  locale: string,
  { reader, reviewer, batches }: Pick<ReviewPorts, 'reader' | 'reviewer' | 'batches'>,
): Promise<LabelAnswer> {
  const { of, rev } = ask;
  const wish = { dir: of.batch, caseId: of.case_id, locale, by: await reviewer.name(), rev };
  const answer =
    ask.type === 'human.set'
      ? await reader.ask(setWord, {
          ...wish,
          point: ask.point,
          word: ask.word,
          reason: ask.reason,
          selection: ask.selection,
          seen: ask.seen,
        })
      : await reader.ask(setFlag, {
          ...wish,
          dimension: ask.dimension,
          points: ask.points,
          reason: ask.reason,
        });
  batches.touch();
  return answer;
}

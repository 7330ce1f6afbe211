import { judgeTemplate } from '../../schemas/index.ts';
import { writeJsonIfOther } from '../batch/files.ts';
import type { JudgeReport } from '../judge/judging.ts';
import { Canaries } from '../leaks/index.ts';
import { Gate } from '../models/index.ts';
import type { OpenBatch } from './batch.ts';
import { judgeCase } from './judge-case.ts';
import type { JudgePlan } from './judge-plan.ts';
import { disagreementsOf, doneBy, type Made } from './judge-report.ts';
import type { ModelSession } from './model-session.ts';
import { playedCases, type CaseFilter, type PlayedCase } from './played.ts';
import { templateOf } from './template-of.ts';

/** Cases that are judged at once where a model is asked: how many questions are out is its client's to say. */
const AT_ONCE = 8;

/**
 * Writes template and judge files of every played case, a file a judge: the first judge's, the second's, and those of
 * further ones, which bear their names. `rule` decides by the checks sidecar; a model is asked what no check decides;
 * `manual` only lays out files for a person to fill in. A judge file that would change is kept beside the new one. With
 * a filter only its cases are looked at.
 */
export async function judgeBatch(
  batch: OpenBatch,
  plan: JudgePlan,
  models: ModelSession,
  now: () => Date,
  filter: CaseFilter = {},
): Promise<JudgeReport> {
  const cases = await playedCases(batch, filter);
  const canaries = await Canaries.open(batch.paths);
  const judges = [plan.first, ...plan.others];
  const made = judges.map((): Made[] => []);
  const gate = new Gate(judges.some(({ mode }) => mode === 'model') ? AT_ONCE : 1);
  let done = 0;
  filter.told?.(0, cases.length);
  const judgeOne = async (played: PlayedCase): Promise<void> => {
    filter.signal?.throwIfAborted();
    const { evidence, caseId } = played;
    if (evidence !== null) {
      const template = templateOf(batch, { ...played, evidence });
      const { paths } = batch;
      const canary = canaries.of(paths.judgeTemplate(caseId));
      await writeJsonIfOther(
        paths.abs(paths.judgeTemplate(caseId)),
        judgeTemplate.parse({ ...template, ...(canary === undefined ? {} : { canary }) }),
      );
      await Promise.all(
        judges.map(async (judge, i) => {
          const file = paths.abs(
            paths.judgeFile(caseId, i === 0 ? undefined : i === 1 ? 'second' : judge.name),
          );
          const one = await judgeCase(batch, judge, file, { template, evidence }, models, now, filter.signal);
          if (one !== null) made[i]?.push({ caseId, ...one });
        }),
      );
    }
    done += 1;
    filter.told?.(done, cases.length);
  };
  // What a fact rests on is judged before what rests on the fact.
  const first = cases.filter(({ caseId }) => leavesByPoint(batch, caseId));
  for (const { caseId } of first)
    for (const played of await playedCases(batch, { ...filter, cases: [caseId] })) await judgeOne(played);
  const others = cases.filter((one) => !first.includes(one));
  const ids = others.map(({ caseId }) => caseId);
  const rest = first.length === 0 ? others : await playedCases(batch, { ...filter, cases: ids });
  await Promise.all(rest.map((played) => gate.run(() => judgeOne(played))));
  const inOrder = (all: readonly Made[]): Made[] =>
    cases.flatMap(({ caseId }) => all.find((one) => one.caseId === caseId) ?? []);
  const [byFirst, bySecond] = made.map(inOrder);
  return {
    judged: cases.flatMap(({ caseId, evidence }) => (evidence === null ? [] : [caseId])),
    notPlayed: cases.flatMap(({ caseId, evidence }) => (evidence === null ? [caseId] : [])),
    judges: await Promise.all(judges.map((judge, i) => doneBy(judge, inOrder(made[i] ?? []), models))),
    disagreements: plan.first.mode === 'manual' ? [] : disagreementsOf(byFirst ?? [], bySecond ?? []),
  };
}

/** Whether a fact of the case comes about by one of its points: others cannot be read before it is judged. */
function leavesByPoint({ evalset }: OpenBatch, caseId: string): boolean {
  const all = evalset.deps?.value.cases ?? {};
  const facts = (Object.hasOwn(all, caseId) ? all[caseId]?.leaves_facts : undefined) ?? [];
  return facts.some(({ by }) => by !== undefined && 'point' in by);
}

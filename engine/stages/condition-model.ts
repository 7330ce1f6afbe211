import { askCondition } from '../judge/model/index.ts';
import type { DeciderOptions } from './decider.ts';
import type { CaseJudge, JudgePlan } from './judge-plan.ts';
import type { ModelSession } from './model-session.ts';

/** The first model among the judges decides conditional lines, too; nobody does where no model judges. */
export function conditionModel(
  judges: JudgePlan,
  models: ModelSession,
): { conditionModel?: NonNullable<DeciderOptions['model']> } {
  const judge = [judges.first, ...judges.others].find(
    (one): one is Extract<CaseJudge, { mode: 'model' }> => one.mode === 'model',
  );
  if (judge === undefined) return {};
  return {
    conditionModel: {
      name: judge.name,
      ask: async (line, caseId, signal) => {
        const { client, settings } = await models.of(judge);
        const account = models.account(caseId);
        return askCondition(line, settings.seed, (question) => client.ask(question, signal, account));
      },
    },
  };
}

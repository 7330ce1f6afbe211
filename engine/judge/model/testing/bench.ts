import path from 'node:path';
import { onTestFinished } from 'vitest';
import type { JudgeDefinition, JudgeFilled, JudgeTemplate } from '../../../../schemas/index.ts';
import type { CaseEvidence } from '../../../evidence/model.ts';
import { Budget, CallStore, ChatClient, type Limits } from '../../../models/index.ts';
import { ModelServer, type Reply } from '../../../models/testing/model-server.ts';
import { tempDir } from '../../../temp-dir.fixture.ts';
import { ruleJudge } from '../../rule.ts';
import { modelJudge } from '../model-judge.ts';
import { judgeSettings } from '../settings.ts';
import { readQuestion, type Read } from './question.ts';

/** A reply, or the text of an answer; `hang` and `reset` are no text. */
export type Scripted = Exclude<Reply, string> | string;

export interface JudgeBench {
  readonly server: ModelServer;
  readonly judge: (
    template: JudgeTemplate,
    evidence: CaseEvidence,
    definition?: Partial<JudgeDefinition>,
    limits?: Limits,
  ) => Promise<JudgeFilled>;
}

/** A model judge that asks a real HTTP server, whose answers a test scripts by what was asked. */
export async function judgeBench(script: (question: Read, n: number) => Scripted): Promise<JudgeBench> {
  const server = await ModelServer.start(({ user, n }) => {
    const reply = script(readQuestion(user), n);
    return typeof reply === 'string' && reply !== 'hang' && reply !== 'reset' ? { text: reply } : reply;
  });
  onTestFinished(() => server.close());
  const now = (): Date => new Date('2026-09-06T11:00:00Z');
  const store = new CallStore(path.join(tempDir(), 'judge-calls'));
  return {
    server,
    judge: (template, evidence, definition = {}, limits = {}) => {
      const base = { base_url: server.url, model: 'm', retry_wait_sec: 0, attempts: 2 };
      const settings = judgeSettings('strict', { ...base, ...definition }, {});
      const client = new ChatClient({
        settings: settings.client,
        store,
        budgets: [new Budget('the budget', limits)],
        now,
      });
      const decided = ruleJudge(template, undefined, evidence, (text) => text, now);
      return modelJudge({
        template,
        evidence,
        decided,
        settings,
        ask: (question) => client.ask(question),
        now,
      });
    },
  };
}

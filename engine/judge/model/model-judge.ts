import type { JudgeFilled, JudgeTemplate, ModelJudging } from '../../../schemas/index.ts';
import type { CaseEvidence } from '../../evidence/model.ts';
import { rounded, sha256Of, type Asking } from '../../models/index.ts';
import { undecidedBranch } from '../branches.ts';
import { askPoints } from './pass.ts';
import { PROMPT_SHA256, PROMPT_VERSION } from './prompt.ts';
import type { ModelJudgeSettings } from './settings.ts';
import type { Ask, Word } from './word.ts';

type Decision = JudgeFilled['decisions'][number];

export interface ModelJudgeInput {
  readonly template: JudgeTemplate;
  readonly evidence: CaseEvidence;
  /** What is decided before a model is asked: by code, or by a person. Points without a word are asked about. */
  readonly decided: JudgeFilled;
  readonly settings: ModelJudgeSettings;
  readonly ask: Ask;
  readonly now: () => Date;
}

/** Name of the judge with a hash of all that may change what it says: words of two versions are not one judge's. */
export function judgeVersion({ name, per, support, seed, client }: ModelJudgeSettings): string {
  const { model, baseUrl, temperature, answerFormat } = client;
  const settings = JSON.stringify([
    PROMPT_SHA256,
    per,
    support,
    seed,
    model,
    baseUrl,
    temperature,
    answerFormat,
  ]);
  return `${name}@${sha256Of(settings).slice(0, 12)}`;
}

/**
 * Judges by a model what is open: one pass with the judge's seed, and for `repeats` further ones with the seeds behind
 * it, in which points and evidence stand in another order. The first pass counts. A point whose passes differ (a word
 * that cannot be given counts as one of its own) is marked unstable: a majority of few passes would only hide it.
 */
export async function modelJudge(input: ModelJudgeInput): Promise<JudgeFilled> {
  const { template, evidence, decided, settings, now } = input;
  const kept = new Map<string, Asking>();
  const ask: Ask = async (question) => {
    const asking = await input.ask(question);
    kept.set(asking.hash, asking);
    return asking;
  };
  const open = template.decisions.filter(
    (point) =>
      undecidedBranch(point) === null && decided.decisions.find((one) => one.id === point.id)?.met == null,
  );
  const seeds = Array.from({ length: settings.repeats }, (_, i) => settings.seed + i);
  const passes =
    open.length === 0
      ? []
      : await Promise.all(
          seeds.map(async (seed) => ({
            seed,
            words: await askPoints(open, { template, evidence, settings, seed, ask }),
          })),
        );
  const decisions = decided.decisions.map((decision): Decision => {
    const words = passes.flatMap(({ seed, words: all }) => {
      const word = all.get(decision.id);
      return word === undefined ? [] : [{ seed, word }];
    });
    const [first, ...others] = words;
    return first === undefined ? decision : fromWords(decision, first, others, evidence);
  });
  const asked = decisions.filter((decision) => decision.asked !== undefined);
  // Where code decided everything, its words are no model's.
  if (asked.length === 0) return decided;
  return {
    ...decided,
    judge: {
      mode: 'model',
      model: modelOf(kept.values()) ?? settings.client.model,
      judged_at: now().toISOString(),
      version: judgeVersion(settings),
    },
    decisions,
    judging: judgingOf(settings, asked, [...kept.values()]),
  };
}

interface Seeded {
  readonly seed: number;
  readonly word: Word;
}

function fromWords(
  decision: Decision,
  first: Seeded,
  others: readonly Seeded[],
  evidence: CaseEvidence,
): Decision {
  const { word } = first;
  const { cannot_judge: _cannot, scope_read: _read, unstable: _unstable, ...point } = decision;
  const passOf = ({ seed, word: one }: Seeded) => ({
    seed,
    met: one.met,
    reason: one.reason,
    ...(one.cannot === undefined ? {} : { cause: one.cannot.cause }),
    calls: [...one.calls],
  });
  const { met: _met, reason: _reason, ...how } = passOf(first);
  return {
    ...point,
    met: word.met,
    reason: word.reason,
    evidence: [...word.evidence],
    // The whole scope stood in the question: a longer one is never asked.
    ...(word.met === 'unmet' ? { scope_read: [...evidence.scope] } : {}),
    ...(word.cannot === undefined ? {} : { cannot_judge: word.cannot.message }),
    ...(others.some(({ word: other }) => other.met !== word.met) ? { unstable: true as const } : {}),
    asked: { ...how, ...(others.length === 0 ? {} : { repeats: others.map(passOf) }) },
  };
}

function modelOf(askings: Iterable<Asking>): string | null {
  for (const asking of askings)
    if (asking.ok && asking.completion.model !== null) return asking.completion.model;
  return null;
}

function judgingOf(
  settings: ModelJudgeSettings,
  asked: readonly Decision[],
  askings: readonly Asking[],
): ModelJudging {
  const { client } = settings;
  const completions = askings.flatMap((asking) => (asking.ok ? [asking.completion] : []));
  const causes: Record<string, number> = {};
  for (const { asked: how } of asked) {
    if (how?.cause !== undefined) causes[how.cause] = (causes[how.cause] ?? 0) + 1;
  }
  const sum = (count: 'input' | 'output'): number =>
    completions.reduce((total, { tokens }) => total + (tokens?.[count] ?? 0), 0);
  const models = completions.flatMap(({ model }) => (model === null ? [] : [model]));
  return {
    name: settings.name,
    base_url: client.baseUrl,
    model: client.model,
    answered_by: [...new Set(models)].sort(),
    prompt: { version: PROMPT_VERSION, sha256: PROMPT_SHA256 },
    per: settings.per,
    support: settings.support,
    repeats: settings.repeats,
    seed: settings.seed,
    temperature: client.temperature,
    usage: {
      calls: askings.length,
      tokens: { input: sum('input'), output: sum('output') },
      cost:
        client.price === undefined
          ? null
          : rounded(askings.reduce((total, { cost }) => total + (cost ?? 0), 0)),
      ...(client.price === undefined ? {} : { currency: client.price.currency }),
    },
    causes,
    ...(settings.repeats === 1
      ? {}
      : { unstable: { points: asked.filter((one) => one.unstable === true).length, of: asked.length } }),
  };
}

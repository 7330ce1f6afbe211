import { verdict, type JudgeFilled, type Summary, type Verdict } from '../../schemas/index.ts';
import { jsonText, keepBeside, readJsonIfAny, readTextIfAny, writeJson } from '../batch/files.ts';
import { readJournal } from '../batch/journal.ts';
import { WORLD_DROP } from '../batch/world-drop.ts';
import { acceptDecisions, mergeManual } from '../judge/index.ts';
import { scoreCase, summarise } from '../score/index.ts';
import type { OpenBatch } from './batch.ts';
import { playedCases, templateOf, type CaseFilter } from './judge.ts';
import { labelsOfCase } from './labels.ts';

export interface ScoreReport {
  readonly summary: Summary;
  readonly verdicts: readonly Verdict[];
  /** What a person has to mend, each with its file. The other cases are scored all the same. */
  readonly problems: readonly string[];
}

/** A filter of scoring, which also wants to know each verdict as soon as it is written. */
export interface ScoreFilter extends CaseFilter {
  readonly scored?: ((verdict: Verdict) => void) | undefined;
  /** Adopts the persons' labels of these cases at this instant; without it those adopted before stay in force. */
  readonly adoptAt?: Date | undefined;
}

/**
 * Scores what has been judged and writes verdicts and summary; an older verdict that says something else is kept. With
 * a filter only its cases are scored anew: the summary is of them and of the verdicts that stand.
 */
export async function scoreBatch(
  batch: OpenBatch,
  now: () => Date,
  filter: ScoreFilter = {},
): Promise<ScoreReport> {
  const { verdicts: fresh, problems } = await scoreCases(batch, filter);
  const standing = filter.cases === undefined ? [] : await readVerdicts(batch);
  const verdicts = batch.manifest.cases.flatMap(
    (id) => fresh.find((v) => v.case_id === id) ?? standing.find((v) => v.case_id === id) ?? [],
  );
  const summary = summaryOf(batch, verdicts, now);
  await writeJson(batch.paths.abs(batch.paths.summary), summary);
  return { summary, verdicts, problems };
}

/** Scores and writes verdicts, and no summary: a batch that still runs has none. */
export async function scoreCases(
  batch: OpenBatch,
  filter: ScoreFilter = {},
): Promise<Omit<ScoreReport, 'summary'>> {
  const problems: string[] = [];
  const verdicts: Verdict[] = [];
  const cases = await playedCases(batch, filter);
  for (const [i, played] of cases.entries()) {
    filter.signal?.throwIfAborted();
    filter.told?.(i, cases.length);
    const { evidence, caseId } = played;
    if (evidence === null) continue;
    const template = templateOf(batch, { ...played, evidence });
    const file = batch.paths.judgeFile(caseId);
    const filled = await readJudgeFile(batch.paths.abs(file), problems);
    const merged = mergeManual(template, filled ?? { judge: template.judge, decisions: [] });
    problems.push(...merged.problems.map((p) => `${batch.paths.abs(file)}: ${p}`));
    const judged: JudgeFilled = acceptDecisions(merged.judge, template, evidence);
    const card = batch.evalset.cards.find((c) => c.value.case_id === caseId);
    if (card === undefined)
      throw new Error(`${batch.paths.root}: case "${caseId}" is not in the frozen evalset`);
    const scored = scoreCase({
      card: card.value,
      template,
      judged,
      meta: batch.evalset.meta?.value.cases[caseId],
      batch: batch.manifest.label,
      env: evidence.env,
      ...(await labelsOfCase(batch, template, evidence, filter.adoptAt, problems)),
    });
    await keepAndWrite(batch, caseId, scored);
    verdicts.push(scored);
    filter.scored?.(scored);
  }
  filter.told?.(cases.length, cases.length);
  return { verdicts, problems };
}

async function readJudgeFile(file: string, problems: string[]): Promise<unknown> {
  const text = await readTextIfAny(file);
  if (text === undefined) {
    problems.push(`${file}: no judge file; run \`sundowner judge\` on the batch, then \`sundowner score\``);
    return undefined;
  }
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    problems.push(
      `${file}: not valid JSON (${error instanceof Error ? error.message : String(error)}); mend it, then run \`sundowner score\``,
    );
    return undefined;
  }
}

async function keepAndWrite(batch: OpenBatch, caseId: string, scored: Verdict): Promise<void> {
  const file = batch.paths.abs(batch.paths.verdict(caseId));
  const before = await readTextIfAny(file);
  if (before !== undefined && before !== jsonText(scored)) await keepBeside(file, before);
  await writeJson(file, scored);
}

function summaryOf(batch: OpenBatch, verdicts: readonly Verdict[], now: () => Date): Summary {
  // What happens to the world afterwards is no part of the run.
  const entries = readJournal(batch.paths.abs(batch.paths.journal)).entries.filter(
    (e) => e.op !== WORLD_DROP,
  );
  const cases = entries.filter((e) => e.op === 'case');
  const order: Record<string, string[]> = {};
  for (const entry of cases) {
    if (entry.status !== 'intent' || entry.group === undefined || entry.case_id === undefined) continue;
    const list = (order[entry.group] ??= []);
    if (!list.includes(entry.case_id)) list.push(entry.case_id);
  }
  const created = batch.manifest.created_at;
  return summarise({
    batch: batch.manifest,
    manifests: batch.manifests,
    planned: batch.manifest.cases.map((id) => ({
      case_id: id,
      storyline: batch.evalset.cards.find((c) => c.value.case_id === id)?.value.storyline ?? '',
    })),
    verdicts,
    times: {
      started: entries[0]?.ts ?? created,
      finished: entries.at(-1)?.ts ?? created,
      evalStarted: cases[0]?.ts ?? null,
      evalFinished: cases.findLast((e) => e.status === 'success')?.ts ?? null,
    },
    order,
    agent: batch.manifest.agent.model === undefined ? {} : { model: batch.manifest.agent.model },
    statisticsLimit: 'one batch of one agent: descriptive numbers of this batch only',
    now,
  });
}

/** Verdicts that stand in the batch folder, in the evalset's order. */
export async function readVerdicts(batch: OpenBatch): Promise<Verdict[]> {
  const all: Verdict[] = [];
  for (const caseId of batch.manifest.cases) {
    const found = await readJsonIfAny(batch.paths.abs(batch.paths.verdict(caseId)), verdict);
    if (found !== undefined) all.push(found);
  }
  return all;
}

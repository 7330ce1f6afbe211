import { verdict, type JudgeFilled, type Summary, type Verdict } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import {
  jsonText,
  keepBeside,
  pathExists,
  readJsonIfAny,
  readTextIfAny,
  writeJson,
  writeJsonIfOther,
} from '../batch/files.ts';
import { readJournal } from '../batch/journal.ts';
import { WORLD_DROP } from '../batch/world-drop.ts';
import { parseCheckpoints } from '../evalset/index.ts';
import { acceptDecisions, mergeManual } from '../judge/index.ts';
import { crossCheckOf, scoreCase, summarise, type ScoreInput } from '../score/index.ts';
import type { OpenBatch } from './batch.ts';
import { budgetInSummary, openPurse } from './budget.ts';
import { byRule } from './judge-case.ts';
import { labelsOfCase } from './labels.ts';
import { leaksOf } from './leaks.ts';
import { playedBatch, type CaseFilter } from './played.ts';
import { templateOf } from './template-of.ts';

export interface ScoreReport {
  readonly summary: Summary;
  readonly verdicts: readonly Verdict[];
  /** What a person has to mend, each with its file. The other cases are scored all the same. */
  readonly problems: readonly string[];
  /** Verdicts that say something else than the one that stood there. */
  readonly changed: readonly ChangedVerdict[];
}

/** How a verdict changed. `points`: those whose counted word is another one. */
export interface ChangedVerdict {
  readonly case_id: string;
  readonly before: Pick<Verdict, 'score' | 'status'>;
  readonly after: Pick<Verdict, 'score' | 'status'>;
  readonly points: readonly { readonly id: string; readonly before: Word; readonly after: Word }[];
}
type Word = 'met' | 'unmet' | null;

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
  const { verdicts: fresh, problems, changed } = await scoreCases(batch, filter);
  const standing = filter.cases === undefined ? [] : await readVerdicts(batch);
  const verdicts = batch.manifest.cases.flatMap(
    (id) => fresh.find((v) => v.case_id === id) ?? standing.find((v) => v.case_id === id) ?? [],
  );
  const summary = await summaryOf(batch, verdicts, now);
  await writeJson(batch.paths.abs(batch.paths.summary), summary);
  return { summary, verdicts, problems, changed };
}

/** Scores and writes verdicts and the ledger, and no summary: a batch that still runs has none. */
export async function scoreCases(
  batch: OpenBatch,
  filter: ScoreFilter = {},
): Promise<Omit<ScoreReport, 'summary'>> {
  const problems: string[] = [];
  const verdicts: Verdict[] = [];
  const changed: ChangedVerdict[] = [];
  const { cases, ledger } = await playedBatch(batch, filter);
  await writeJsonIfOther(batch.paths.abs(batch.paths.ledger), ledger.whole);
  const leaks = await leaksOf(batch, cases, filter.record);
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
    const about = {
      card: card.value,
      template,
      meta: batch.evalset.meta?.value.cases[caseId],
      batch: batch.manifest.label,
      env: evidence.env,
      // A rehearsal says what the evalset's own transcripts say.
      void: batch.manifest.agent.driver === 'rehearsal' ? undefined : leaks.voidOf(evidence),
      attempt: evidence.attempt,
    };
    // People decide in the first judge's place; the second one is held against the judge.
    const people = await labelsOfCase(batch, template, evidence, filter.adoptAt, problems);
    const first = scoreCase({ ...about, judged, ...people });
    const cross = await crossCheck(batch, { ...about, judged }, evidence, problems);
    const scored = cross === undefined ? first : { ...first, cross_check: cross };
    changed.push(...(await keepAndWrite(batch, caseId, scored)));
    verdicts.push(scored);
    filter.scored?.(scored);
  }
  filter.told?.(cases.length, cases.length);
  return { verdicts, problems, changed };
}

/** What the second judge says beside the first, when it has judged the case. */
async function crossCheck(
  batch: OpenBatch,
  about: ScoreInput,
  evidence: CaseEvidence,
  problems: string[],
): Promise<Verdict['cross_check']> {
  const { template } = about;
  const file = batch.paths.abs(batch.paths.judgeFile(template.case_id, 'second'));
  if (!(await pathExists(file))) return undefined;
  const filled = await readJudgeFile(file, problems);
  if (filled === undefined) return undefined;
  const merged = mergeManual(template, filled);
  problems.push(...merged.problems.map((p) => `${file}: ${p}`));
  const second = acceptDecisions(merged.judge, template, evidence);
  const rule = byRule(batch, { template, evidence }, () => new Date(0));
  return crossCheckOf({
    template,
    first: about.judged,
    second,
    bySecond: scoreCase({ ...about, judged: second }),
    byCode: new Set(rule.decisions.filter(({ met }) => met !== null).map(({ id }) => id)),
  });
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

async function keepAndWrite(batch: OpenBatch, caseId: string, scored: Verdict): Promise<ChangedVerdict[]> {
  const file = batch.paths.abs(batch.paths.verdict(caseId));
  const before = await readTextIfAny(file);
  if (before === jsonText(scored)) return [];
  if (before !== undefined) await keepBeside(file, before);
  await writeJson(file, scored);
  return before === undefined ? [] : changeOf(before, scored);
}

function changeOf(before: string, after: Verdict): ChangedVerdict[] {
  const old = verdictIn(before);
  if (old === undefined) return [];
  const points = after.checkpoints.flatMap(({ id, met }) => {
    const was = old.checkpoints.find((point) => point.id === id)?.met ?? null;
    return was === met ? [] : [{ id, before: was, after: met }];
  });
  if (points.length === 0 && old.score === after.score && old.status === after.status) return [];
  const head = ({ score, status }: Verdict): Pick<Verdict, 'score' | 'status'> => ({ score, status });
  return [{ case_id: after.case_id, before: head(old), after: head(after), points }];
}

function verdictIn(text: string): Verdict | undefined {
  try {
    return verdict.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

async function summaryOf(batch: OpenBatch, verdicts: readonly Verdict[], now: () => Date): Promise<Summary> {
  const purse = await openPurse(batch, null, { now });
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
    ...(purse === undefined ? {} : { budget: budgetInSummary(purse, batch.manifest, entries) }),
    manifests: batch.manifests,
    planned: batch.manifest.cases.map((id) => {
      const card = batch.evalset.cards.find((c) => c.value.case_id === id)?.value;
      return {
        case_id: id,
        storyline: card?.storyline ?? '',
        ...(card === undefined ? {} : sizeOf(card.checkpoints_raw)),
      };
    }),
    verdicts,
    times: {
      started: entries[0]?.ts ?? created,
      finished: entries.at(-1)?.ts ?? created,
      evalStarted: cases[0]?.ts ?? null,
      evalFinished: cases.findLast((e) => e.status === 'success')?.ts ?? null,
    },
    order,
    agent: batch.manifest.agent.model === undefined ? {} : { model: batch.manifest.agent.model },
    now,
  });
}

/** How many required points a card has; nothing when its text was cut. */
function sizeOf(checkpoints: string): { required_total?: number } {
  const { points, excerpt } = parseCheckpoints(checkpoints);
  return excerpt ? {} : { required_total: points.filter(({ kind }) => kind === 'required').length };
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

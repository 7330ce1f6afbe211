import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { JudgeFilled, JudgeTemplate } from '../../schemas/index.ts';
import { UsageError } from '../batch/errors.ts';
import { readTextIfAny } from '../batch/files.ts';
import {
  labelsFrom,
  nameOfJudge,
  typeOf,
  type GivenLabel,
  type JudgedPoint,
  type JudgeVersion,
  type LabelledPoint,
} from '../calibration/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { acceptDecisions, mergeManual } from '../judge/index.ts';
import { currentLabels, readLabels } from '../labels/index.ts';
import type { OpenBatch } from './batch.ts';
import { playedCases } from './played.ts';
import { templateOf } from './template-of.ts';

/** What judges and people said in a batch. */
export interface Sayings {
  readonly judged: readonly JudgedPoint[];
  readonly labels: readonly LabelledPoint[];
  /** What a person has to mend, each with its file. */
  readonly problems: readonly string[];
}

interface Place {
  readonly batch: OpenBatch;
  readonly caseId: string;
  readonly template: JudgeTemplate;
  readonly evidence: CaseEvidence;
}

/**
 * Reads the words of every judge of a batch, as evidence carries them, and its labels. Of a judge that judged more than
 * once in one version the newest file counts. Left out is what no judge decided: required points of an agent that
 * wrote nothing, and what code decided in a model's place.
 */
export async function sayingsOf(batch: OpenBatch, signal?: AbortSignal): Promise<Sayings> {
  const judged: JudgedPoint[] = [];
  const labels: LabelledPoint[] = [];
  const problems: string[] = [];
  for (const played of await playedCases(batch, { signal })) {
    signal?.throwIfAborted();
    const { evidence, caseId } = played;
    if (evidence === null) continue;
    const place = { batch, caseId, template: templateOf(batch, { ...played, evidence }), evidence };
    const versions = new Set<string>();
    for (const file of await judgeFiles(batch, caseId)) {
      const found = await judgedIn(file, place, problems);
      if (found === null || versions.has(nameOfJudge(found.judge))) continue;
      versions.add(nameOfJudge(found.judge));
      judged.push(...found.points);
    }
    const read = await readLabels(batch.paths, caseId);
    if (read.ok)
      labels.push(
        ...currentLabels(read.file).map(({ point, word, by, at, seen = null }) => ({
          ...{ batch: batch.paths.root, case_id: caseId, point, word, by, at, seen },
        })),
      );
    else problems.push(`${read.why}; its labels are left out`);
  }
  return { judged, labels, problems };
}

/** Judge files of a case, those that stand before those that were kept, the newest of these first. */
async function judgeFiles(batch: OpenBatch, caseId: string): Promise<string[]> {
  const { paths } = batch;
  const dir = path.dirname(paths.abs(paths.judgeFile(caseId)));
  const stem = path.basename(paths.judgeFile(caseId), '.json');
  const names = (await readdir(dir).catch(() => [])).filter(
    (name) => name === `${stem}.json` || (name.startsWith(`${stem}.`) && name.endsWith('.json')),
  );
  const keptNumber = (name: string): number => Number(/\.kept-(\d+)\.json$/.exec(name)?.[1] ?? Infinity);
  return names
    .filter((name) => !name.startsWith(`${stem}.template.`))
    .sort((a, b) => {
      const [x, y] = [keptNumber(a), keptNumber(b)];
      return x === y ? (a < b ? -1 : 1) : x > y ? -1 : 1;
    })
    .map((name) => path.join(dir, name));
}

async function judgedIn(
  file: string,
  place: Place,
  problems: string[],
): Promise<{ judge: JudgeVersion; points: JudgedPoint[] } | null> {
  const { batch, caseId, template, evidence } = place;
  let value: unknown;
  try {
    value = JSON.parse((await readTextIfAny(file)) ?? '');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    problems.push(`${file}: not valid JSON (${why}); restore it, or judge the case again`);
    return null;
  }
  const merged = mergeManual(template, value).judge;
  const judge = versionOf(merged, batch);
  const accepted = acceptDecisions(merged, template, evidence);
  const points = accepted.decisions.flatMap(({ id, met, cannot_judge: cannot }): JudgedPoint[] => {
    const point = template.decisions.find((one) => one.id === id);
    if (point === undefined || (met === null && cannot === undefined)) return [];
    const silent = evidence.noAgentReply !== null && point.kind === 'required';
    if (silent || isByCode(merged, id)) return [];
    const word = met ?? 'cannot';
    return [{ batch: batch.paths.root, case_id: caseId, point: id, type: typeOf(point), judge, word }];
  });
  return { judge, points };
}

/** Another prompt, or other checks, are another version of the judge. */
function versionOf({ judge }: JudgeFilled, batch: OpenBatch): JudgeVersion {
  const { mode, model, version } = judge;
  const checks = mode === 'rule' ? (batch.manifest.judging?.short ?? null) : null;
  return { mode, model, version: version ?? checks };
}

/** In the file of a model, what it was not asked was decided by code. */
function isByCode({ judge, decisions }: JudgeFilled, id: string): boolean {
  const decision = decisions.find((one) => one.id === id);
  return judge.mode === 'model' && decision !== undefined && decision.asked === undefined;
}

/** Labels of a file, each put to the batch that it is about. @throws {UsageError} where that cannot be told */
export function placedLabels(file: string, text: string, batches: readonly OpenBatch[]): LabelledPoint[] {
  const only = batches.length === 1 ? batches[0] : undefined;
  return labelsFrom(file, text).map((label) => placed(file, label, batches, only));
}

function placed(
  file: string,
  { batch: name, ...label }: GivenLabel,
  batches: readonly OpenBatch[],
  only: OpenBatch | undefined,
): LabelledPoint {
  const found =
    name === null
      ? only
      : batches.find(
          ({ paths, manifest }) => paths.name === name || manifest.batch === name || paths.root === name,
        );
  if (found === undefined) {
    const names = batches.map(({ paths }) => paths.name).join(', ');
    throw new UsageError(
      name === null
        ? `${file}: ${label.case_id} ${label.point}: of which batch? Give a column “batch” with one of ${names}, or calibrate one batch`
        : `${file}: ${label.case_id} ${label.point}: no batch “${name}” among ${names}; give its folder too`,
    );
  }
  if (!found.manifest.cases.includes(label.case_id))
    throw new UsageError(`${file}: ${found.paths.root} has no case ${label.case_id}`);
  return { ...label, batch: found.paths.root, seen: null };
}

import * as vscode from 'vscode';
import { reviewCase } from '../reader/protocol.ts';
import { emptyReview } from './empty.ts';
import type { ReviewPorts } from './ports.ts';
import type { Loaded, Shown } from './session.ts';
import { sourceOf, staleness } from './source.ts';

/** Reads a case of a batch anew, with its place in the workspace and what may be done with it. */
export async function readCase({ batch, caseId }: Shown, ports: ReviewPorts): Promise<Loaded> {
  const { reader, evalsets, runs, reviewer } = ports;
  const dir = batch ?? (await newestBatch(caseId, ports));
  const read =
    dir === null ? null : await reader.ask(reviewCase, { dir, caseId, locale: vscode.env.language });
  const source = await sourceOf(evalsets, caseId, read?.batch.evalset ?? '');
  const review = read ?? emptyReview(caseId, source?.ref ?? null);
  const list = await neighbours(dir, ports);
  const index = list.indexOf(caseId);
  return {
    review,
    source,
    stale: staleness(review, source),
    position: index < 0 ? null : { index, total: list.length },
    may: {
      run: source !== null,
      judge: dir !== null && !review.batch.readonly,
      stop: dir !== null && runs.of(dir) !== undefined,
      label: dir !== null && !review.batch.readonly && !review.labels.damaged && review.points.length > 0,
    },
    reviewer: await reviewer.name(),
  };
}

/** Ids of the cases of a batch, in its order. */
export async function neighbours(
  dir: string | null,
  { batches }: Pick<ReviewPorts, 'batches'>,
): Promise<readonly string[]> {
  const overview = (await batches.list()).find((one) => one.batch.dir === dir);
  return overview?.cases.map((row) => row.case_id) ?? [];
}

/** The newest batch in which the case was played, or else that has it at all. */
async function newestBatch(
  caseId: string,
  { batches }: Pick<ReviewPorts, 'batches'>,
): Promise<string | null> {
  const having = (await batches.list()).flatMap(({ batch, cases }) => {
    const row = cases.find((one) => one.case_id === caseId);
    return row === undefined ? [] : [{ batch, row }];
  });
  return (having.find(({ row }) => row.state !== 'empty') ?? having[0])?.batch.dir ?? null;
}

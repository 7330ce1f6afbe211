import * as vscode from 'vscode';
import type { CaseInFile } from '../../language-server/protocol.ts';
import type { CaseReview } from '../../schemas/review.ts';
import type { CaseRef, Evalsets } from '../evalsets/evalsets.ts';
import { changedPoints } from '../verdicts/staleness.ts';

/** A case in the author's file as it stands now. */
export interface SourceOfCase {
  readonly ref: CaseRef;
  readonly uri: vscode.Uri;
  readonly card: CaseInFile;
}

/** Finds where the case of a batch is written in the workspace; null when it is not. */
export async function sourceOf(
  evalsets: Evalsets,
  caseId: string,
  evalset: string,
): Promise<SourceOfCase | null> {
  const ref = await evalsets.source(caseId, evalset);
  if (ref === null) return null;
  const uri = vscode.Uri.parse(ref.card.uri);
  const card = (await evalsets.ofFile(uri))?.cases.find((one) => one.id === caseId);
  return card === undefined ? null : { ref, uri, card };
}

/** Whether the text that was judged is still the author's, and which points are not. */
export function staleness(
  review: CaseReview,
  source: SourceOfCase | null,
): { version: string; points: string[] } | null {
  if (source === null || review.state === 'empty' || review.points.length === 0) return null;
  const points = changedPoints(review, source.card);
  return points === null ? null : { version: review.batch.evalset, points: [...points] };
}

/** The checkpoint at a place: the only one of its line, or of several in one string the one around the place. */
export function checkpointAt(card: CaseInFile, at: vscode.Position): string | null {
  const ofLine = card.checkpoints.filter(
    ({ range: { start, end } }) => start.line <= at.line && at.line <= end.line,
  );
  const around = ofLine.find(({ range: { start, end } }) =>
    new vscode.Range(start.line, start.character, end.line, end.character).contains(at),
  );
  return (around ?? (ofLine.length === 1 ? ofLine[0] : undefined))?.id ?? null;
}

/** Opens the source at a point, or at the case when the point does not stand there any more. */
export async function revealPoint(source: SourceOfCase, point: string | null): Promise<void> {
  const { start, end } =
    source.card.checkpoints.find((checkpoint) => checkpoint.id === point)?.range ?? source.card.idRange;
  const beside = vscode.window.visibleTextEditors.find(
    (editor) => editor.document.uri.toString() === source.uri.toString(),
  );
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  const editor = await vscode.window.showTextDocument(source.uri, {
    viewColumn: beside?.viewColumn ?? vscode.ViewColumn.One,
    selection: new vscode.Range(range.start, range.start),
  });
  editor.revealRange(range, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
}

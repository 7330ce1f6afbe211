import * as vscode from 'vscode';
import type { BatchOverview } from '../../schemas/review.ts';
import type { TrustedApp } from '../app.ts';
import { iconLine } from '../plain.ts';

/** The folder of a batch that the person picks among those that `may`; null when there is none, or nothing was picked. */
export async function chooseBatch(
  app: TrustedApp,
  may: (overview: BatchOverview) => boolean,
  none: string,
): Promise<string | null> {
  const all = (await app.batches.list()).filter(may);
  if (all.length === 0) {
    void vscode.window.showInformationMessage(none);
    return null;
  }
  const picked = await vscode.window.showQuickPick(
    all.map(({ batch, text }) => ({
      label: iconLine(batch.name),
      description: iconLine(text),
      dir: batch.dir,
    })),
    { placeHolder: vscode.l10n.t('Which batch?') },
  );
  return picked?.dir ?? null;
}

/** A batch that was written by this tool: the one in the open review, the only one, or one that is picked. */
export async function chooseOwnBatch(app: TrustedApp): Promise<string | null> {
  const shown = app.reviews.active?.batch;
  if (shown != null) return shown;
  const own = ({ batch }: BatchOverview): boolean => !batch.readonly;
  const all = (await app.batches.list()).filter(own);
  if (all.length === 1) return all[0]?.batch.dir ?? null;
  return chooseBatch(app, own, vscode.l10n.t('No batch has been run here yet.'));
}

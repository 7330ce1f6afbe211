import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { TrustedApp } from '../app.ts';
import type { CalibrationText } from '../documents/calibration-text.ts';
import { outputOf } from '../documents/command-text.ts';
import { iconLine, noticeText } from '../plain.ts';
import { batchOf } from './arguments.ts';
import { chooseOwnBatch } from './choose-batch.ts';

type Register = (command: string, action: (argument: unknown) => unknown) => void;

/** Commands around labels of people: which points to label, and what they say of the judges. */
export function labelCommands(app: TrustedApp, calibration: CalibrationText, register: Register): void {
  register('showCalibration', async (argument) => {
    const batch = batchOf(argument) ?? (await chooseOwnBatch(app));
    if (batch !== null) await calibration.show(batch);
  });
  register('labelSample', (argument) => labelSample(app, argument));
}

/** What `sundowner sample --json` prints, as far as it is used here. */
const plan = z.object({
  points: z.array(z.object({ case_id: z.string(), point: z.string(), labelled: z.boolean() })),
});

/** Points to label, those that nobody labelled first; the chosen one opens with the judges' words hidden. */
async function labelSample(app: TrustedApp, argument: unknown): Promise<void> {
  const batch = batchOf(argument) ?? (await chooseOwnBatch(app));
  if (batch === null) return;
  const { text, failed } = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: vscode.l10n.t('Choosing points to label') },
    () => outputOf(app.shipped.command, ['sample', '--json', '--', batch]),
  );
  if (failed) {
    void vscode.window.showErrorMessage(noticeText(text));
    return;
  }
  const { points } = plan.parse(JSON.parse(text));
  const open = points.filter(({ labelled }) => !labelled);
  const picked = await vscode.window.showQuickPick(
    [...open, ...points.filter(({ labelled }) => labelled)].map(({ case_id: caseId, point, labelled }) => ({
      label: `${labelled ? '$(check)' : '$(circle-large-outline)'} ${iconLine(`${caseId} ${point}`)}`,
      description: labelled ? vscode.l10n.t('labelled') : '',
      caseId,
      point,
    })),
    {
      title: vscode.l10n.t('Label a sample of {0}', path.basename(batch)),
      placeHolder: vscode.l10n.t('{0} of {1} points are still to be labelled', open.length, points.length),
    },
  );
  if (picked === undefined) return;
  app.reviews.show({ batch, caseId: picked.caseId, point: picked.point, blind: true });
}

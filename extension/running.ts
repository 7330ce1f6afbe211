import * as vscode from 'vscode';
import type { App, TrustedApp } from './app.ts';
import { Batches } from './batches/store.ts';
import { OUR_FILES } from './client.ts';
import { batchCommands } from './commands/batches.ts';
import { labelCommands } from './commands/labels.ts';
import { setModelKey } from './commands/model-key.ts';
import { pinEvalset } from './commands/pin.ts';
import { reviewCommands } from './commands/review.ts';
import { followRuns, runCommands } from './commands/run.ts';
import { batchOf } from './commands/arguments.ts';
import { chooseOwnBatch } from './commands/choose-batch.ts';
import { BATCH_TEXT, BatchText } from './documents/batch-text.ts';
import { CALIBRATION_TEXT, CalibrationText } from './documents/calibration-text.ts';
import { ShownText } from './documents/shown-text.ts';
import { Reviewer } from './labels/reviewer.ts';
import { sentenceOfError } from './log.ts';
import { noticeText } from './plain.ts';
import { ReviewPanels } from './panels/panels.ts';
import { Reader } from './reader/client.ts';
import { ModelKeys } from './model-keys.ts';
import { makeReady } from './run/ready.ts';
import { Runs } from './run/runs.ts';
import { RunStatus } from './run/status.ts';
import { BatchTasks } from './tasks/provider.ts';
import { Bubbles } from './testing/bubbles.ts';
import { CaseTests } from './testing/controller.ts';
import { VerdictDecorations } from './verdicts/decorations.ts';
import { VerdictHover } from './verdicts/hover.ts';
import { VerdictLens } from './verdicts/lens.ts';
import { FileVerdicts } from './verdicts/store.ts';
import { BatchesView } from './views/batches.ts';

/** What works in a trusted workspace only. */
export function activateRunning(app: App): TrustedApp {
  const { context, log, shipped, evalsets, client } = app;
  const own = <T extends vscode.Disposable>(one: T): T => {
    context.subscriptions.push(one);
    return one;
  };
  const reader = own(new Reader(shipped.reader, log));
  const keys = new ModelKeys(context.secrets, context.globalState);
  keys.loaded.catch((error: unknown) => log.error('model keys', error));
  const runs = own(new Runs(shipped.command, keys, log));
  const batches = own(new Batches(reader, evalsets, runs, context.workspaceState, log));
  const verdicts = own(new FileVerdicts(batches, evalsets, log));
  const ready = async (root: string): ReturnType<typeof makeReady> => {
    // A run that begins before they are read would judge without them.
    await keys.loaded.catch(() => undefined);
    return makeReady(root, client, log);
  };
  const bubbles = own(new Bubbles());
  const tests = own(new CaseTests({ runs, batches, evalsets, ready, bubbles }, log));
  const tasks = own(new BatchTasks({ runs, batches, evalsets, ready, log }));
  const reviews = own(
    new ReviewPanels({
      ...{ extension: context.extensionUri, reader, batches, evalsets, runs, verdicts, log },
      reviewer: new Reviewer(),
    }),
  );
  const trusted: TrustedApp = { ...app, reader, runs, batches, verdicts, tests, tasks, reviews };
  const lens = own(new VerdictLens(verdicts));
  own(new VerdictDecorations(verdicts, bubbles, context.extensionUri));
  own(new BatchesView(batches, log));
  own(new RunStatus(runs));
  own(followRuns(trusted));
  own(vscode.languages.registerCodeLensProvider(OUR_FILES, lens));
  own(vscode.languages.registerHoverProvider(OUR_FILES, new VerdictHover(verdicts)));
  own(vscode.workspace.registerTextDocumentContentProvider(BATCH_TEXT, new BatchText()));
  const calibration = own(new CalibrationText(shipped.command));
  own(vscode.workspace.registerTextDocumentContentProvider(CALIBRATION_TEXT, calibration));
  const shown = own(new ShownText(shipped.command));

  const register = (command: string, action: (argument: unknown) => unknown): void => {
    own(
      vscode.commands.registerCommand(`sundowner.${command}`, async (argument: unknown) => {
        try {
          return await action(argument);
        } catch (error) {
          log.error(command, error);
          const show = vscode.l10n.t('Show Log');
          const chosen = await vscode.window.showErrorMessage(noticeText(sentenceOfError(error)), show);
          if (chosen === show) log.channel.show();
          return undefined;
        }
      }),
    );
  };
  runCommands(trusted, register);
  batchCommands(trusted, register);
  labelCommands(trusted, calibration, register);
  reviewCommands(trusted, register);
  register('setModelKey', () => setModelKey(keys));
  register('pinEvalset', (argument) => pinEvalset(trusted, argument));
  for (const [command, part] of [
    ['showWorld', 'world'],
    ['showFaults', 'faults'],
  ] as const)
    register(command, async (argument) => {
      const batch = batchOf(argument) ?? (await chooseOwnBatch(trusted));
      if (batch !== null) await shown.open(part, batch);
    });
  return trusted;
}

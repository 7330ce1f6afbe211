import path from 'node:path';
import * as vscode from 'vscode';
import type { TrustedApp } from '../app.ts';
import { sentenceOfError } from '../log.ts';
import { noticeText } from '../plain.ts';
import type { BatchWish } from '../run/command.ts';
import type { RunEnd } from '../run/process.ts';
import { showHindrance, type Refusal } from '../run/ready.ts';
import { whyNot } from '../run/words.ts';
import { batchOf, caseToReview, caseToRun } from './arguments.ts';
import { chooseBatch } from './choose-batch.ts';
import { runBatch } from './run-batch.ts';

type Register = (command: string, action: (argument: unknown) => unknown) => void;

/** Commands that start, stop or repeat work on batches. */
export function runCommands(app: TrustedApp, register: Register): void {
  register('runCase', (argument) => runCase(app, argument, false));
  register('runCaseKeepWorld', (argument) => runCase(app, argument, true));
  register('runBatch', (argument) => runBatch(app, argument));
  register('resumeBatch', (argument) => resumeBatch(app, argument));
  register('stopRun', (argument) => stopRun(app, argument));
  register('rejudge', (argument) => rejudge(app, argument));
  register('rescore', (argument) => rescore(app, argument));
  register('judgeByHand', (argument) => judgeByHand(app, argument));
}

/** Resolves to the batch folder, to why nothing was run, or to null when nothing was meant. */
async function runCase(
  app: TrustedApp,
  argument: unknown,
  keepWorld: boolean,
): Promise<string | Refusal | null> {
  const wanted = await caseToRun(app, argument);
  if (wanted === null) return null;
  const outcome = 'ok' in wanted ? wanted : await app.tests.runCase(wanted.root, wanted.caseId, keepWorld);
  if (outcome === null || typeof outcome === 'string') return outcome;
  // The Testing view says it too; who clicked a lens does not look there.
  const { why, at } = outcome;
  const show = vscode.l10n.t('Show');
  void vscode.window
    .showErrorMessage(noticeText(why), ...(at === undefined ? [] : [show]))
    .then((chosen) => (chosen === show && at !== undefined ? showHindrance(at) : undefined));
  return outcome;
}

async function resumeBatch(app: TrustedApp, argument: unknown): Promise<void> {
  const batch =
    batchOf(argument) ??
    (await chooseBatch(
      app,
      (one) => one.state === 'stopped' && !one.batch.readonly,
      vscode.l10n.t('No batch was stopped.'),
    ));
  if (batch !== null) await vscode.tasks.executeTask(app.tasks.resumeTask(batch));
}

async function stopRun(app: TrustedApp, argument: unknown): Promise<void> {
  const batch = batchOf(argument);
  const run = batch === null ? [...app.runs.running].at(-1) : app.runs.of(batch);
  if (run !== undefined) {
    run.stop();
    return;
  }
  await vscode.window.showInformationMessage(
    batch === null
      ? vscode.l10n.t('Nothing runs in this window.')
      : vscode.l10n.t(
          '{0} is run by another window or by the command line; stop it there.',
          path.basename(batch),
        ),
  );
}

async function rejudge(app: TrustedApp, argument: unknown): Promise<void> {
  const given = caseToReview(argument);
  const batch =
    given?.batch ??
    batchOf(argument) ??
    (await chooseBatch(
      app,
      (one) => !one.batch.readonly && one.state !== 'running',
      vscode.l10n.t('No batch has been run here yet.'),
    ));
  if (batch !== null) await judgeAndScore(app, batch, given === null ? undefined : [given.caseId]);
}

/** Judges and scores from stored evidence; the agent is not run. Older words are kept beside the new ones. */
async function judgeAndScore(
  app: TrustedApp,
  batch: string,
  cases: readonly string[] | undefined,
): Promise<void> {
  await watched(app, vscode.l10n.t('Judging {0}', path.basename(batch)), [
    { action: 'judge', batch, cases },
    { action: 'score', batch },
  ]);
}

/** Lets the labels of a case decide, once the person has confirmed it. */
async function rescore(app: TrustedApp, argument: unknown): Promise<void> {
  const given = caseToReview(argument);
  if (given?.batch == null) return;
  const { batch, caseId } = given;
  const go = vscode.l10n.t('Re-score');
  const chosen = await vscode.window.showInformationMessage(
    noticeText(vscode.l10n.t('Re-score {0} with the human verdicts?', caseId)),
    {
      modal: true,
      detail: vscode.l10n.t(
        'The score then rests on them, also when the case is judged again. The present result is kept beside the new one.',
      ),
    },
    go,
  );
  if (chosen !== go) return;
  await watched(app, vscode.l10n.t('Scoring {0}', caseId), [
    { action: 'score', batch, cases: [caseId], adoptLabels: true },
  ]);
}

async function judgeByHand(app: TrustedApp, argument: unknown): Promise<void> {
  const given = caseToReview(argument);
  if (given?.batch == null) return;
  const { batch, caseId } = given;
  const done = await watched(app, vscode.l10n.t('Laying out {0} for a person', caseId), [
    { action: 'judge', batch, cases: [caseId], by: 'manual' },
  ]);
  if (!done) return;
  const { BatchPaths } = await import('../../engine/batch/paths.ts');
  const paths = new BatchPaths(batch);
  await vscode.window.showTextDocument(vscode.Uri.file(paths.abs(paths.judgeFile(caseId))));
  const score = vscode.l10n.t('Re-score');
  const chosen = await vscode.window.showInformationMessage(
    vscode.l10n.t(
      'Fill in “met”, “reason” and “evidence” of each point and save. The score moves only on Re-score.',
    ),
    score,
  );
  if (chosen === score)
    await watched(app, vscode.l10n.t('Scoring {0}', path.basename(batch)), [{ action: 'score', batch }]);
}

/** Runs commands one after the other with a notification that can be cancelled. True when all came to their end. */
async function watched(app: TrustedApp, title: string, wishes: readonly BatchWish[]): Promise<boolean> {
  return vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_progress, token) => {
      for (const wish of wishes) {
        if (token.isCancellationRequested) return false;
        const run = app.runs.start(wish, path.dirname(wish.batch));
        const cancel = token.onCancellationRequested(() => run.stop());
        const end = await run.ended;
        cancel.dispose();
        if (!(await came(end))) return false;
      }
      app.batches.touch();
      return true;
    },
  );
}

async function came(end: RunEnd): Promise<boolean> {
  const why = whyNot(end);
  if (why === null) return !end.stopped;
  const log = vscode.l10n.t('Show Log');
  void vscode.window.showErrorMessage(noticeText(why), log).then((chosen) => {
    if (chosen === log) return vscode.commands.executeCommand('sundowner.showLog');
    return undefined;
  });
  return Promise.resolve(false);
}

/** After a case began in a new batch, an open review of it follows to that batch. */
export function followRuns(app: TrustedApp): vscode.Disposable {
  return app.runs.onNews(({ run, line }) => {
    if (line?.event !== 'case' || line.state !== 'started' || run.batch === null) return;
    const { active } = app.reviews;
    if (active?.shown.caseId !== line.case_id || active.shown.batch === run.batch) return;
    try {
      active.show({ batch: run.batch, caseId: line.case_id, point: null });
    } catch (error) {
      app.log.warn(`review: ${sentenceOfError(error)}`);
    }
  });
}

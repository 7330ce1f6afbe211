import path from 'node:path';
import * as vscode from 'vscode';
import * as z from 'zod';
import type { TrustedApp } from '../app.ts';
import { BATCH_TEXT } from '../documents/batch-text.ts';
import { checkpointAt } from '../panels/source.ts';
import { pointOfMessage } from '../testing/verdict-messages.ts';
import { caseAtCursor, caseToReview } from './arguments.ts';

type Register = (command: string, action: (argument: unknown) => unknown) => void;

const PANEL_COMMANDS = [
  'nextPoint',
  'previousPoint',
  'nextQuote',
  'previousQuote',
  'firstQuote',
  'backToPoint',
  'verdictMet',
  'verdictUnmet',
  'verdictCannot',
  'verdictClear',
  'flag',
  'hideJudges',
] as const;

/** Commands that open a review, and those of an open one: they can be bound to other keys. */
export function reviewCommands(app: TrustedApp, register: Register): void {
  register('openReview', (argument) => openReview(app, argument));
  register('openReviewOfPoint', (argument) => openReviewOfMessage(app, argument));
  register('compareText', (argument) => compareText(app, argument));
  for (const command of PANEL_COMMANDS) register(`review.${command}`, () => app.reviews.command(command));
  register('review.revealPoint', () => app.reviews.active?.reveal());
  register('review.nextCase', () => app.reviews.active?.next('next'));
  register('review.previousCase', () => app.reviews.active?.next('previous'));
}

async function openReview(app: TrustedApp, argument: unknown): Promise<void> {
  const given = caseToReview(argument) ?? ofTestItem(app, argument);
  if (given !== null) {
    app.reviews.show(given);
    return;
  }
  const found = await caseAtCursor(app);
  if (found === null) return;
  const at = vscode.window.activeTextEditor?.selection.active;
  const point = at === undefined ? null : checkpointAt(found.card, at);
  app.reviews.show({ batch: null, caseId: found.card.id, point });
}

type Wanted = NonNullable<ReturnType<typeof caseToReview>>;

/** From the context menu of the Testing view. */
function ofTestItem(app: TrustedApp, argument: unknown): Wanted | null {
  const item = argument as vscode.TestItem | undefined;
  if (typeof item !== 'object') return null;
  const data = app.tests.items.data(item);
  return data?.kind === 'case' ? { batch: null, caseId: data.caseId, point: null } : null;
}

/** From a message that sits on a checkpoint. */
function openReviewOfMessage(app: TrustedApp, argument: unknown): void {
  const given = argument as { test?: vscode.TestItem; message?: vscode.TestMessage } | undefined;
  const data = given?.test === undefined ? undefined : app.tests.items.data(given.test);
  if (data?.kind !== 'case') return;
  const point = given?.message === undefined ? null : pointOfMessage(given.message);
  app.reviews.show({ batch: null, caseId: data.caseId, point });
}

const comparison = z.object({ batch: z.string(), caseId: z.string(), uri: z.string() });

/** The author's file beside its frozen copy of the batch. */
async function compareText(app: TrustedApp, argument: unknown): Promise<void> {
  const given = comparison.safeParse(argument);
  if (!given.success) return;
  const { batch, caseId } = given.data;
  const uri = vscode.Uri.parse(given.data.uri);
  const root = (await app.evalsets.ofFile(uri))?.root;
  if (root == null) return;
  const frozen = vscode.Uri.file(path.join(batch, 'evalset', path.relative(root, uri.fsPath))).with({
    scheme: BATCH_TEXT,
  });
  await vscode.commands.executeCommand(
    'vscode.diff',
    frozen,
    uri,
    vscode.l10n.t('{0}: as judged in {1} ↔ now', caseId, path.basename(batch)),
  );
}

import * as vscode from 'vscode';
import * as z from 'zod';
import { NAMED_FAULTS } from '../../schemas/faults.ts';
import type { TrustedApp } from '../app.ts';
import { iconLine } from '../plain.ts';
import type { BatchHow } from '../tasks/definition.ts';

/** What a binding or another extension may ask for: `{ evalset, budget, faults }`; then nothing is asked. */
const given = z.strictObject({
  evalset: z.string().optional(),
  budget: z.string().optional(),
  faults: z.string().optional(),
});

/** Runs an evalset as a new batch: which one and how is asked where it is not given. */
export async function runBatch(app: TrustedApp, argument: unknown): Promise<void> {
  const wish = given.safeParse(argument);
  const { evalset, ...how } = wish.success ? wish.data : {};
  const root = evalset ?? (await chooseEvalset(app));
  if (root === undefined) return;
  const chosen = wish.success ? how : await chooseHow();
  if (chosen !== undefined) await vscode.tasks.executeTask(app.tasks.runTask(root, chosen));
}

async function chooseEvalset(app: TrustedApp): Promise<string | undefined> {
  const all = await app.evalsets.all();
  if (all.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no evalset in this workspace.'));
    return undefined;
  }
  if (all.length === 1) return all[0]?.root;
  const picked = await vscode.window.showQuickPick(
    all.map((one) => ({
      label: iconLine(one.name),
      description: iconLine(one.version),
      detail: one.root,
      root: one.root,
    })),
    { placeHolder: vscode.l10n.t('Which evalset?') },
  );
  return picked?.root;
}

interface How extends vscode.QuickPickItem {
  readonly choose: () => Promise<BatchHow | undefined>;
}

async function chooseHow(): Promise<BatchHow | undefined> {
  const files = await vscode.workspace.findFiles('**/*.faults.{yaml,json}', '**/{node_modules,runs}/**', 50);
  const faulty = (label: string, faults: string): How => ({
    label: `$(zap) ${iconLine(label)}`,
    description: vscode.l10n.t('with faults of the platform, made on purpose'),
    choose: () => Promise.resolve({ faults }),
  });
  const picked = await vscode.window.showQuickPick<How>(
    [
      { label: `$(run-all) ${vscode.l10n.t('All cases')}`, choose: () => Promise.resolve({}) },
      {
        label: `$(clock) ${vscode.l10n.t('As many cases as fit into a time…')}`,
        description: vscode.l10n.t('the most coverage first'),
        choose: chooseBudget,
      },
      ...NAMED_FAULTS.map((name) => faulty(name, name)),
      ...files.map((file) => faulty(vscode.workspace.asRelativePath(file), file.fsPath)),
    ],
    { placeHolder: vscode.l10n.t('How shall the batch be run?') },
  );
  return picked?.choose();
}

async function chooseBudget(): Promise<BatchHow | undefined> {
  const budget = await vscode.window.showInputBox({
    prompt: vscode.l10n.t('Time of the whole batch, such as 45m or 1h30m'),
    value: '60m',
    validateInput: (text) =>
      /^(?=\d)(\d+h)?(\d+m)?(\d+s)?$/.test(text.trim())
        ? undefined
        : vscode.l10n.t('A time such as 45m or 1h30m'),
  });
  return budget === undefined ? undefined : { budget: budget.trim() };
}

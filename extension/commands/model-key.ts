import * as vscode from 'vscode';
import { isKeyName, type ModelKeys } from '../model-keys.ts';

interface Choice extends vscode.QuickPickItem {
  /** Undefined: a new one. */
  readonly key?: string;
}

/** Asks for the key of a model, and keeps it as a secret; one that is left empty is removed. */
export async function setModelKey(keys: ModelKeys): Promise<void> {
  const name = await nameOf(keys);
  if (name === undefined) return;
  const value = await vscode.window.showInputBox({
    title: vscode.l10n.t('Key for {0}', name),
    prompt: vscode.l10n.t(
      'Kept as a secret of the editor, and given to runs only. Leave it empty to remove the key.',
    ),
    password: true,
    ignoreFocusOut: true,
  });
  if (value === undefined) return;
  if (value === '') await keys.remove(name);
  else await keys.set(name, value);
}

async function nameOf(keys: ModelKeys): Promise<string | undefined> {
  const known: Choice[] = keys.names.map((key) => ({ label: `$(key) ${key}`, key }));
  if (known.length > 0) {
    const another: Choice = { label: `$(add) ${vscode.l10n.t('Another key…')}` };
    const picked = await vscode.window.showQuickPick([...known, another], {
      placeHolder: vscode.l10n.t('Which key?'),
    });
    if (picked === undefined || picked.key !== undefined) return picked?.key;
  }
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Key of a model'),
    prompt: vscode.l10n.t('Name of the environment variable that the judge names in evalset.yaml (key_env)'),
    placeHolder: 'MY_MODEL_KEY',
    validateInput: (text) =>
      isKeyName(text)
        ? undefined
        : vscode.l10n.t('Letters, digits and “_”; no variable that programs rest on.'),
  });
}

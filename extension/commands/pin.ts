import { execFile } from 'node:child_process';
import * as vscode from 'vscode';
import * as z from 'zod';
import { isPlain } from '../../language-server/completion/write.ts';
import { pinState, type PinState } from '../../language-server/protocol.ts';
import type { TrustedApp } from '../app.ts';
import { iconLine, noticeText } from '../plain.ts';
import { toRange } from '../ranges.ts';
import { isInside } from '../run/ready.ts';
import { editorRuntime } from '../runtime.ts';

const given = z.object({
  root: z.string(),
  /** Name of the new version, in place of the question for it. */
  version: z.string().min(1).optional(),
});
const pinned = z.object({ file: z.string(), version: z.string(), cases: z.number(), written: z.boolean() });

/**
 * Pins an evalset: `{ root, version? }`, else one that the person picks. A changed evalset is a new version; its name is
 * asked for and written into evalset.yaml. Files are saved first. Resolves to the pin file, or to null.
 */
export async function pinEvalset(app: TrustedApp, argument: unknown): Promise<string | null> {
  const wish = given.safeParse(argument);
  const root = wish.success ? wish.data.root : await chooseEvalset(app);
  if (root === null) return null;
  const state = await app.client.sendRequest(pinState, { root });
  if (state.hindrance !== null) {
    void vscode.window.showErrorMessage(
      noticeText(vscode.l10n.t('The evalset has errors and cannot be pinned: {0}', state.hindrance)),
    );
    return null;
  }
  let name: string | undefined;
  // Where the pin cannot be read nobody knows its version: the command says so.
  if ((state.taken && state.pinned !== null) || state.version === null) {
    name = (wish.success ? wish.data.version : undefined) ?? (await askForName(state));
    if (name === undefined) return null;
    if (state.versionAt !== null) await writeVersion(state.versionAt, name);
  }
  await saveBelow(root);
  const done = await pinNow(app, root, state.version === null ? name : undefined);
  const show = vscode.l10n.t('Show');
  void vscode.window
    .showInformationMessage(
      done.written
        ? noticeText(vscode.l10n.t('Version {0} is pinned: {1} cases.', done.version, done.cases))
        : noticeText(vscode.l10n.t('Version {0} was pinned already.', done.version)),
      show,
    )
    .then((chosen) =>
      chosen === show ? vscode.window.showTextDocument(vscode.Uri.file(done.file)) : undefined,
    );
  return done.file;
}

async function chooseEvalset(app: TrustedApp): Promise<string | null> {
  const all = await app.evalsets.all();
  if (all.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no evalset in this workspace.'));
    return null;
  }
  if (all.length === 1) return all[0]?.root ?? null;
  const picked = await vscode.window.showQuickPick(
    all.map(({ name, version, root }) => ({
      label: iconLine(name),
      description: iconLine(version),
      detail: root,
      root,
    })),
    { placeHolder: vscode.l10n.t('Which evalset?') },
  );
  return picked?.root ?? null;
}

/** The name of a new version is the author's to give. */
function askForName({ version, pinned: before }: PinState): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t('Pin a new version'),
    prompt: noticeText(
      version === null
        ? vscode.l10n.t('Name of the version that is pinned')
        : vscode.l10n.t(
            'The evalset differs from {0}, which is pinned. Name the new version; it is written into evalset.yaml.',
            version,
          ),
    ),
    value: version ?? before ?? '',
    ignoreFocusOut: true,
    validateInput: (value) => {
      if (value.trim() === '') return vscode.l10n.t('A version needs a name.');
      return version !== null && value.trim() === before
        ? vscode.l10n.t('{0} is pinned with other texts. Give another name.', value.trim())
        : undefined;
    },
  });
}

async function writeVersion({ uri, range }: NonNullable<PinState['versionAt']>, name: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  const word = name.trim();
  edit.replace(vscode.Uri.parse(uri), toRange(range), isPlain(word) ? word : JSON.stringify(word));
  if (!(await vscode.workspace.applyEdit(edit)))
    throw new Error(vscode.l10n.t('The version could not be written into evalset.yaml.'));
}

/** What is pinned is what stands on the disk. */
async function saveBelow(root: string): Promise<void> {
  for (const document of vscode.workspace.textDocuments)
    if (document.isDirty && document.uri.scheme === 'file' && isInside(root, document.uri.fsPath))
      if (!(await document.save()))
        throw new Error(
          vscode.l10n.t('{0} could not be saved.', vscode.workspace.asRelativePath(document.uri)),
        );
}

function pinNow(app: TrustedApp, root: string, as: string | undefined): Promise<z.infer<typeof pinned>> {
  const { program, env } = editorRuntime();
  const args = ['pin', '--json', ...(as === undefined ? [] : [`--as=${as.trim()}`]), '--', root];
  return new Promise((resolve, reject) => {
    execFile(
      program,
      [app.shipped.command, ...args],
      { env: { ...env, NO_COLOR: '1' }, shell: false },
      (error, stdout, stderr) => {
        if (error !== null) reject(new Error(stderr.trim() === '' ? error.message : stderr.trim()));
        else resolve(pinned.parse(JSON.parse(stdout)));
      },
    );
  });
}

import * as vscode from 'vscode';
import { State } from 'vscode-languageclient/node';
import type { App } from './app.ts';
import { makeClient } from './client.ts';
import { showPinDiff } from './commands/pin-diff.ts';
import { openSample } from './commands/sample.ts';
import { PINNED_TEXT, PinnedText } from './documents/pinned-text.ts';
import { Evalsets } from './evalsets/evalsets.ts';
import { Log, sentenceOfError } from './log.ts';
import { Shipped } from './runtime.ts';

/** What works in every workspace: the language server and the sample. */
export function activateAuthoring(context: vscode.ExtensionContext): App {
  const log = new Log();
  const shipped = new Shipped(context.extensionPath);
  const client = makeClient(shipped.server, log);
  const evalsets = new Evalsets(client, log);
  const pinned = new PinnedText(client);
  const app: App = { context, log, shipped, client, evalsets };
  context.subscriptions.push(
    log,
    evalsets,
    client,
    evalsets.onDidChange(() => void tellEvalsets(evalsets)),
    vscode.commands.registerCommand('sundowner.showLog', () => log.channel.show()),
    vscode.commands.registerCommand('sundowner.restartServer', () => client.restart()),
    // A server that was started, by whatever cause, tells of changes only after it was asked once.
    client.onDidChangeState(({ newState }) => {
      if (newState === State.Running) evalsets.forget();
    }),
    pinned,
    vscode.workspace.registerTextDocumentContentProvider(PINNED_TEXT, pinned),
    vscode.commands.registerCommand('sundowner.showPinDiff', (argument: unknown) =>
      showPinDiff(pinned, argument),
    ),
    vscode.commands.registerCommand('sundowner.openSample', (argument: unknown) => openSample(app, argument)),
  );
  // Not awaited: the editor is not kept waiting while a process starts.
  client.start().catch((error: unknown) => {
    log.error('language server', error);
    void vscode.window.showErrorMessage(
      vscode.l10n.t(
        'The language server did not start, so no mistakes are shown: {0}',
        sentenceOfError(error),
      ),
    );
  });
  return app;
}

async function tellEvalsets(evalsets: Evalsets): Promise<void> {
  const all = await evalsets.all();
  await vscode.commands.executeCommand('setContext', 'sundowner.hasEvalset', all.length > 0);
}

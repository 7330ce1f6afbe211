import './no-eval.ts';
import { performance } from 'node:perf_hooks';
import * as vscode from 'vscode';
import { activateAuthoring } from './authoring.ts';
import { sentenceOfError } from './log.ts';
import { activateRunning } from './running.ts';

/** What the extension tells other extensions and its own tests. */
export interface SundownerApi {
  /** Time inside `activate()`, in milliseconds. */
  readonly activationMs: number;
  /** Processes of this window, for reports of faults. */
  readonly processes: () => { readonly reader: number | undefined; readonly runs: readonly number[] };
}

export function activate(context: vscode.ExtensionContext): SundownerApi {
  const start = performance.now();
  try {
    const app = activateAuthoring(context);
    // Nothing is run, and nothing that a run wrote is read, before the person trusts the folder.
    const running = vscode.workspace.isTrusted ? activateRunning(app) : null;
    const late = { trusted: running };
    if (running === null)
      context.subscriptions.push(
        vscode.workspace.onDidGrantWorkspaceTrust(() => {
          try {
            late.trusted = activateRunning(app);
          } catch (error) {
            app.log.error('activation after trust was given', error);
            tellFailure(error);
          }
        }),
      );
    const activationMs = performance.now() - start;
    app.log.info(`activated in ${activationMs.toFixed(1)} ms`);
    return {
      activationMs,
      processes: () => ({
        reader: late.trusted?.reader.pid,
        runs: [...(late.trusted?.runs.running ?? [])].flatMap((run) => run.pid ?? []),
      }),
    };
  } catch (error) {
    tellFailure(error);
    throw error;
  }
}

/** The editor itself says nothing when an extension cannot start. */
function tellFailure(error: unknown): void {
  void vscode.window.showErrorMessage(
    vscode.l10n.t('Sundowner could not start: {0}', sentenceOfError(error)),
  );
}

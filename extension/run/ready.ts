import path from 'node:path';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { checkBeforeRun, type Hindrance } from '../../language-server/protocol.ts';
import { sentenceOfError, type Log } from '../log.ts';
import { toRange } from '../ranges.ts';

/** Why an evalset cannot be run now, and where. */
export interface Refusal {
  readonly ok: false;
  readonly why: string;
  readonly at?: Hindrance;
}

export type Readiness = { readonly ok: true } | Refusal;

/** True for a file in a folder or below it. */
export function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return relative !== '' && !relative.startsWith('..') && !path.isAbsolute(relative);
}

/**
 * Saves every unsaved file of the evalset, then asks the language server for errors. What is run is what stands on the
 * disk, and it is what the author sees.
 */
export async function makeReady(root: string, client: LanguageClient, log: Log): Promise<Readiness> {
  for (const document of vscode.workspace.textDocuments) {
    if (!document.isDirty || document.uri.scheme !== 'file' || !isInside(root, document.uri.fsPath)) continue;
    if (!(await document.save())) {
      return {
        ok: false,
        why: vscode.l10n.t('{0} could not be saved, so nothing was run.', path.basename(document.uri.fsPath)),
      };
    }
  }
  try {
    const hindrances = await client.sendRequest(checkBeforeRun, { root });
    const first = hindrances[0];
    if (first === undefined) return { ok: true };
    const file = path.basename(vscode.Uri.parse(first.uri).fsPath);
    const place = `${file}:${first.range.start.line + 1}`;
    const why =
      hindrances.length === 1
        ? vscode.l10n.t('An error stands in the way: {0}: {1}', place, first.message)
        : vscode.l10n.t(
            '{0} errors stand in the way. The first: {1}: {2}',
            hindrances.length,
            place,
            first.message,
          );
    return { ok: false, why, at: first };
  } catch (error) {
    // The command checks again by itself, so a check that failed, or a server that is gone, stops nobody.
    log.warn(`check before the run: ${sentenceOfError(error)}`);
    return { ok: true };
  }
}

/** Opens the place that stands in the way. */
export async function showHindrance(at: Hindrance): Promise<void> {
  await vscode.window.showTextDocument(vscode.Uri.parse(at.uri), { selection: toRange(at.range) });
}

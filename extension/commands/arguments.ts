import * as vscode from 'vscode';
import * as z from 'zod';
import type { CaseInFile } from '../../language-server/protocol.ts';
import { iconLine } from '../plain.ts';
import { isInside, type Refusal } from '../run/ready.ts';
import type { App } from '../app.ts';

/** A command may be called from a lens, a tree, a menu, a webview's host or a binding of the person's: nothing is trusted. */
const caseInFile = z.object({ uri: z.string(), caseId: z.string() });
const caseInBatch = z.object({
  batch: z.string().nullish(),
  caseId: z.string(),
  point: z.string().nullish(),
});
const batchOnly = z.object({ batch: z.string() });
const node = z.object({
  overview: z.object({ batch: z.object({ dir: z.string() }) }),
  row: z.object({ case_id: z.string() }).optional(),
});

export interface CaseOfEvalset {
  readonly root: string;
  readonly caseId: string;
}

/** The case that is meant: by argument, else the one at the cursor, else one that the person picks in the open file. */
export async function caseToRun(app: App, argument: unknown): Promise<CaseOfEvalset | Refusal | null> {
  const given = caseInFile.safeParse(argument);
  if (given.success) return inEvalset(app, vscode.Uri.parse(given.data.uri), given.data.caseId);
  const found = await caseAtCursor(app);
  return found === null ? null : inEvalset(app, found.uri, found.card.id);
}

/** The case at the cursor of the active editor. */
export async function caseAtCursor(app: App): Promise<{ uri: vscode.Uri; card: CaseInFile } | null> {
  const editor = vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
  const file = editor === undefined ? null : await app.evalsets.ofFile(editor.document.uri);
  if (editor === undefined || file === null || file.cases.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open the file of a case first.'));
    return null;
  }
  const { line } = editor.selection.active;
  const at = file.cases.find(({ range }) => range.start.line <= line && line <= range.end.line);
  if (at !== undefined) return { uri: editor.document.uri, card: at };
  const only = file.cases.length === 1 ? file.cases[0] : undefined;
  if (only !== undefined) return { uri: editor.document.uri, card: only };
  const picked = await vscode.window.showQuickPick(
    file.cases.map((card) => ({ label: iconLine(card.id), description: iconLine(card.title), card })),
    { placeHolder: vscode.l10n.t('Which case?') },
  );
  return picked === undefined ? null : { uri: editor.document.uri, card: picked.card };
}

async function inEvalset(app: App, uri: vscode.Uri, caseId: string): Promise<CaseOfEvalset | Refusal> {
  const file = await app.evalsets.ofFile(uri);
  const around = (await app.evalsets.all()).find((one) => isInside(one.root, uri.fsPath));
  // Only where the server cannot tell, the folder says it: not every file in an evalset's folder is of the evalset.
  const root = file === null ? around?.root : file.root;
  if (root != null) return { root, caseId };
  // An evalset that cannot be read names no files.
  if (around !== undefined && around.error !== null && around.cases.length === 0)
    return { ok: false, why: around.error };
  return {
    ok: false,
    why: vscode.l10n.t(
      '{0} belongs to no evalset, so it cannot be run. Name the file under `cases:` of an evalset.yaml.',
      vscode.workspace.asRelativePath(uri),
    ),
  };
}

/** The case of a batch that is meant. `batch` null: the newest that has it. */
export function caseToReview(
  argument: unknown,
): { batch: string | null; caseId: string; point: string | null } | null {
  const ofTree = node.safeParse(argument);
  if (ofTree.success && ofTree.data.row !== undefined)
    return { batch: ofTree.data.overview.batch.dir, caseId: ofTree.data.row.case_id, point: null };
  const given = caseInBatch.safeParse(argument);
  if (!given.success) return null;
  return { batch: given.data.batch ?? null, caseId: given.data.caseId, point: given.data.point ?? null };
}

/** The batch folder that is meant. */
export function batchOf(argument: unknown): string | null {
  const ofTree = node.safeParse(argument);
  if (ofTree.success) return ofTree.data.overview.batch.dir;
  const given = batchOnly.safeParse(argument);
  return given.success ? given.data.batch : null;
}

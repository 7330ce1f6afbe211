import * as vscode from 'vscode';
import * as z from 'zod';
import type { PinnedText } from '../documents/pinned-text.ts';
import { toRange } from '../ranges.ts';

const place = z.object({ line: z.int().min(0), character: z.int().min(0) });
const given = z.object({ uri: z.string(), range: z.object({ start: place, end: place }).optional() });

/** The file beside its pinned texts: `{ uri, range? }`, else the one in the active editor. */
export async function showPinDiff(documents: PinnedText, argument: unknown): Promise<void> {
  const wish = given.safeParse(argument);
  const uri = wish.success ? vscode.Uri.parse(wish.data.uri) : vscode.window.activeTextEditor?.document.uri;
  if (uri?.scheme !== 'file') {
    void vscode.window.showInformationMessage(vscode.l10n.t('Open the file of a case first.'));
    return;
  }
  const range = wish.success ? wish.data.range : undefined;
  await documents.compare(uri, range === undefined ? undefined : toRange(range));
}

import * as vscode from 'vscode';
import type { SourceVerdict } from '../../schemas/review.ts';
import type { Evalsets } from '../evalsets/evalsets.ts';
import { plainText } from '../plain.ts';
import { toRange } from '../ranges.ts';

/** Context value of a message that sits on a checkpoint. */
export const POINT_MESSAGE = 'sundowner.point';

const GOOD = new Set(['met', 'not-triggered']);

/** A message for each point that keeps the case from passing, at its place in the source. */
export async function pointMessages(
  verdict: SourceVerdict,
  item: vscode.TestItem,
  evalsets: Evalsets,
): Promise<vscode.TestMessage[]> {
  const file = item.uri === undefined ? null : await evalsets.ofFile(item.uri);
  const card = file?.cases.find((one) => one.id === verdict.case_id);
  const messages = verdict.points
    .filter((point) => !GOOD.has(point.state))
    .map((point) => {
      const quotes = point.quotes.map((quote) => `\n「${quote.text}」 ${quote.source}`).join('');
      const message = new vscode.TestMessage(
        plainText(`${point.id} · ${point.label}\n${point.reason}${quotes}`),
      );
      const at = card?.checkpoints.find((one) => one.id === point.id)?.range;
      if (at !== undefined && item.uri !== undefined)
        message.location = new vscode.Location(item.uri, toRange(at));
      message.contextValue = POINT_MESSAGE;
      return message;
    });
  if (messages.length > 0) return messages;
  const message = new vscode.TestMessage(plainText(verdict.text));
  if (item.uri !== undefined && item.range !== undefined)
    message.location = new vscode.Location(item.uri, item.range);
  return [message];
}

/** The point that a message is about; its text begins with the id. */
export function pointOfMessage(message: vscode.TestMessage): string | null {
  const text = typeof message.message === 'string' ? message.message : message.message.value;
  return /^(\S+) · /.exec(text)?.[1] ?? null;
}

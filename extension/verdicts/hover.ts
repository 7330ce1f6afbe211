import * as vscode from 'vscode';
import { instant } from '../../webviews/shared/text/when.ts';
import { appendPlain, plainText } from '../plain.ts';
import { toRange } from '../ranges.ts';
import type { PointMark } from './marks.ts';
import type { FileVerdicts } from './store.ts';
import { wordsOf } from './words.ts';

const MOST_QUOTES = 3;
const LONGEST_QUOTE = 600;

/** The verdict of the checkpoint under the mouse: word, reason, quotes. */
export class VerdictHover implements vscode.HoverProvider {
  readonly #verdicts: FileVerdicts;
  constructor(verdicts: FileVerdicts) {
    this.#verdicts = verdicts;
  }

  provideHover(document: vscode.TextDocument, position: vscode.Position): vscode.Hover | undefined {
    const { points } = this.#verdicts.of(document.uri);
    const mark = points.find(({ range }) => toRange(range).contains(position));
    return mark === undefined ? undefined : new vscode.Hover(textOf(mark), toRange(mark.range));
  }
}

function textOf(mark: PointMark): vscode.MarkdownString {
  const { point, verdict } = mark;
  const text = new vscode.MarkdownString();
  // Links to our own commands only; what an agent wrote stands in blocks of code, where nothing is a link or an image.
  text.isTrusted = { enabledCommands: ['sundowner.openReview'] };
  text.supportHtml = false;
  text.appendMarkdown('**').appendText(point.id).appendMarkdown('** ');
  text.appendText(wordsOf(mark));
  if (point.reason !== '') {
    text.appendMarkdown('\n\n');
    appendPlain(text, point.reason);
  }
  for (const quote of point.quotes.slice(0, MOST_QUOTES)) {
    const shown = quote.text.length > LONGEST_QUOTE ? `${quote.text.slice(0, LONGEST_QUOTE)}…` : quote.text;
    text.appendCodeblock(plainText(shown), 'plaintext');
    appendPlain(
      text,
      quote.verified
        ? vscode.l10n.t('{0} · verified', quote.source)
        : vscode.l10n.t('{0} · not verified', quote.source),
    );
  }
  if (point.quotes.length > MOST_QUOTES)
    text.appendText(`\n\n${vscode.l10n.t('{0} more quotes', point.quotes.length - MOST_QUOTES)}`);
  const argument = encodeURIComponent(
    JSON.stringify([{ batch: verdict.batch.dir, caseId: verdict.case_id, point: point.id }]),
  );
  text.appendMarkdown(`\n\n[${vscode.l10n.t('Open review')}](command:sundowner.openReview?${argument}) · `);
  const when = instant(verdict.judged_at ?? '', vscode.env.language);
  appendPlain(text, [verdict.batch.name, when].filter((words) => words !== '').join(' · '));
  return text;
}

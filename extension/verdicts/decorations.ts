import * as vscode from 'vscode';
import { pointState, type PointState } from '../../schemas/review.ts';
import type { Bubbles } from '../testing/bubbles.ts';
import { plainLine } from '../plain.ts';
import { toRange } from '../ranges.ts';
import { sharingLine } from './line-ends.ts';
import type { PointMark } from './marks.ts';
import type { FileVerdicts } from './store.ts';
import { wordsOf } from './words.ts';

const color = (id: string): vscode.ThemeColor => new vscode.ThemeColor(id);

/** Only a verdict has a colour; yellow and green are never the colour of words. */
function rulerColor(state: PointState): vscode.ThemeColor | null {
  switch (state) {
    case 'met':
    case 'overridden':
      return color('charts.green');
    case 'unmet':
    case 'gate-unmet':
    case 'triggered':
      return color('charts.red');
    case 'cannot':
      return color('charts.yellow');
    case 'not-triggered':
    case 'none':
      return null;
  }
}

/** Draws each checkpoint's verdict into the source: an icon in the gutter, the words behind the line. */
export class VerdictDecorations implements vscode.Disposable {
  readonly #verdicts: FileVerdicts;
  readonly #bubbles: Bubbles;
  readonly #icons = new Map<string, vscode.TextEditorDecorationType>();
  readonly #words = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  readonly #toDispose: vscode.Disposable[];

  constructor(verdicts: FileVerdicts, bubbles: Bubbles, extension: vscode.Uri) {
    this.#verdicts = verdicts;
    this.#bubbles = bubbles;
    for (const state of pointState.options)
      for (const stale of [false, true])
        this.#icons.set(keyOf(state, stale), iconType(state, stale, extension));
    this.#toDispose = [
      verdicts.onDidChange((uri) => this.#drawAll(uri)),
      bubbles.onDidChange(() => this.#drawAll()),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#drawAll()),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('sundowner.verdictsInSource')) this.#drawAll();
      }),
    ];
    this.#drawAll();
  }

  dispose(): void {
    for (const one of this.#toDispose) one.dispose();
    for (const one of [this.#words, ...this.#icons.values()]) one.dispose();
  }

  #drawAll(uri?: vscode.Uri): void {
    for (const editor of vscode.window.visibleTextEditors)
      if (uri === undefined || editor.document.uri.toString() === uri.toString()) this.#draw(editor);
  }

  #draw(editor: vscode.TextEditor): void {
    const shown = vscode.workspace.getConfiguration('sundowner').get<boolean>('verdictsInSource', true);
    const { document } = editor;
    const points = shown ? this.#verdicts.of(document.uri).points : [];
    for (const [key, type] of this.#icons) {
      const mine = points.filter((mark) => keyOf(mark.point.state, mark.stale) === key);
      // A whole range would repeat the icon on each line that the editor wraps it to.
      editor.setDecorations(
        type,
        mine.map(({ range: { start } }) => toRange({ start, end: start })),
      );
    }
    const sharing = sharingLine(points);
    const spoken = points.filter(
      (mark) =>
        // The bubbles of points that share a line share its end, and take no point's place.
        sharing.has(mark) ||
        !this.#bubbles.has(document.uri, mark.caseId, mark.verdict.batch.dir, mark.point.id),
    );
    editor.setDecorations(
      this.#words,
      spoken.map((mark) => wordsAt(mark, sharing.has(mark), document)),
    );
  }
}

const keyOf = (state: PointState, stale: boolean): string => `${state}${stale ? '-stale' : ''}`;

function iconType(state: PointState, stale: boolean, extension: vscode.Uri): vscode.TextEditorDecorationType {
  const icon = (theme: string): { gutterIconPath: vscode.Uri } => ({
    gutterIconPath: vscode.Uri.joinPath(
      extension,
      'resources/verdict',
      `${keyOf(state, stale)}-${theme}.svg`,
    ),
  });
  const ruler = stale ? null : rulerColor(state);
  return vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    light: icon('light'),
    dark: icon('dark'),
    gutterIconSize: '80%',
    ...(ruler === null
      ? {}
      : { overviewRulerColor: ruler, overviewRulerLane: vscode.OverviewRulerLane.Right }),
  });
}

function wordsAt(mark: PointMark, shares: boolean, document: vscode.TextDocument): vscode.DecorationOptions {
  const { end } = mark.range;
  const place = shares
    ? toRange(mark.range).end
    : document.lineAt(Math.min(end.line, document.lineCount - 1)).range.end;
  return {
    range: new vscode.Range(place, place),
    renderOptions: {
      after: {
        contentText: plainLine(wordsOf(mark)),
        margin: '0 0 0 1.5em',
        color: color(mark.stale ? 'editorCodeLens.foreground' : 'editor.foreground'),
        fontStyle: 'normal',
        fontWeight: 'normal',
      },
    },
  };
}

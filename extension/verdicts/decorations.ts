import * as vscode from 'vscode';
import { pointState, type PointState } from '../../schemas/review.ts';
import { symbolOf, type PointMark } from './marks.ts';
import type { FileVerdicts } from './store.ts';

const color = (id: string): vscode.ThemeColor => new vscode.ThemeColor(id);

/** Only a verdict has a colour; yellow and green are never the colour of words. */
function symbolColor(state: PointState): vscode.ThemeColor {
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
      return color('descriptionForeground');
  }
}

/** Draws each checkpoint's verdict into the source: an icon in the gutter, the word behind the line. */
export class VerdictDecorations implements vscode.Disposable {
  readonly #verdicts: FileVerdicts;
  readonly #types = new Map<string, vscode.TextEditorDecorationType>();
  readonly #toDispose: vscode.Disposable[];

  constructor(verdicts: FileVerdicts, extension: vscode.Uri) {
    this.#verdicts = verdicts;
    for (const state of pointState.options)
      for (const stale of [false, true])
        this.#types.set(keyOf(state, stale), typeOf(state, stale, extension));
    this.#toDispose = [
      verdicts.onDidChange((uri) => this.#drawAll(uri)),
      vscode.window.onDidChangeVisibleTextEditors(() => this.#drawAll()),
    ];
    this.#drawAll();
  }

  dispose(): void {
    for (const one of [...this.#toDispose, ...this.#types.values()]) one.dispose();
  }

  #drawAll(uri?: vscode.Uri): void {
    for (const editor of vscode.window.visibleTextEditors)
      if (uri === undefined || editor.document.uri.toString() === uri.toString()) this.#draw(editor);
  }

  #draw(editor: vscode.TextEditor): void {
    const shown = vscode.workspace.getConfiguration('sundowner').get<boolean>('verdictsInSource', true);
    const { points } = this.#verdicts.of(editor.document.uri);
    for (const [key, type] of this.#types) {
      const mine = shown ? points.filter((mark) => keyOf(mark.point.state, mark.stale) === key) : [];
      editor.setDecorations(
        type,
        mine.map((mark) => optionsOf(mark, editor.document)),
      );
    }
  }
}

const keyOf = (state: PointState, stale: boolean): string => `${state}${stale ? '-stale' : ''}`;

function typeOf(state: PointState, stale: boolean, extension: vscode.Uri): vscode.TextEditorDecorationType {
  const icon = (theme: string): { gutterIconPath: vscode.Uri } => ({
    gutterIconPath: vscode.Uri.joinPath(
      extension,
      'resources/verdict',
      `${keyOf(state, stale)}-${theme}.svg`,
    ),
  });
  return vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
    light: icon('light'),
    dark: icon('dark'),
    gutterIconSize: '80%',
    ...(stale || state === 'not-triggered' || state === 'none'
      ? {}
      : { overviewRulerColor: symbolColor(state), overviewRulerLane: vscode.OverviewRulerLane.Right }),
  });
}

function optionsOf(mark: PointMark, document: vscode.TextDocument): vscode.DecorationOptions {
  const { start, end } = mark.range;
  const range = new vscode.Range(start.line, start.character, end.line, end.character);
  // In YAML a point is a line of its own; in JSON several stand in one string, and the verdict follows its own range.
  const place = document.languageId === 'json' ? range.end : document.lineAt(range.end.line).range.end;
  return {
    range: new vscode.Range(range.start, place),
    renderOptions: {
      after: {
        contentText: wordsOf(mark),
        margin: '0 0 0 1.5em',
        color: mark.stale ? color('editorCodeLens.foreground') : color('editor.foreground'),
        fontStyle: 'normal',
        fontWeight: 'normal',
      },
      ...(mark.stale ? {} : { before: { contentText: '' } }),
    },
  };
}

/** The words behind a checkpoint. */
export function wordsOf(mark: PointMark): string {
  const { point, verdict } = mark;
  const said = `${symbolOf(point.state)} ${point.label}`;
  const second =
    point.second === undefined
      ? ''
      : ` · ${vscode.l10n.t('the second judge says otherwise: {0}', point.second)}`;
  if (!mark.stale) return `${said}${second}`;
  return mark.changed
    ? `${said} · ${vscode.l10n.t('this point has changed since; the verdict belongs to {0}', verdict.batch.evalset)}`
    : `${said} · ${vscode.l10n.t('the case has changed since; the verdict belongs to {0}', verdict.batch.evalset)}`;
}

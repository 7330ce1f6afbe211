import * as vscode from 'vscode';
import { pointState, type PointState } from '../../schemas/review.ts';
import type { Bubbles } from '../testing/bubbles.ts';
import { symbolOf, type PointMark } from './marks.ts';
import type { FileVerdicts } from './store.ts';

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
        mine.map(
          ({ range: { start } }) =>
            new vscode.Range(start.line, start.character, start.line, start.character),
        ),
      );
    }
    const spoken = points.filter(
      ({ caseId, verdict, point }) =>
        // In JSON the bubbles of all points share the end of one long line, and take no point's place.
        isOneLine(document) || !this.#bubbles.has(document.uri, caseId, verdict.batch.dir, point.id),
    );
    editor.setDecorations(
      this.#words,
      spoken.map((mark) => wordsAt(mark, document)),
    );
  }
}

/** Whether all points of a case stand in one line. */
const isOneLine = ({ languageId }: vscode.TextDocument): boolean =>
  languageId === 'json' || languageId === 'jsonc';

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

function wordsAt(mark: PointMark, document: vscode.TextDocument): vscode.DecorationOptions {
  const { end } = mark.range;
  // In YAML a point is a line of its own; in JSON several stand in one string, and the verdict follows its own range.
  const place = isOneLine(document)
    ? new vscode.Position(end.line, end.character)
    : document.lineAt(Math.min(end.line, document.lineCount - 1)).range.end;
  return {
    range: new vscode.Range(place, place),
    renderOptions: {
      after: {
        contentText: wordsOf(mark),
        margin: '0 0 0 1.5em',
        color: color(mark.stale ? 'editorCodeLens.foreground' : 'editor.foreground'),
        fontStyle: 'normal',
        fontWeight: 'normal',
      },
    },
  };
}

/** The words behind a checkpoint. */
export function wordsOf(mark: PointMark): string {
  const { point, verdict } = mark;
  const second =
    point.second === undefined
      ? ''
      : ` · ${vscode.l10n.t('the second judge says otherwise: {0}', point.second)}`;
  const said = `${symbolOf(point.state)} ${point.label}`;
  if (!mark.stale) return `${said}${second}`;
  const version = shortVersion(verdict.batch.evalset);
  return mark.changed
    ? `${said} · ${vscode.l10n.t('of {0}; this point was edited', version)}`
    : `${said} · ${vscode.l10n.t('of {0}; the case was edited', version)}`;
}

/** `V1.0 (1a2b3c4d5e6f)` of a whole name; lines are short. */
function shortVersion(evalset: string): string {
  return /\S+ \([0-9a-f]+\)$/.exec(evalset)?.[0] ?? evalset;
}

import * as vscode from 'vscode';
import { symbolOf, type PointMark } from './marks.ts';
import { secondWord } from './second.ts';

/** The words behind a checkpoint. */
export function wordsOf(mark: PointMark): string {
  const { point, verdict } = mark;
  const second = secondWord(point);
  const other =
    second === null ? '' : ` · ${vscode.l10n.t('the second judge says otherwise: {0}', inWords(second))}`;
  const said = `${symbolOf(point.state)} ${point.label}`;
  if (!mark.stale) return `${said}${other}`;
  const version = shortVersion(verdict.batch.evalset);
  return mark.changed
    ? `${said} · ${vscode.l10n.t('of {0}; this point was edited', version)}`
    : `${said} · ${vscode.l10n.t('of {0}; the case was edited', version)}`;
}

function inWords(word: NonNullable<ReturnType<typeof secondWord>>): string {
  switch (word) {
    case 'met':
      return vscode.l10n.t('met');
    case 'unmet':
      return vscode.l10n.t('unmet');
    case 'triggered':
      return vscode.l10n.t('triggered');
    case 'not-triggered':
      return vscode.l10n.t('not triggered');
    case 'cannot':
      return vscode.l10n.t('cannot judge');
    case 'none':
      return vscode.l10n.t('no verdict');
  }
}

/** `V1.0 (1a2b3c4d5e6f)` of a whole name; lines are short. */
function shortVersion(evalset: string): string {
  return /\S+ \([0-9a-f]+\)$/.exec(evalset)?.[0] ?? evalset;
}

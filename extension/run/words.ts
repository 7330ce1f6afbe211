import path from 'node:path';
import * as vscode from 'vscode';
import type { ProgressLine, ProgressOf, RunPhase } from '../../schemas/progress.ts';
import type { RunEnd } from './process.ts';

function phaseName(phase: RunPhase): string {
  switch (phase) {
    case 'compile':
      return vscode.l10n.t('Compiling');
    case 'world':
      return vscode.l10n.t('Building the world');
    case 'cast':
      return vscode.l10n.t('Admitting the agent');
    case 'eval':
      return vscode.l10n.t('Playing cases');
    case 'judge':
      return vscode.l10n.t('Judging');
    case 'score':
      return vscode.l10n.t('Scoring');
    case 'report':
      return vscode.l10n.t('Writing reports');
  }
}

function caseNote(line: ProgressOf<'case'>): string {
  switch (line.state) {
    case 'started':
      return vscode.l10n.t('begins');
    case 'sent':
      return line.turn === undefined
        ? vscode.l10n.t('a line was sent')
        : vscode.l10n.t('turn {0} was sent', line.turn);
    case 'waiting': {
      const agent = line.agent ?? vscode.l10n.t('the agent');
      if (line.wait === 'quiet') return vscode.l10n.t('waiting until {0} has finished', agent);
      return line.turn === undefined
        ? vscode.l10n.t('waiting for {0}', agent)
        : vscode.l10n.t('waiting for {0}, turn {1}', agent, line.turn);
    }
    case 'done':
      return vscode.l10n.t('played, {0} of {1}', line.done, line.total);
  }
}

/** A line of progress for a person; null for lines that say nothing to one. */
export function progressText(line: ProgressLine): string | null {
  switch (line.event) {
    case 'batch':
      return vscode.l10n.t('Batch {0}', path.basename(line.dir));
    case 'phase':
      return line.total === 0 ? phaseName(line.phase) : `${phaseName(line.phase)} ${line.done}/${line.total}`;
    case 'case':
      return `${line.case_id}: ${caseNote(line)}`;
    case 'verdict':
      return `${line.case_id}: ${line.status}  ${line.text}`;
    case 'refused':
      return vscode.l10n.t('Refused: {0} problems stand in the way. Nothing was run.', line.findings.length);
    case 'note':
    case 'error':
      return line.message;
    case 'end':
      return null;
  }
}

/** Why a run did not come to its end, in one sentence; null when it did. */
export function whyNot(end: RunEnd): string | null {
  const first = end.refused[0];
  if (first !== undefined)
    return vscode.l10n.t(
      'Something stands in the way, so nothing was run. {0}:{1}: {2}',
      first.file,
      first.range.start.line + 1,
      first.message,
    );
  const error = end.errors.find((one) => one.code !== 'threshold');
  if (error !== undefined) return error.message;
  if (end.exit === 0 || end.exit === 1 || end.stopped || end.exit === 130) return null;
  const last = end.last.at(-1);
  return vscode.l10n.t(
    'The process that runs the batch ended without a word ({0}). {1}',
    end.exit === null ? vscode.l10n.t('by a signal') : `exit ${end.exit}`,
    last ?? vscode.l10n.t('See the log; the batch can be resumed.'),
  );
}

/** Whether a line is worth a line of its own in a terminal: each count of a phase is not, its end is. */
export function isMilestone(line: ProgressLine): boolean {
  return line.event !== 'phase' || line.done === line.total;
}

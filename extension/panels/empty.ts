import * as vscode from 'vscode';
import type { CaseReview } from '../../schemas/review.ts';
import type { CaseRef } from '../evalsets/evalsets.ts';

/** The review of a case that no batch has. */
export function emptyReview(caseId: string, source: CaseRef | null): CaseReview {
  const evalset = source === null ? '' : `${source.evalset.name} ${source.evalset.version}`.trim();
  return {
    batch: { dir: '', name: '', readonly: false, evalset, day0: '', agent: '', mode: '', created_at: '' },
    case_id: caseId,
    title: source?.card.title ?? '',
    storyline: source?.card.storyline ?? '',
    group: source?.card.group ?? '',
    group_name: source?.card.groupName ?? '',
    state: 'empty',
    sentence: [vscode.l10n.t('{0} has no verdict yet', caseId)],
    sum: '',
    score: null,
    required_met: 0,
    required_total: 0,
    judges: [],
    judged_at: null,
    attempt: 0,
    points: [],
    flags: [],
    labels: { rev: 0, damaged: false },
    counts: { thread: 0, tables: 0, documents: 0, events: 0 },
    history: [],
    human: 0,
    problems: [],
    revision: `empty ${caseId}`,
  };
}

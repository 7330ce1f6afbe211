import type { JudgeFilled, JudgeTemplate, Label, LabelsFile } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import { acceptDecisions } from '../judge/index.ts';
import { currentLabels } from './change.ts';

type Decision = JudgeFilled['decisions'][number];

/** A label that decides its point in the judge's place, as machine-verified evidence carries it. */
export interface AdoptedLabel {
  readonly label: Label;
  readonly decision: Decision;
}

/** A label that cannot decide, and why. */
export interface LeftLabel {
  readonly label: Label;
  readonly why: string;
}

/** The newest of a person's labels on each point. Where people differ the last word stands. */
function newestByPoint(labels: readonly Label[]): Label[] {
  const newest = new Map<string, Label>();
  for (const label of labels) {
    if (label.by.kind !== 'person') continue;
    const before = newest.get(label.point);
    if (before === undefined || before.at <= label.at) newest.set(label.point, label);
  }
  return [...newest.values()];
}

/** The labels on which the score rests. */
export function adoptedLabels({ labels }: LabelsFile): Label[] {
  return newestByPoint(labels.filter((label) => label.adopted !== undefined));
}

/** The labels that a re-score would adopt. */
export function labelsToAdopt(file: LabelsFile): Label[] {
  return newestByPoint(currentLabels(file));
}

/**
 * What labels decide: each goes through the gate that a judge's words go through ({@link acceptDecisions}). *Met* and
 * *triggered* need a verified pointer, *unmet* and *not triggered* one or the whole scope; a label that has neither
 * decides nothing, and the judge's word stands. *Cannot* leaves the point open, with the person's cause.
 */
export function decideByLabels(
  labels: readonly Label[],
  template: JudgeTemplate,
  evidence: CaseEvidence,
): { readonly adopted: readonly AdoptedLabel[]; readonly left: readonly LeftLabel[] } {
  const filled: JudgeFilled = {
    judge: { mode: 'manual', model: 'labels', judged_at: null },
    decisions: labels.map(decisionOf),
  };
  const accepted = acceptDecisions(filled, template, evidence, 'person');
  const adopted: AdoptedLabel[] = [];
  const left: LeftLabel[] = [];
  for (const label of labels) {
    const decision = accepted.decisions.find((one) => one.id === label.point);
    const point = template.decisions.find((one) => one.id === label.point);
    const wanted = label.word === 'cannot' ? null : label.word;
    if (decision === undefined || point === undefined)
      left.push({ label, why: `no such point in ${template.case_id}` });
    else if (evidence.noAgentReply !== null && point.kind === 'required') {
      // Whatever a person says, an agent that wrote nothing has met nothing.
      if (wanted !== 'unmet') left.push({ label, why: evidence.noAgentReply.reason });
    } else if (decision.met === wanted) adopted.push({ label, decision });
    else left.push({ label, why: decision.cannot_judge ?? 'not carried by evidence' });
  }
  return { adopted, left };
}

function decisionOf({ point, word, reason, evidence, scope_read: read, by }: Label): Decision {
  return {
    id: point,
    met: word === 'cannot' ? null : word,
    reason,
    evidence,
    ...(read === undefined ? {} : { scope_read: read }),
    ...(word === 'cannot'
      ? { cannot_judge: reason === '' ? `${by.id} could not judge it` : `${by.id}: ${reason}` }
      : {}),
  };
}

/** The file after a re-score: what carries its word is adopted, what was withdrawn is gone. */
export function withAdopted(file: LabelsFile, adopted: readonly AdoptedLabel[], at: string): LabelsFile {
  const chosen = new Set(adopted.map(({ label }) => JSON.stringify(label)));
  const labels = currentLabels(file).map((label): Label => {
    const adopts = chosen.has(JSON.stringify(label));
    if (adopts) return { ...label, adopted: label.adopted ?? at };
    const { adopted: _, ...bare } = label;
    return bare;
  });
  return JSON.stringify(labels) === JSON.stringify(file.labels) ? file : { ...file, labels };
}

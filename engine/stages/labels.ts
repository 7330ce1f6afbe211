import type { JudgeTemplate, Label, LabelsFile, Verdict } from '../../schemas/index.ts';
import type { CaseEvidence } from '../evidence/model.ts';
import {
  adoptedLabels,
  changeLabels,
  decideByLabels,
  labelsToAdopt,
  readLabels,
  withAdopted,
  type AdoptedLabel,
} from '../labels/index.ts';
import type { ByPersons, ScoreInput } from '../score/index.ts';
import type { OpenBatch } from './batch.ts';

type FromLabels = Pick<ScoreInput, 'persons' | 'flag'>;

/**
 * What people said of a case, for its scoring: the labels that were adopted, or, with `adoptAt`, those that are
 * adopted now. What cannot be used is told in `problems`; the judge's word then stands.
 */
export async function labelsOfCase(
  batch: OpenBatch,
  template: JudgeTemplate,
  evidence: CaseEvidence,
  adoptAt: Date | undefined,
  problems: string[],
): Promise<FromLabels> {
  const { paths } = batch;
  const { case_id: caseId } = template;
  const place = paths.abs(paths.labels(caseId));
  const found = await readLabels(paths, caseId);
  if (!found.ok) {
    problems.push(`${found.why}; the case is scored without its labels`);
    return {};
  }
  const decide = (labels: readonly Label[]): readonly AdoptedLabel[] => {
    const { adopted, left } = decideByLabels(labels, template, evidence);
    problems.push(
      ...left.map(
        ({ label, why }) =>
          `${place}: ${label.point}: the label “${label.word}” of ${label.by.id} is not used (${why}); select the words that carry it in Case review, or clear it`,
      ),
    );
    return adopted;
  };
  if (adoptAt === undefined) return given(found.file, decide(adoptedLabels(found.file)));
  const at = adoptAt.toISOString();
  let adopted: readonly AdoptedLabel[] = [];
  // Labels that come while this is worked out are of the file that is changed, so they are decided on there.
  const written = await changeLabels(paths, caseId, (file) => {
    adopted = decide(labelsToAdopt(file));
    return withAdopted(file, adopted, at);
  });
  if (written.how === 'damaged') {
    problems.push(written.why);
    return {};
  }
  return given(written.file, adopted);
}

function given(file: LabelsFile, adopted: readonly AdoptedLabel[]): FromLabels {
  const persons: ByPersons = new Map(
    adopted.map(({ label, decision }) => [label.point, { by: label.by, decision }]),
  );
  const flag = file.flags.filter(({ by }) => by.kind === 'person').at(-1);
  const review: Verdict['human_review'] =
    flag === undefined
      ? undefined
      : {
          dimension: flag.dimension,
          reason: flag.points.length === 0 ? flag.reason : `${flag.points.join(', ')}: ${flag.reason}`,
          flagged_by: flag.by.id,
          flagged_at: flag.at,
        };
  return { persons, ...(review === undefined ? {} : { flag: review }) };
}

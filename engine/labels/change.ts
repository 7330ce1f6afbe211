import type { Label, LabelFlag, Labeller, LabelsFile } from '../../schemas/index.ts';

const same = (a: Labeller, b: Labeller): boolean => a.kind === b.kind && a.id === b.id;

/** Labels that their givers stand by. */
export function currentLabels({ labels }: LabelsFile): Label[] {
  return labels.filter((label) => label.withdrawn === undefined);
}

/** A giver's earlier words on a point: gone, or withdrawn where a score rests on one until the next re-score. */
function withdrawn(labels: readonly Label[], point: string, by: Labeller, at: string): Label[] {
  return labels.flatMap((label) => {
    if (label.point !== point || !same(label.by, by) || label.withdrawn !== undefined) return [label];
    return label.adopted === undefined ? [] : [{ ...label, withdrawn: at }];
  });
}

/** One giver has one word on a point: a new one takes the place of the one before. */
export function withLabel(file: LabelsFile, label: Label): LabelsFile {
  return { ...file, labels: [...withdrawn(file.labels, label.point, label.by, label.at), label] };
}

export function withoutLabel(file: LabelsFile, point: string, by: Labeller, at: string): LabelsFile {
  return { ...file, labels: withdrawn(file.labels, point, by, at) };
}

/** One giver has one flag of each dimension on a case. */
export function withFlag(file: LabelsFile, flag: LabelFlag): LabelsFile {
  return {
    ...withoutFlag(file, flag.dimension, flag.by),
    flags: [...others(file, flag.dimension, flag.by), flag],
  };
}

export function withoutFlag(file: LabelsFile, dimension: LabelFlag['dimension'], by: Labeller): LabelsFile {
  return { ...file, flags: others(file, dimension, by) };
}

function others(file: LabelsFile, dimension: LabelFlag['dimension'], by: Labeller): LabelFlag[] {
  return file.flags.filter((flag) => flag.dimension !== dimension || !same(flag.by, by));
}

export {
  adoptedLabels,
  decideByLabels,
  labelsToAdopt,
  withAdopted,
  type AdoptedLabel,
  type LeftLabel,
} from './adopt.ts';
export { currentLabels, withFlag, withLabel, withoutFlag, withoutLabel } from './change.ts';
export { changeLabels, noLabels, readLabels, type ReadLabels, type WrittenLabels } from './file.ts';

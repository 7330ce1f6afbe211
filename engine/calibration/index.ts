export {
  calibrate,
  type CalibrationReport,
  type BetweenJudges,
  type JudgeCalibration,
  type Rate,
} from './calibrate.ts';
export type { Gate } from './gate.ts';
export { labelsFrom, type GivenLabel } from './labels-from.ts';
export {
  keyOf,
  nameOfJudge,
  typeOf,
  type JudgedPoint,
  type JudgeVersion,
  type LabelledPoint,
  type PointType,
} from './model.ts';
export { samplingPlan, type SampledPoint, type SamplingPlan } from './sample.ts';

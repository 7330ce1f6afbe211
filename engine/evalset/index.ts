export { check, checkEvalset, inspectEvalset, inspectFile, type InspectedEvalset } from './check.ts';
export { codePoint, nameOf } from './characters.ts';
export * from './checkpoints.ts';
export { CODES, type CodeInfo } from './codes/index.ts';
export type { PointKind } from './checkpoint-tags.ts';
export { impliedCondition } from './conditions.ts';
export { dependenciesOf } from './dependencies.ts';
export * from './disk-files.ts';
export { FileCache } from './file-cache.ts';
export { findingAt, messageIn, sortFindings, type Place } from './finding.ts';
export * from './hash.ts';
export { evalsetMark } from './layout.ts';
export { loadEvalset } from './load.ts';
export type { LoadedFile } from './load-file.ts';
export { severitiesOf, withSeverities } from './severities.ts';
export { nearest } from './did-you-mean.ts';
export type { FileUnit } from './file-unit.ts';
export { keyMarksOf, keysOf, type KeyMark } from './key-marks.ts';
export { Kept, KeptBy, Stable } from './kept.ts';
export { marksOf, planOfKind, plansAt, type Mark, type Plan, type Register } from './marks.ts';
export * from './model.ts';
export * from './overlay-files.ts';
export { changeOf } from './pin/change.ts';
export { pathIn, pathOf } from './pointer.ts';
export { planPin, planPinOf, type PinPlan } from './pin/pin-evalset.ts';
export * from './placeholders.ts';
export { offsetMap } from './offset-map.ts';
export { nodeAt, type NodeAt } from './node-at.ts';
export { allCardsIn, cardsIn } from './rules/cards-in.ts';
export { once } from './once.ts';
export { readSource, type SourceDocument } from './source.ts';
export { Text } from './blocks/text.ts';
export { BUILT_IN_JUDGES } from './judge-names.ts';
export { isFileName, PIN_NAME } from './names.ts';
export { ASKER } from './registers.ts';
export { OwnModel } from './extensions/own-model.ts';
export {
  membersAt,
  schemasAt,
  type Member as OwnMember,
  type Schema as OwnSchema,
} from './extensions/walk.ts';
export { KINDS_OF_WORD, SCHEMA_WORDS } from './extensions/load-extensions.ts';
export { valueAt } from './shape-issues.ts';
export { find, placed, rangeFrom, type ScalarNode, type TreeNode } from './tree.ts';
export { tell, toldIn, type Sentences, type Told } from './told.ts';
export { isSimplifiedChinese, sentencesOf } from './words/index.ts';
export type { Unit } from './blocks/units.ts';
export * from './weekdays.ts';

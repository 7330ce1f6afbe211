import { pointerOf } from '../evalset/pointer.ts';
import type { ValuePath } from '../evalset/model.ts';
import { said, type Told } from '../evalset/told.ts';
import type { CompileError } from './model.ts';
import type { CasePlace } from './pipeline.ts';

/** An error at a place inside a model that was read from a file. */
export function errorAt(place: CasePlace, path: ValuePath, told: Told): CompileError {
  return { file: place.file.path, pointer: pointerOf([...place.at, ...path]), ...said(told) };
}

/** An error in the options of a compile. */
export function optionError(path: ValuePath, told: Told): CompileError {
  return { pointer: pointerOf(['options', ...path]), ...said(told) };
}

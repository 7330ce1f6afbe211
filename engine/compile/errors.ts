import { pointerOf } from '../evalset/finding.ts';
import type { Located, ValuePath } from '../evalset/model.ts';
import type { CompileError } from './model.ts';

/** An error at a place inside a model that was read from a file. */
export function errorAt(located: Located<unknown>, path: ValuePath, message: string): CompileError {
  return { file: located.file.path, pointer: pointerOf([...located.at, ...path]), message };
}

/** An error in the options of a compile. */
export function optionError(path: ValuePath, message: string): CompileError {
  return { pointer: pointerOf(['options', ...path]), message };
}

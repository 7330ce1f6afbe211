import { expect, it } from 'vitest';
import { correctCards } from './correct.ts';
import { parseDate } from './dates.ts';
import { emitScript } from './emit-cases.ts';
import { scriptFiles } from './emit.ts';
import { compileOk, evalsetOf } from './fixture.ts';
import { mapEvalset } from './map-evalset.ts';
import { renderEvalset } from './render-evalset.ts';
import { wholeEvalset } from './whole.fixture.ts';

/** What is left of a value that was written to a file and read again. */
function throughFile<T>(value: T | null): T {
  if (value === null) throw new Error('the step gave nothing');
  const read = JSON.parse(JSON.stringify(value)) as T;
  expect(read).toEqual(value);
  return read;
}

it('every step can be run by itself on the file that the one before left', () => {
  const evalset = evalsetOf(wholeEvalset('on {{D+2}}（周三）'));
  const mapped = throughFile(mapEvalset(evalset, undefined).mapped);
  const day0 = parseDate('2026-09-06')!;
  const forms = evalset.file?.value.date_forms;
  const rendered = throughFile(renderEvalset(mapped, evalset.world, day0, forms, undefined).rendered);
  const corrected = throughFile(correctCards(mapped, evalset.corrections).corrected);
  const { parts, errors } = emitScript(mapped, rendered, corrected, {});
  expect(errors).toEqual([]);
  expect([...scriptFiles(parts)]).toEqual([...compileOk(evalset).files]);
});

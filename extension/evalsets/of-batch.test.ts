import { expect, it } from 'vitest';
import { evalsetOf } from './of-batch.ts';

const HARBOR = { name: 'Harbor', version: 'V1' };
const TIDE = { name: 'Harbor Tide', version: 'V3' };

it.each([
  ['Harbor Tide V3', [HARBOR, TIDE], TIDE],
  ['Harbor Tide V2', [HARBOR, TIDE], TIDE],
  ['Harbor V2', [HARBOR, TIDE], HARBOR],
  ['Harbor', [TIDE, HARBOR], HARBOR],
  ['Harbor Tide V3', [TIDE, { name: 'Harbor', version: 'Tide V3 b' }], TIDE],
  ['Harbors V1', [HARBOR], undefined],
  ['Quay V1', [HARBOR], undefined],
  ['', [HARBOR], HARBOR],
  ['', [HARBOR, TIDE], undefined],
])('%s among %j', (told, evalsets, found) => {
  expect(evalsetOf(told, evalsets)).toBe(found);
});

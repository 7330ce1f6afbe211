import assert from 'node:assert/strict';
import { describe, it } from 'mocha';

describe('a suite with a mistake', () => {
  it('passes', () => undefined);

  it('fails', () => {
    assert.equal(1, 2, 'one is not two');
  });

  it('has nothing to say');
});

import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';

describe('a suite with a mistake', () => {
  it('runs in the extension host', () => {
    assert.ok(vscode.extensions.getExtension('sundowner-tests.stub'));
  });

  it('fails', () => {
    assert.equal(1, 2, 'one is not two');
  });

  it('has nothing to say');
});

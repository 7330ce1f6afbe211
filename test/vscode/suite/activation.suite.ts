import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from './eventually.ts';

describe('activation', () => {
  it('comes by itself in a workspace that holds an evalset', async () => {
    const extension = vscode.extensions.getExtension('sundowner.sundowner');
    assert.ok(extension, 'the extension is not found');
    await eventually('the extension activates', () => extension.isActive);
  });
});

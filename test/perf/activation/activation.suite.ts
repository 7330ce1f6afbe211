import assert from 'node:assert/strict';
import { appendFileSync } from 'node:fs';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from '../../vscode/suite/eventually.ts';

describe('activation', () => {
  it('comes by itself and says how long it took', async () => {
    const extension = vscode.extensions.getExtension<{ activationMs?: unknown }>('sundowner.sundowner');
    assert.ok(extension, 'the extension is not found');
    await eventually('the extension activates', () => extension.isActive);
    const { activationMs } = extension.exports;
    assert.ok(typeof activationMs === 'number', 'the extension exports no activationMs');
    appendFileSync(process.env['SUNDOWNER_ACTIVATION_TIMES'] ?? '', `${activationMs}\n`);
  });
});

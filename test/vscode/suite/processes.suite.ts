import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { childrenThatRun } from './children.ts';
import { eventually } from './eventually.ts';
import { edit, revert, sundowner, uriOf, waitForFindings } from './workspace.ts';

/** Asks for a hover; resolves when the question has reached every provider, ours in the language client among them. */
async function hoverUnderWay(uri: vscode.Uri): Promise<{ settled: () => boolean }> {
  let settled = false;
  let reached: () => void = () => undefined;
  const reach = new Promise<void>((resolve) => (reached = resolve));
  const beside = vscode.languages.registerHoverProvider(
    { scheme: 'file' },
    {
      provideHover: () => {
        reached();
        return null;
      },
    },
  );
  try {
    const end = (): void => void (settled = true);
    vscode.commands
      .executeCommand('vscode.executeHoverProvider', uri, new vscode.Position(0, 3))
      .then(end, end);
    await reach;
    // All providers are asked at once, in order with what the window is asked next: after its answers, ours has written.
    for (let turn = 0; turn < 3; turn++)
      await vscode.commands.executeCommand('setContext', 'sundowner.test', turn);
    return { settled: () => settled };
  } finally {
    beside.dispose();
  }
}

describe('processes that die', function () {
  this.timeout(120_000);

  it('the language server, in the middle of a request: it comes back and nothing is lost', async () => {
    await sundowner();
    await vscode.window.showTextDocument(uriOf('cases/H06.case.yaml'));
    await eventually('a language server', () => childrenThatRun('server.cjs').length === 1);
    const [pid] = childrenThatRun('server.cjs');
    assert.ok(pid);
    process.kill(pid, 'SIGSTOP');
    const asked = await hoverUnderWay(uriOf('cases/H06.case.yaml'));
    assert.equal(asked.settled(), false);
    process.kill(pid, 'SIGKILL');
    await eventually('the question to the dead server is over', asked.settled);
    const document = await edit('cases/H06.case.yaml', 'exec_notes:', 'exec_note:');
    const { line } = document.positionAt(document.getText().indexOf('exec_note:'));
    await waitForFindings(document.uri, [`${line}:0-${line}:9 unknown-key`]);
    assert.notDeepEqual(childrenThatRun('server.cjs'), [pid]);
    await revert(document);
    await waitForFindings(document.uri, []);
  });

  it('the reader: it is started again with the next question', async () => {
    const api = await sundowner();
    await vscode.commands.executeCommand('sundowner.batches.focus');
    await vscode.commands.executeCommand('sundowner.refreshBatches');
    await eventually('a reader', () => api.processes().reader !== undefined);
    const pid = api.processes().reader;
    assert.ok(pid);
    process.kill(pid, 'SIGKILL');
    await eventually('the dead reader is noticed', () => api.processes().reader !== pid);
    await vscode.commands.executeCommand('sundowner.refreshBatches');
    await eventually('a new reader', () => {
      const now = api.processes().reader;
      return now !== undefined && now !== pid;
    });
  });
});

describe('the manifest', () => {
  it('declares no command that is not there, and leaves none out', async () => {
    await sundowner();
    const extension = vscode.extensions.getExtension('sundowner.sundowner');
    const { contributes } = extension?.packageJSON as { contributes: { commands: { command: string }[] } };
    const declared = contributes.commands.map(({ command }) => command).sort();
    const registered = (await vscode.commands.getCommands(true)).filter(
      // What the editor makes for a view by itself.
      (command) => command.startsWith('sundowner.') && !command.startsWith('sundowner.batches.'),
    );
    assert.deepEqual(registered.sort(), declared);
  });
});

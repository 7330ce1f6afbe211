import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'mocha';
import * as vscode from 'vscode';
import { eventually } from './eventually.ts';
import { edit, revert, rendered, sundowner, uriOf, waitForFindings } from './workspace.ts';

const CARD = 'cases/H02.case.yaml';

/** The position behind a text of a document. */
function behind(document: vscode.TextDocument, text: string): vscode.Position {
  const at = document.getText().indexOf(text);
  assert.ok(at >= 0, `${document.fileName} holds ${text}`);
  return document.positionAt(at + text.length);
}

async function opened(file: string): Promise<vscode.TextDocument> {
  const document = await vscode.workspace.openTextDocument(uriOf(file));
  await vscode.window.showTextDocument(document);
  return document;
}

describe('what the author is helped with', function () {
  this.timeout(60_000);
  const open: vscode.TextDocument[] = [];
  afterEach(async () => {
    for (const document of open.splice(0)) await revert(document);
  });

  it('completes the key of a person, with the name', async () => {
    await sundowner();
    const document = await edit(CARD, 'asker: asker', 'asker: ');
    open.push(document);
    const find = async (): Promise<vscode.CompletionItem | undefined> => {
      const list = await vscode.commands.executeCommand<vscode.CompletionList>(
        'vscode.executeCompletionItemProvider',
        document.uri,
        behind(document, 'asker: '),
      );
      return list.items.find(({ label, detail }) => label === 'shaozhi' && detail !== undefined);
    };
    // The first question may come before the server is there; the editor then proposes mere words.
    let item: vscode.CompletionItem | undefined;
    await eventually('a proposal', async () => (item = await find()) !== undefined);
    assert.equal(item?.detail, '邵知遥');
  });

  it('completes a date inside a text, with its day', async () => {
    const document = await edit(CARD, '到底哪天开航', '到底哪天 {{D+13');
    open.push(document);
    const list = await vscode.commands.executeCommand<vscode.CompletionList>(
      'vscode.executeCompletionItemProvider',
      document.uri,
      behind(document, '{{D+13'),
      '{',
    );
    const item = list.items.find(({ label }) => label === '{{D+13|MM-DD}}');
    assert.match(item?.detail ?? '', /^\d\d-\d\d \S+/);
  });

  it('shows a person’s card where they are named', async () => {
    const document = await opened(CARD);
    const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
      'vscode.executeHoverProvider',
      document.uri,
      behind(document, 'speaker: shao'),
    );
    const text = hovers
      .flatMap(({ contents }) => contents)
      .map((part) => (part instanceof vscode.MarkdownString ? part.value : ''))
      .join('\n');
    assert.match(text, /邵知遥/);
    assert.match(text, /船期经理/);
  });

  it('goes to where a group is entered', async () => {
    const document = await opened(CARD);
    const [found] = await vscode.commands.executeCommand<(vscode.Location | vscode.LocationLink)[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      behind(document, 'group_key: op'),
    );
    assert.ok(found !== undefined);
    const uri = 'targetUri' in found ? found.targetUri : found.uri;
    assert.equal(uri.path, uriOf('world/harbor.world.yaml').path);
  });

  it('renames a person in every file, the texts left as they are', async () => {
    const document = await opened(CARD);
    const change = await vscode.commands.executeCommand<vscode.WorkspaceEdit>(
      'vscode.executeDocumentRenameProvider',
      document.uri,
      behind(document, 'speaker: shao'),
      'zhiyao',
    );
    const files = change.entries().map(([uri]) => vscode.workspace.asRelativePath(uri));
    for (const file of [CARD, 'world/harbor.world.yaml', 'npc/shaozhi.npc.yaml'])
      assert.ok(files.includes(file), `${file} in ${files.join(', ')}`);
    assert.ok(await vscode.workspace.applyEdit(change));
    for (const [uri] of change.entries()) open.push(await vscode.workspace.openTextDocument(uri));
    assert.match(document.getText(), /speaker: zhiyao/);
    const sums = await Promise.all(
      ['npc/shaozhi.npc.yaml', 'world/harbor.world.yaml'].map(async (file) =>
        (await vscode.workspace.openTextDocument(uriOf(file))).getText(),
      ),
    );
    assert.match(sums[0] ?? '', /actor_key: '?zhiyao/);
    assert.match(sums[1] ?? '', /\n {2}zhiyao: \{/);
    await waitForFindings(document.uri, []);
  });

  it('shows behind a date the day that it will be', async () => {
    const document = await opened(CARD);
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      'vscode.executeInlayHintProvider',
      document.uri,
      new vscode.Range(0, 0, document.lineCount, 0),
    );
    const at = behind(document, '开航是 {{D+13}}');
    const hint = hints.find(({ position }) => position.isEqual(at));
    assert.match(typeof hint?.label === 'string' ? hint.label : '', /^\d+月\d+日 \S+$/);
  });

  it('mends a text that YAML eats, as the author meant it', async () => {
    const document = await edit(
      CARD,
      'text: |-\n      @小舵 北岬线到底哪天开航？',
      'text: 北岬线到底哪天开航？发到 #客户应答群',
    );
    open.push(document);
    await eventually('the finding', () =>
      rendered(document.uri).some((item) => item.endsWith(' eaten-prompt')),
    );
    const at = behind(document, '发到');
    const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      document.uri,
      new vscode.Range(at, at),
      vscode.CodeActionKind.QuickFix.value,
    );
    const fix = actions.find(({ isPreferred }) => isPreferred === true);
    assert.ok(fix?.edit !== undefined, actions.map(({ title }) => title).join(' | '));
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    assert.ok(document.getText().includes('    text: |-\n      北岬线到底哪天开航？发到 #客户应答群\n'));
    await waitForFindings(document.uri, []);
  });
});

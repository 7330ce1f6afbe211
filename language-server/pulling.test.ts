import { describe, expect, it, onTestFinished } from 'vitest';
import { CancellationTokenSource } from 'vscode-jsonrpc';
import {
  CodeLensRequest,
  DiagnosticRefreshRequest,
  DocumentDiagnosticRequest,
  FileChangeType,
  PublishDiagnosticsNotification,
  WorkspaceDiagnosticRequest,
  type WorkspaceDiagnosticReport,
} from 'vscode-languageserver-protocol';
import { CARD, evalsetWith, WORLD } from '../engine/evalset/testing.ts';
import { uriOf } from './project/uris.ts';
import { MODERN, shownDiagnostic, TestClient } from './testing/client.ts';
import { memoryDisk, serveInMemory } from './testing/connect.ts';
import { scene, type Scene } from './testing/scene.ts';

const CASE = '/e/a.case.yaml';
const WRONG = CARD.replace('asker: mia', 'asker: mya');

describe('a pulled document', () => {
  it('is unchanged when the client has the same already', async () => {
    const { client } = await scene(evalsetWith({ 'a.case.yaml': WRONG }));
    const ask = (previousResultId?: string) =>
      client.connection.sendRequest(DocumentDiagnosticRequest.type, {
        textDocument: { uri: uriOf(CASE) },
        ...(previousResultId === undefined ? {} : { previousResultId }),
      });
    const first = await ask();
    if (first.kind !== 'full' || first.resultId === undefined) throw new Error('no full report');
    expect(await ask(first.resultId)).toEqual({ kind: 'unchanged', resultId: first.resultId });
    await client.open(CASE, CARD);
    expect(await ask(first.resultId)).toMatchObject({ kind: 'full', items: [] });
  });

  it('is refreshed when the disk changed', async () => {
    const capabilities = {
      ...MODERN,
      workspace: { ...MODERN.workspace, diagnostics: { refreshSupport: true } },
    };
    const { client } = await scene(evalsetWith(), { capabilities });
    const refreshed = new Promise<void>((resolve) =>
      client.connection.onRequest(DiagnosticRefreshRequest.type, () => resolve()),
    );
    await client.onDisk('/e/w.world.yaml', FileChangeType.Changed);
    await refreshed;
  });
});

describe('the workspace', () => {
  const shown = ({ items }: WorkspaceDiagnosticReport) =>
    items.map((item) => `${item.uri} ${item.version} ${item.kind === 'full' ? item.items.length : '='}`);
  const pull = ({ client }: Scene, had: readonly { uri: string; value: string }[] = []) =>
    client.connection.sendRequest(WorkspaceDiagnosticRequest.type, { previousResultIds: [...had] });

  it('is answered at the first change, with what changed', async () => {
    const here = await scene(evalsetWith());
    let answered = false;
    const waiting = pull(here).finally(() => (answered = true));
    await here.client.pull(CASE);
    expect(answered).toBe(false);
    await here.client.open('/e/w.world.yaml', WORLD.replace('  ops: {', '  opz: {'));
    const report = await waiting;
    expect(shown(report)).toEqual(['file:///e/a.case.yaml null 1', 'file:///e/w.world.yaml 1 1']);

    const had = report.items.map(({ uri, resultId }) => ({ uri, value: resultId! }));
    const next = pull(here, had);
    here.disk.texts.delete(CASE);
    await here.client.onDisk(CASE, FileChangeType.Deleted);
    expect(shown(await next)).toEqual(
      expect.arrayContaining(['file:///e/a.case.yaml null 0', 'file:///e/evalset.yaml null 1']),
    );
  });

  it('goes on telling a client that takes parts, until it cancels', async () => {
    const here = await scene(evalsetWith({ 'a.case.yaml': WRONG }));
    const parts: string[][] = [];
    let next = (): void => undefined;
    const part = () => new Promise<void>((resolve) => (next = resolve));
    here.client.connection.onProgress(WorkspaceDiagnosticRequest.partialResult, 'parts', (report) => {
      parts.push(shown({ items: report.items }));
      next();
    });
    const source = new CancellationTokenSource();
    const first = part();
    const held = here.client.connection.sendRequest(
      WorkspaceDiagnosticRequest.type,
      { previousResultIds: [], partialResultToken: 'parts' },
      source.token,
    );
    await first;
    const second = part();
    await here.client.open(CASE, CARD);
    await second;
    expect(parts).toEqual([['file:///e/a.case.yaml null 1'], ['file:///e/a.case.yaml 1 0']]);
    source.cancel();
    await held;
  });
});

it('a client that does not pull is sent what changed', async () => {
  const { client } = await scene(evalsetWith(), {
    capabilities: { workspace: { didChangeWatchedFiles: {} } },
  });
  const sent: string[] = [];
  let next = (): void => undefined;
  client.connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => {
    if (uri !== uriOf(CASE)) return;
    sent.push(...diagnostics.map((item) => shownDiagnostic(CASE, item)), '.');
    next();
  });
  const wait = () => new Promise<void>((resolve) => (next = resolve));
  const first = wait();
  await client.open(CASE, WRONG);
  await first;
  const second = wait();
  await client.change(CASE, CARD);
  await second;
  expect(sent).toEqual([`${CASE}:4:8-4:11 error sundowner/dangling-actor`, '.', '.']);
});

describe('cancelling and faults', () => {
  /** A server whose disk answers only when it is let. */
  async function held() {
    const { files } = memoryDisk(new Map(Object.entries(evalsetWith())));
    let release = (): void => undefined;
    const gate = new Promise<void>((resolve) => (release = resolve));
    const {
      client: connection,
      server,
      log,
    } = serveInMemory({
      ...files,
      read: async (path) => {
        await gate;
        if (path.endsWith('.world.yaml')) throw new TypeError('bug');
        return files.read(path);
      },
    });
    onTestFinished(() => {
      connection.dispose();
      server.dispose();
    });
    const client = new TestClient(connection);
    await client.initialize(['/e']);
    return { client, release, log };
  }

  it('a cancelled request ends at once, though the disk has not answered', async () => {
    const { client, release } = await held();
    const source = new CancellationTokenSource();
    const asked = client.connection.sendRequest(
      DocumentDiagnosticRequest.type,
      { textDocument: { uri: uriOf(CASE) } },
      source.token,
    );
    const stays = client.pull(CASE);
    source.cancel();
    await expect(asked).rejects.toMatchObject({ code: -32800 });
    release();
    // Another asker of the same files is not stopped with it.
    expect(await stays).toEqual([]);
  });

  it('what is under way when the text changes is dropped, and the new text answers', async () => {
    const { client, release } = await held();
    await client.open(CASE, CARD);
    const asked = client.places(CASE);
    await client.change(CASE, CARD.replace('case_id: A1', 'case_idd: A1'));
    // Answered behind the change: so the server knows of it.
    await client.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: 'git:/e' } });
    release();
    expect((await asked).join()).toContain('unknown-key');
  });

  it('a fault in a feature is logged once and answers empty', async () => {
    const { files } = memoryDisk(new Map(Object.entries(evalsetWith())));
    const {
      client: connection,
      server,
      log,
    } = serveInMemory({ ...files, list: () => Promise.reject(new TypeError('bug')) });
    onTestFinished(() => {
      connection.dispose();
      server.dispose();
    });
    const client = new TestClient(connection);
    await client.initialize(['/e']);
    for (let i = 0; i < 3; i++) {
      expect(await client.pull(CASE)).toEqual([]);
      expect(await client.lenses(CASE)).toEqual([]);
    }
    expect(log.map((line) => line.split('\n')[0])).toEqual([
      'error: diagnostics: TypeError: bug',
      'error: lenses: TypeError: bug',
    ]);
  });
});

import { onTestFinished } from 'vitest';
import type { ClientCapabilities, Position } from 'vscode-languageserver-protocol';
import { LineIndex } from '../../engine/evalset/lines.ts';
import { unmark, type MarkedFiles } from '../../engine/evalset/testing.ts';
import { TestClient } from './client.ts';
import { memoryDisk, serveInMemory, type MemoryDisk } from './connect.ts';

/** A server over files of literals, its client, and what the marks say. */
export interface Scene {
  readonly client: TestClient;
  readonly disk: MemoryDisk;
  readonly log: readonly string[];
  /** Places of `⟦…⟧`, as `path:line:column-line:column`. */
  readonly places: readonly string[];
}

/** Starts a server; the test's end stops it. Folders: the workspace; `/e` unless told. */
export async function scene(
  files: MarkedFiles,
  { folders = ['/e'], capabilities, locale, commands }: SceneOptions = {},
): Promise<Scene> {
  const { texts, places } = unmark(files);
  const disk = memoryDisk(texts);
  const { client: connection, server, log } = serveInMemory(disk.files);
  onTestFinished(() => {
    connection.dispose();
    server.dispose();
  });
  const client = new TestClient(connection);
  await client.initialize(folders, capabilities, locale, commands);
  return { client, disk, log, places };
}

export interface SceneOptions {
  readonly folders?: readonly string[];
  readonly capabilities?: ClientCapabilities;
  readonly locale?: string;
  readonly commands?: boolean;
}

/** A text with `‸` at the cursor, as the text and the cursor's position. */
export function cursorIn(marked: string): { text: string; position: Position } {
  const text = marked.replace('‸', '');
  return { text, position: new LineIndex(text).positionAt(marked.indexOf('‸')) };
}

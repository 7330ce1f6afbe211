import {
  CodeLensRequest,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentDiagnosticRequest,
  DocumentSymbolRequest,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type ClientCapabilities,
  type CodeLens,
  type Diagnostic,
  type DocumentSymbol,
  type FileChangeType,
  type Hover,
  type InitializeResult,
  type Position,
  type SymbolInformation,
} from 'vscode-languageserver-protocol';
import type { MessageConnection } from 'vscode-jsonrpc/node';
import { placeOf } from '../../engine/evalset/testing.ts';
import { uriOf } from '../project/uris.ts';

/** A client that pulls diagnostics and tells of changes on the disk, as VS Code does. */
export const MODERN: ClientCapabilities = {
  workspace: {
    didChangeWatchedFiles: { dynamicRegistration: false },
    workspaceFolders: true,
    diagnostics: { refreshSupport: false },
  },
  textDocument: {
    diagnostic: {},
    documentSymbol: { hierarchicalDocumentSymbolSupport: true },
  },
};

/** What an editor does, in a test's words. Paths are absolute. */
export class TestClient {
  readonly connection: MessageConnection;
  readonly #versions = new Map<string, number>();

  constructor(connection: MessageConnection) {
    this.connection = connection;
  }

  async initialize(
    folders: readonly string[],
    capabilities: ClientCapabilities = MODERN,
    locale = 'en',
    commands = false,
  ): Promise<InitializeResult> {
    const result = await this.connection.sendRequest(InitializeRequest.type, {
      processId: null,
      // The protocol demands it of old.
      // oxlint-disable-next-line typescript/no-deprecated
      rootUri: null,
      capabilities,
      workspaceFolders: folders.map((folder) => ({ uri: uriOf(folder), name: folder })),
      initializationOptions: { locale, commands },
    });
    await this.connection.sendNotification(InitializedNotification.type, {});
    return result;
  }

  async open(path: string, text: string, languageId = 'evalset'): Promise<void> {
    this.#versions.set(path, 1);
    const textDocument = { uri: uriOf(path), languageId, version: 1, text };
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
  }

  /** Replaces a whole text, or a part of it. */
  async change(path: string, text: string, part?: { start: Position; end: Position }): Promise<void> {
    const version = (this.#versions.get(path) ?? 0) + 1;
    this.#versions.set(path, version);
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri: uriOf(path), version },
      contentChanges: [part === undefined ? { text } : { range: part, text }],
    });
  }

  async close(path: string): Promise<void> {
    await this.connection.sendNotification(DidCloseTextDocumentNotification.type, {
      textDocument: { uri: uriOf(path) },
    });
  }

  async onDisk(path: string, type: FileChangeType): Promise<void> {
    await this.connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: [{ uri: uriOf(path), type }],
    });
  }

  async pull(path: string): Promise<readonly Diagnostic[]> {
    const report = await this.connection.sendRequest(DocumentDiagnosticRequest.type, {
      textDocument: { uri: uriOf(path) },
    });
    return report.kind === 'full' ? report.items : [];
  }

  /** Diagnostics as `path:line:column-line:column severity code`, 1-based. */
  async places(path: string): Promise<string[]> {
    return (await this.pull(path)).map((item) => shownDiagnostic(path, item));
  }

  hover(path: string, position: Position): Promise<Hover | null> {
    return this.connection.sendRequest(HoverRequest.type, {
      textDocument: { uri: uriOf(path) },
      position,
    });
  }

  lenses(path: string): Promise<CodeLens[] | null> {
    return this.connection.sendRequest(CodeLensRequest.type, { textDocument: { uri: uriOf(path) } });
  }

  symbols(path: string): Promise<DocumentSymbol[] | SymbolInformation[] | null> {
    return this.connection.sendRequest(DocumentSymbolRequest.type, {
      textDocument: { uri: uriOf(path) },
    });
  }
}

export function shownDiagnostic(path: string, { range, severity, code, source }: Diagnostic): string {
  const word = ['', 'error', 'warning', 'info'][severity ?? 0] ?? '';
  return `${placeOf(path, range.start, range.end)} ${word} ${String(source)}/${String(code)}`;
}

import {
  DidChangeWatchedFilesNotification,
  FileChangeType,
  TextDocuments,
  TextDocumentSyncKind,
  WatchKind,
  type Connection,
  type InitializeParams,
  type ServerCapabilities,
} from 'vscode-languageserver';
import { answering, type Context } from './context.ts';
import { FEATURES } from './features/index.ts';
import type { ServerHost } from './host.ts';
import { wordsOf } from './l10n/words.ts';
import { Buffers } from './project/buffers.ts';
import { editedTexts, type EditedText } from './project/edited-text.ts';
import { Project } from './project/project.ts';
import { pathOf } from './project/uris.ts';
import { WatchedFiles } from './project/watched-files.ts';

/** Wires a language server to a connection. The caller listens on it. */
export function createServer(connection: Connection, host: ServerHost): void {
  const documents = new TextDocuments<EditedText>(editedTexts);
  const disk = new WatchedFiles(host.files);
  const project = new Project(disk, new Buffers(() => documents.all()));
  let folders: readonly string[] = [];

  const setFolders = (uris: readonly string[]) => {
    folders = uris.flatMap((uri) => pathOf(uri) ?? []);
    project.setFolders(folders);
  };

  connection.onInitialize((params) => {
    const { capabilities: client } = params;
    setFolders((params.workspaceFolders ?? []).map(({ uri }) => uri));
    const watch = client.workspace?.didChangeWatchedFiles;
    disk.watched = watch !== undefined;
    const context: Context = {
      connection,
      client,
      project,
      words: wordsOf(localeOf(params)),
      host,
      commands: optionOf(params, 'commands') === true,
      answer: answering(project, host),
    };
    const capabilities: ServerCapabilities = {
      textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: false },
      workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    };
    for (const feature of FEATURES) {
      Object.assign(capabilities, feature.capabilities?.(client));
      feature.register(context);
    }
    connection.onInitialized(() => {
      if (watch?.dynamicRegistration === true) void watchFiles(connection).catch(complain('watching files'));
      if (client.workspace?.workspaceFolders === true)
        connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
          const gone = new Set(removed.flatMap(({ uri }) => pathOf(uri) ?? []));
          const kept = folders.filter((folder) => !gone.has(folder));
          folders = [...kept, ...added.flatMap(({ uri }) => pathOf(uri) ?? [])];
          project.setFolders(folders);
        });
    });
    return { capabilities, serverInfo: { name: 'sundowner' } };
  });

  const complain = (what: string) => (error: unknown) => host.log('warn', `${what}: ${String(error)}`);
  const edited = (opensOrCloses: boolean) => (event: { document: EditedText }) => {
    const file = pathOf(event.document.uri, event.document.languageId);
    if (file !== null) project.edited(file, opensOrCloses);
  };
  documents.onDidOpen(edited(true));
  documents.onDidChangeContent(edited(false));
  documents.onDidClose(edited(true));
  connection.onDidChangeWatchedFiles(({ changes }) => {
    project.touched(
      changes.flatMap(({ uri, type }) => {
        const path = pathOf(uri);
        return path === null ? [] : [{ path, what: CHANGES[type] }];
      }),
    );
  });
  documents.listen(connection);
}

const CHANGES = {
  [FileChangeType.Created]: 'created',
  [FileChangeType.Changed]: 'changed',
  [FileChangeType.Deleted]: 'deleted',
} as const;

/** Our files by their endings, and everything that comes or goes: a folder's end is not told file by file. */
async function watchFiles(connection: Connection): Promise<void> {
  await connection.client.register(DidChangeWatchedFilesNotification.type, {
    watchers: [
      { globPattern: '**/*.{yaml,yml,json}', kind: WatchKind.Change },
      { globPattern: '**/SKILL.md', kind: WatchKind.Change },
      { globPattern: '**/*', kind: WatchKind.Create | WatchKind.Delete },
    ],
  });
}

/** The client says its language in `initializationOptions.locale`, or as the protocol has it. */
function localeOf({ initializationOptions, locale }: InitializeParams): unknown {
  return optionOf({ initializationOptions: initializationOptions as unknown }, 'locale') ?? locale;
}

function optionOf({ initializationOptions }: { initializationOptions?: unknown }, name: string): unknown {
  if (typeof initializationOptions !== 'object' || initializationOptions === null) return undefined;
  return (initializationOptions as Readonly<Record<string, unknown>>)[name];
}

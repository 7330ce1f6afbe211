import path from 'node:path';
import * as vscode from 'vscode';
import { LanguageClient, TransportKind, type LanguageClientOptions } from 'vscode-languageclient/node';
import type { Log } from './log.ts';
import { editorRuntime } from './runtime.ts';

/** Files that may be an author's. What a JSON file really is, its content tells the server. */
export const OUR_FILES: vscode.DocumentSelector & LanguageClientOptions['documentSelector'] = [
  { scheme: 'file', language: 'evalset' },
  { scheme: 'file', language: 'yaml', pattern: '**/*.{case,npc,world}.{yaml,yml}' },
  { scheme: 'file', language: 'json', pattern: '**/{evalset,npc,script}/*.json' },
  { scheme: 'file', language: 'json', pattern: '**/cases*.json' },
  { scheme: 'file', language: 'json', pattern: '**/*.{case,npc,world}.json' },
];

/** Below the workspace folder only: the folder itself may lie below one of these names. */
function isSkipped(uri: string): boolean {
  const below = vscode.workspace.asRelativePath(vscode.Uri.parse(uri), false);
  return !path.isAbsolute(below) && /(^|[\\/])(runs|node_modules|dist)[\\/]/.test(below);
}

/** The client of the language server, not started yet. */
export function makeClient(script: string, log: Log): LanguageClient {
  const { program, env } = editorRuntime();
  const run = {
    module: script,
    transport: TransportKind.ipc,
    runtime: program,
    options: { env, execArgv: [] as string[] },
  };
  return new LanguageClient(
    'sundowner',
    'Sundowner',
    { run, debug: run },
    {
      documentSelector: OUR_FILES,
      outputChannel: log.channel,
      initializationOptions: { locale: vscode.env.language },
      middleware: {
        provideCodeLenses: async (document, token, next) => {
          const lenses = await next(document, token);
          // What runs something is not offered before the person trusts the folder; what explains stays.
          return vscode.workspace.isTrusted
            ? lenses
            : lenses?.filter(({ command }) => (command?.command ?? '') === '');
        },
        workspace: {
          // A running batch writes hundreds of files that are no author's.
          didChangeWatchedFile: (event, next) => (isSkipped(event.uri) ? Promise.resolve() : next(event)),
        },
      },
      diagnosticPullOptions: { onChange: true, onSave: false, onFocus: true },
    },
  );
}

import * as vscode from 'vscode';
import { LanguageClient, TransportKind, type LanguageClientOptions } from 'vscode-languageclient/node';
import { PIN_EVALSET } from '../language-server/protocol.ts';
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

/** Whether an action starts a process of ours. */
const runs = ({ command }: vscode.Command | vscode.CodeAction): boolean =>
  (typeof command === 'string' ? command : command?.command) === PIN_EVALSET;

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
      initializationOptions: { locale: vscode.env.language, commands: true },
      middleware: {
        provideCodeLenses: async (document, token, next) => {
          const lenses = await next(document, token);
          // What runs something is not offered before the person trusts the folder; what explains stays.
          return vscode.workspace.isTrusted
            ? lenses
            : lenses?.filter(({ command }) => (command?.command ?? '') === '');
        },
        provideCodeActions: async (document, range, context, token, next) => {
          const actions = await next(document, range, context, token);
          return vscode.workspace.isTrusted ? actions : actions?.filter((action) => !runs(action));
        },
      },
      diagnosticPullOptions: { onChange: true, onSave: false, onFocus: true },
    },
  );
}

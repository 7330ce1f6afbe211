import type * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { Batches } from './batches/store.ts';
import type { Evalsets } from './evalsets/evalsets.ts';
import type { Log } from './log.ts';
import type { ReviewPanels } from './panels/panels.ts';
import type { Reader } from './reader/client.ts';
import type { Runs } from './run/runs.ts';
import type { Shipped } from './runtime.ts';
import type { BatchTasks } from './tasks/provider.ts';
import type { CaseTests } from './testing/controller.ts';
import type { FileVerdicts } from './verdicts/store.ts';

/** What works in every workspace: authoring. */
export interface App {
  readonly context: vscode.ExtensionContext;
  readonly log: Log;
  readonly shipped: Shipped;
  readonly client: LanguageClient;
  readonly evalsets: Evalsets;
}

/** What works in a trusted workspace only: whatever runs something, or reads what a run wrote. */
export interface TrustedApp extends App {
  readonly runs: Runs;
  readonly reader: Reader;
  readonly batches: Batches;
  readonly verdicts: FileVerdicts;
  readonly tests: CaseTests;
  readonly tasks: BatchTasks;
  readonly reviews: ReviewPanels;
}

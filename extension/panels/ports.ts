import type * as vscode from 'vscode';
import type { Batches } from '../batches/store.ts';
import type { Evalsets } from '../evalsets/evalsets.ts';
import type { Reviewer } from '../labels/reviewer.ts';
import type { Log } from '../log.ts';
import type { Reader } from '../reader/client.ts';
import type { Runs } from '../run/runs.ts';
import type { FileVerdicts } from '../verdicts/store.ts';

/** What a review needs of the extension. */
export interface ReviewPorts {
  readonly extension: vscode.Uri;
  readonly reader: Reader;
  readonly batches: Batches;
  readonly evalsets: Evalsets;
  readonly runs: Runs;
  readonly verdicts: FileVerdicts;
  readonly reviewer: Reviewer;
  readonly log: Log;
}

import path from 'node:path';
import * as vscode from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import {
  casesOfFile,
  evalsets,
  evalsetsChanged,
  type CaseOutline,
  type CasesInFile,
  type EvalsetOutline,
} from '../../language-server/protocol.ts';
import { evalsetOf } from './of-batch.ts';
import { sentenceOfError, type Log } from '../log.ts';

/** A case and the evalset that holds it. */
export interface CaseRef {
  readonly evalset: EvalsetOutline;
  readonly card: CaseOutline;
}

/** The evalsets of the workspace, as the language server reads them; asked again when the server says that they changed. */
export class Evalsets implements vscode.Disposable {
  readonly #client: LanguageClient;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #toDispose: vscode.Disposable[] = [];
  #all: Promise<readonly EvalsetOutline[]> | null = null;
  #known: readonly EvalsetOutline[] = [];
  readonly onDidChange = this.#changed.event;

  constructor(client: LanguageClient, log: Log) {
    this.#client = client;
    this.#log = log;
    this.#toDispose.push(client.onNotification(evalsetsChanged, () => this.forget()));
  }

  /** What was read last, without asking. */
  get known(): readonly EvalsetOutline[] {
    return this.#known;
  }

  forget(): void {
    this.#all = null;
    this.#changed.fire();
  }

  all(): Promise<readonly EvalsetOutline[]> {
    return (this.#all ??= this.#ask());
  }

  async find(root: string, caseId: string): Promise<CaseRef | null> {
    const found = caseOf(await this.all(), root, caseId);
    if (found !== null) return found;
    // An id that was typed just now: the server knows it before it tells of it.
    this.#all = null;
    return caseOf(await this.all(), root, caseId);
  }

  /**
   * Where a case of a batch is written. Evalsets may use the same ids, so it is looked for in the batch's own (`name
   * version`, as the batch tells it); a batch that does not tell gives the case when only one evalset has it.
   */
  async source(caseId: string, evalsetOfBatch: string): Promise<CaseRef | null> {
    const holding = (await this.all()).flatMap((evalset) =>
      evalset.cases.filter((card) => card.id === caseId).map((card) => ({ evalset, card })),
    );
    const evalset = evalsetOf(
      evalsetOfBatch,
      holding.map((one) => one.evalset),
    );
    return holding.find((one) => one.evalset === evalset) ?? null;
  }

  /** The cases of an open file with the ranges of its present text; null when the server cannot tell. */
  async ofFile(uri: vscode.Uri, token?: vscode.CancellationToken): Promise<CasesInFile | null> {
    try {
      return await this.#client.sendRequest(casesOfFile, { uri: uri.toString() }, token);
    } catch (error) {
      if (token?.isCancellationRequested !== true)
        this.#log.warn(`cases of ${uri.fsPath}: ${sentenceOfError(error)}`);
      return null;
    }
  }

  dispose(): void {
    for (const one of this.#toDispose) one.dispose();
    this.#changed.dispose();
  }

  async #ask(): Promise<readonly EvalsetOutline[]> {
    try {
      this.#known = await this.#client.sendRequest(evalsets);
      return this.#known;
    } catch (error) {
      this.#log.warn(`evalsets: ${sentenceOfError(error)}`);
      // A server that was just killed comes back; until then what was known stands.
      this.#all = null;
      return this.#known;
    }
  }
}

function caseOf(all: readonly EvalsetOutline[], root: string, caseId: string): CaseRef | null {
  const evalset = all.find((one) => path.relative(one.root, root) === '');
  const card = evalset?.cases.find((one) => one.id === caseId);
  return evalset === undefined || card === undefined ? null : { evalset, card };
}

/** Folder in which the command runs for an evalset: its workspace folder, so that batches lie in `<folder>/runs`. */
export function workingFolder(root: string): string {
  return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(root))?.uri.fsPath ?? path.dirname(root);
}

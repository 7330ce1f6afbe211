import path from 'node:path';
import * as vscode from 'vscode';
import type { ProgressOf } from '../../schemas/progress.ts';
import type { EvalsetOutline, CaseOutline } from '../../language-server/protocol.ts';
import type { Batches } from '../batches/store.ts';
import { workingFolder, type Evalsets } from '../evalsets/evalsets.ts';
import { sentenceOfError } from '../log.ts';
import { iconLine, plainText, terminalText } from '../plain.ts';
import { toRange, type PlainRange } from '../ranges.ts';
import type { Readiness, Refusal } from '../run/ready.ts';
import type { RunProcess } from '../run/process.ts';
import type { Runs } from '../run/runs.ts';
import { settingsOf } from '../run/settings.ts';
import { isMilestone, progressText, whyNot } from '../run/words.ts';
import type { Bubbles } from './bubbles.ts';
import { pointMessages, pointOfMessage } from './verdict-messages.ts';

export interface TestRunPorts {
  readonly runs: Runs;
  readonly batches: Batches;
  readonly evalsets: Evalsets;
  readonly ready: (root: string) => Promise<Readiness>;
  readonly bubbles: Bubbles;
}

/** Runs chosen cases of one evalset as one batch, and tells the Testing view what happens. */
export class EvalsetTestRun {
  readonly #ports: TestRunPorts;
  readonly #run: vscode.TestRun;
  readonly #items: ReadonlyMap<string, vscode.TestItem>;
  /** Ids of cases that have no result yet. */
  readonly #open: Set<string>;
  readonly #begun = new Map<string, number>();
  /** Results are told in the order in which they came, each after its verdict was read. */
  #results: Promise<void> = Promise.resolve();

  constructor(run: vscode.TestRun, items: ReadonlyMap<string, vscode.TestItem>, ports: TestRunPorts) {
    this.#run = run;
    this.#ports = ports;
    this.#items = items;
    this.#open = new Set(items.keys());
    for (const item of items.values()) run.enqueued(item);
  }

  /** Resolves to the batch folder, null when none was made, or to what stands in the way. */
  async play(
    evalset: EvalsetOutline,
    cases: readonly CaseOutline[],
    whole: boolean,
    keepWorld: boolean,
  ): Promise<string | Refusal | null> {
    const ready = await this.#ports.ready(evalset.root);
    if (!ready.ok) {
      this.#fail(ready.why, ready.at === undefined ? undefined : locationOf(ready.at));
      return ready;
    }
    if (this.#run.token.isCancellationRequested) return null;
    const process = this.#ports.runs.start(
      {
        action: 'run',
        evalset: evalset.root,
        cases: whole ? undefined : cases.map((card) => card.id),
        keepWorld,
        ...settingsOf(evalset.root),
      },
      workingFolder(evalset.root),
    );
    const listeners = [
      this.#run.token.onCancellationRequested(() => process.stop()),
      process.onLine((line) => {
        const text = progressText(line);
        const item = 'case_id' in line ? this.#items.get(line.case_id) : undefined;
        if (text !== null && isMilestone(line)) this.#say(text, item);
        if (line.event === 'case' && line.state === 'started' && item !== undefined) {
          this.#begun.set(line.case_id, Date.now());
          this.#run.started(item);
        }
        if (line.event === 'verdict') this.#result(line, process);
      }),
    ];
    const end = await process.ended;
    for (const one of listeners) one.dispose();
    await this.#results;
    const why = whyNot(end);
    const finding = end.refused[0];
    if (why !== null)
      this.#fail(
        why,
        finding === undefined
          ? undefined
          : locationOf({ uri: vscode.Uri.file(finding.file).toString(), range: finding.range }),
      );
    else if (this.#open.size > 0) {
      this.#say(
        end.batch === null
          ? vscode.l10n.t('Stopped before a batch was made.')
          : vscode.l10n.t(
              'Stopped: {0} cases without a result. Resume the batch {1} from the Batches view.',
              this.#open.size,
              path.basename(end.batch),
            ),
      );
      for (const item of this.#openItems()) this.#run.skipped(item);
    }
    return end.batch;
  }

  /** A verdict may come again, when the closing judgement differs: the last one counts. */
  #result(line: ProgressOf<'verdict'>, process: RunProcess): void {
    const item = this.#items.get(line.case_id);
    if (item === undefined) return;
    this.#results = this.#results.then(async () => {
      this.#open.delete(line.case_id);
      const begun = this.#begun.get(line.case_id);
      const duration = begun === undefined ? undefined : Date.now() - begun;
      item.description = iconLine(line.text);
      switch (line.status) {
        case 'PASS':
          this.#run.passed(item, duration);
          return;
        case 'FAIL': {
          const verdict = await this.#ports.batches.verdict(process.batch, line.case_id);
          const messages =
            verdict === null
              ? [new vscode.TestMessage(plainText(line.text))]
              : await pointMessages(verdict, item, this.#ports.evalsets);
          this.#run.failed(item, messages, duration);
          const points = messages.flatMap((message) => pointOfMessage(message) ?? []);
          if (verdict !== null && item.uri !== undefined)
            this.#ports.bubbles.add(item.uri, line.case_id, verdict.batch.dir, points);
          return;
        }
        case 'FAIL_ENV':
        case 'RERUN':
        case 'VOID':
          this.#run.errored(item, messageAt(item, line.text), duration);
          return;
        case 'PENDING':
          // No verdict, so neither passed nor failed.
          this.#run.skipped(item);
      }
    });
    this.#results = this.#results.catch((error: unknown) => {
      this.#run.errored(item, messageAt(item, sentenceOfError(error)));
    });
  }

  #fail(why: string, at: vscode.Location | undefined): void {
    this.#say(why);
    const message = new vscode.TestMessage(plainText(why));
    for (const item of this.#openItems()) {
      const location = at ?? (item.uri && item.range ? new vscode.Location(item.uri, item.range) : undefined);
      if (location !== undefined) message.location = location;
      this.#run.errored(item, message);
    }
    this.#open.clear();
  }

  #openItems(): vscode.TestItem[] {
    return [...this.#items].flatMap(([id, item]) => (this.#open.has(id) ? [item] : []));
  }

  #say(text: string, item?: vscode.TestItem): void {
    this.#run.appendOutput(terminalText(text), undefined, item);
  }
}

function messageAt(item: vscode.TestItem, text: string): vscode.TestMessage {
  const message = new vscode.TestMessage(plainText(text));
  if (item.uri !== undefined && item.range !== undefined)
    message.location = new vscode.Location(item.uri, item.range);
  return message;
}

function locationOf(at: { readonly uri: string; readonly range: PlainRange }): vscode.Location {
  return new vscode.Location(vscode.Uri.parse(at.uri), toRange(at.range));
}

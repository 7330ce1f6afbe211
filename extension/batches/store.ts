import path from 'node:path';
import * as vscode from 'vscode';
import type { BatchOverview, SourceVerdict } from '../../schemas/review.ts';
import type { Evalsets } from '../evalsets/evalsets.ts';
import { workingFolder } from '../evalsets/evalsets.ts';
import { sentenceOfError, type Log } from '../log.ts';
import type { Reader } from '../reader/client.ts';
import { listBatches, sourceVerdict, sourceVerdicts } from '../reader/protocol.ts';
import type { Runs } from '../run/runs.ts';

const OPENED = 'sundowner.openedBatches';
/** Files whose change means that a verdict, a state or evidence changed. The journal is written at every step. */
const WATCHED = '**/runs/*/{manifest.json,batch.lock,journal.jsonl,results/*.json,evidence/**/*.json}';
const FOLDERS = '**/{runs,runs/*}';
/** At most this often are folders read again while a batch writes to them. */
const SETTLE_MS = 300;

/** The batches that this window knows, and news of them. Reads through the reader process only. */
export class Batches implements vscode.Disposable {
  readonly #reader: Reader;
  readonly #evalsets: Evalsets;
  readonly #state: vscode.Memento;
  readonly #log: Log;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #toDispose: vscode.Disposable[] = [];
  /** Watchers of folders that were opened by hand. */
  readonly #watched = new Map<string, readonly vscode.Disposable[]>();
  #timer: NodeJS.Timeout | undefined;
  #list: Promise<readonly BatchOverview[]> | null = null;
  /** Fires when folders changed on the disk, at most every 300 ms, and not before what was asked is answered. */
  readonly onDidChange = this.#changed.event;

  constructor(reader: Reader, evalsets: Evalsets, runs: Runs, state: vscode.Memento, log: Log) {
    this.#reader = reader;
    this.#evalsets = evalsets;
    this.#state = state;
    this.#log = log;
    const watcher = vscode.workspace.createFileSystemWatcher(WATCHED);
    // A folder that goes or comes as a whole is told as one, without its files.
    const folders = vscode.workspace.createFileSystemWatcher(FOLDERS, false, true, false);
    const touch = (): void => this.#soon();
    this.#toDispose.push(
      watcher,
      watcher.onDidChange(touch),
      watcher.onDidCreate(touch),
      watcher.onDidDelete(touch),
      folders,
      folders.onDidCreate(touch),
      folders.onDidDelete(touch),
      vscode.workspace.onDidChangeWorkspaceFolders(touch),
      evalsets.onDidChange(touch),
      reader.onGone(touch),
      // The watcher may be slow or off: the runs of this window tell by themselves.
      runs.onNews(({ line }) => {
        if (line === null || line.event === 'batch' || line.event === 'verdict' || line.event === 'case')
          touch();
      }),
    );
    for (const dir of this.opened) this.#watch(dir);
  }

  /** Folders that were opened by hand. */
  get opened(): readonly string[] {
    return this.#state.get<string[]>(OPENED, []);
  }

  async open(dir: string): Promise<void> {
    if (!this.opened.includes(dir)) await this.#state.update(OPENED, [...this.opened, dir]);
    this.#watch(dir);
    this.touch();
  }

  async forgetOpened(dir: string): Promise<void> {
    await this.#state.update(
      OPENED,
      this.opened.filter((one) => one !== dir),
    );
    for (const one of this.#watched.get(dir) ?? []) one.dispose();
    this.#watched.delete(dir);
    this.touch();
  }

  /** Something changed; who listens asks again, and who asks now is not told what was known. */
  touch(): void {
    this.#list = null;
    this.#soon();
  }

  /** Every batch, newest first. Asked once until something changes. */
  list(): Promise<readonly BatchOverview[]> {
    if (this.#list !== null) return this.#list;
    const asked = this.#where().then((where) => this.#reader.ask(listBatches, where));
    this.#list = asked;
    asked.catch(() => (this.#list = null));
    return asked;
  }

  /** The verdict of a case of a batch; null when there is none, or the reader cannot tell now. */
  async verdict(dir: string | null, caseId: string): Promise<SourceVerdict | null> {
    if (dir === null) return null;
    try {
      return await this.#reader.ask(sourceVerdict, { dir, caseId, locale: vscode.env.language });
    } catch (error) {
      this.#log.warn(`verdict of ${caseId}: ${sentenceOfError(error)}`);
      return null;
    }
  }

  /** The newest verdict of each of these cases of an evalset; nothing when the reader cannot tell now. */
  async verdicts(cases: readonly string[], evalset?: string): Promise<readonly SourceVerdict[]> {
    if (cases.length === 0) return [];
    try {
      return await this.#reader.ask(sourceVerdicts, { ...(await this.#where()), cases, evalset });
    } catch (error) {
      this.#log.warn(`verdicts: ${sentenceOfError(error)}`);
      return [];
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    for (const one of [...this.#toDispose, ...[...this.#watched.values()].flat()]) one.dispose();
    this.#changed.dispose();
  }

  /** A running batch changes its folder all the time: until it is told, what was listed last will do. */
  #soon(): void {
    this.#timer ??= setTimeout(() => void this.#tell(), SETTLE_MS);
  }

  /** The reader does one thing after the other. Asked faster than it answers, it would only ever fall behind. */
  async #tell(): Promise<void> {
    await this.#reader.settled();
    this.#timer = undefined;
    this.#list = null;
    this.#changed.fire();
  }

  async #where(): Promise<{ folders: string[]; batches: readonly string[]; locale: string }> {
    const folders = new Set(
      (vscode.workspace.workspaceFolders ?? []).map((f) => path.join(f.uri.fsPath, 'runs')),
    );
    for (const { root } of await this.#evalsets.all()) {
      folders.add(path.join(workingFolder(root), 'runs'));
      folders.add(path.join(root, 'runs'));
    }
    return { folders: [...folders], batches: this.opened, locale: vscode.env.language };
  }

  #watch(dir: string): void {
    if (this.#watched.has(dir)) return;
    const watcher = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(
        vscode.Uri.file(dir),
        '{*.json,*.jsonl,batch.lock,results/*.json,evidence/**/*.json}',
      ),
    );
    const beside = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(path.dirname(dir)), '*'),
      false,
      true,
      false,
    );
    const touch = (): void => this.#soon();
    this.#watched.set(dir, [
      watcher,
      watcher.onDidChange(touch),
      watcher.onDidCreate(touch),
      watcher.onDidDelete(touch),
      beside,
      beside.onDidCreate(touch),
      beside.onDidDelete(touch),
    ]);
  }
}

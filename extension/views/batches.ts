import * as vscode from 'vscode';
import type { BatchOverview, CaseRow, CaseState, Happened } from '../../schemas/review.ts';
import type { Batches } from '../batches/store.ts';
import { sentenceOfError, type Log } from '../log.ts';
import { appendPlain, plainLine } from '../plain.ts';
import { stateIconName } from '../verdicts/state-icon.ts';

export type BatchNode =
  | { readonly type: 'batch'; readonly overview: BatchOverview; readonly opened: boolean }
  | { readonly type: 'case'; readonly overview: BatchOverview; readonly row: CaseRow }
  | { readonly type: 'happened'; readonly overview: BatchOverview; readonly happened: Happened }
  | { readonly type: 'trouble'; readonly text: string; readonly path?: string | undefined };

/** Only verdicts have a colour: a case that could not be judged is no verdict. */
export function stateIcon(state: CaseState): vscode.ThemeIcon {
  const color = state === 'PASS' ? 'charts.green' : state === 'FAIL' ? 'charts.red' : undefined;
  return new vscode.ThemeIcon(
    stateIconName(state),
    color === undefined ? undefined : new vscode.ThemeColor(color),
  );
}

function batchIcon(overview: BatchOverview): vscode.ThemeIcon {
  if (overview.batch.readonly) return new vscode.ThemeIcon('lock');
  switch (overview.state) {
    case 'running':
      return new vscode.ThemeIcon('loading~spin');
    case 'stopped':
      return new vscode.ThemeIcon('debug-pause');
    case 'finished':
      return new vscode.ThemeIcon('beaker');
    case 'unreadable':
      return new vscode.ThemeIcon('warning');
  }
}

/** A batch in the tree: the editor knows it by this very object, so it stays, and what it holds is brought up to date. */
type Kept = {
  -readonly [K in keyof Extract<BatchNode, { type: 'batch' }>]: Extract<BatchNode, { type: 'batch' }>[K];
};

/**
 * The tree of batches and cases. The editor is told of the batches that changed only: it gives up a tree whose root
 * changes again before its children were read, and a running batch would never be seen.
 */
export class BatchesView implements vscode.TreeDataProvider<BatchNode>, vscode.Disposable {
  readonly #batches: Batches;
  readonly #log: Log;
  readonly #view: vscode.TreeView<BatchNode>;
  readonly #changed = new vscode.EventEmitter<BatchNode[] | undefined>();
  #shown: readonly Kept[] | null = null;
  #updating: Promise<void> | null = null;
  #again = false;
  readonly #toDispose: vscode.Disposable[] = [];
  readonly onDidChangeTreeData = this.#changed.event;

  constructor(batches: Batches, log: Log) {
    this.#batches = batches;
    this.#log = log;
    this.#view = vscode.window.createTreeView('sundowner.batches', {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.#toDispose.push(
      this.#view,
      batches.onDidChange(() => this.#update()),
      this.#view.onDidChangeVisibility(() => this.#update()),
    );
  }

  async getChildren(node?: BatchNode): Promise<BatchNode[]> {
    if (node === undefined) return this.#roots();
    if (node.type !== 'batch') return [];
    const { overview } = node;
    return [
      ...overview.problems.map(
        (problem) => ({ type: 'trouble', text: problem.text, path: problem.path }) as const,
      ),
      ...overview.happened.map((happened) => ({ type: 'happened', overview, happened }) as const),
      ...overview.cases.map((row) => ({ type: 'case', overview, row }) as const),
    ];
  }

  getTreeItem(node: BatchNode): vscode.TreeItem {
    switch (node.type) {
      case 'batch':
        return batchItem(node.overview, node.opened);
      case 'case':
        return caseItem(node.overview, node.row);
      case 'happened':
        return happenedItem(node.overview, node.happened);
      case 'trouble':
        return troubleItem(node.text, node.path);
    }
  }

  /** Only what the mouse rests on: the editor parses each tooltip, and a running batch draws its rows again and again. */
  resolveTreeItem(item: vscode.TreeItem, node: BatchNode): vscode.TreeItem {
    switch (node.type) {
      case 'batch':
        item.tooltip = batchTip(node.overview);
        break;
      case 'case':
        item.tooltip = caseTip(node.row);
        break;
      case 'happened':
        item.tooltip = new vscode.MarkdownString();
        appendPlain(item.tooltip, node.happened.text);
        break;
      case 'trouble':
        item.tooltip = new vscode.MarkdownString();
        appendPlain(item.tooltip, node.path === undefined ? node.text : `${node.text}\n\n${node.path}`);
    }
    return item;
  }

  dispose(): void {
    for (const one of this.#toDispose) one.dispose();
    this.#changed.dispose();
  }

  async #roots(): Promise<BatchNode[]> {
    try {
      if (this.#shown === null) await this.#read();
      return [...(this.#shown ?? [])];
    } catch (error) {
      this.#log.error('list of batches', error);
      return [{ type: 'trouble', text: sentenceOfError(error) }];
    }
  }

  /** Once at a time; a change meanwhile is looked at afterwards. A tree that is not seen is not read. */
  #update(): void {
    if (!this.#view.visible) return;
    if (this.#updating !== null) {
      this.#again = true;
      return;
    }
    this.#again = false;
    this.#updating = this.#read()
      .catch(() => {
        // The root says why.
        this.#shown = null;
        return undefined;
      })
      .then((changed) => {
        this.#updating = null;
        if (changed === undefined || changed.length > 0) this.#changed.fire(changed);
        if (this.#again) this.#update();
      });
  }

  /** Resolves to the batches that changed; undefined when there are others than before. */
  async #read(): Promise<BatchNode[] | undefined> {
    const list = await this.#batches.list();
    const opened = new Set(this.#batches.opened);
    const before = this.#shown;
    const same =
      before?.map(({ overview }) => overview.batch.dir).join('\0') ===
      list.map(({ batch }) => batch.dir).join('\0');
    if (before === null || !same) {
      const known = new Map(before?.map((node) => [node.overview.batch.dir, node]));
      this.#shown = list.map((overview) => {
        const is = { overview, opened: opened.has(overview.batch.dir) };
        return Object.assign(known.get(overview.batch.dir) ?? { type: 'batch' as const, ...is }, is);
      });
      if (before === null) await vscode.commands.executeCommand('setContext', 'sundowner.batchesRead', true);
      await vscode.commands.executeCommand('setContext', 'sundowner.hasBatch', list.length > 0);
      return undefined;
    }
    return before.filter((node, i) => {
      const overview = list[i] ?? node.overview;
      const is = opened.has(overview.batch.dir);
      const changed = is !== node.opened || JSON.stringify(overview) !== JSON.stringify(node.overview);
      node.overview = overview;
      node.opened = is;
      return changed;
    });
  }
}

function batchItem(overview: BatchOverview, opened: boolean): vscode.TreeItem {
  const { batch, state } = overview;
  const item = new vscode.TreeItem(plainLine(batch.name), vscode.TreeItemCollapsibleState.Collapsed);
  item.id = batch.dir;
  item.description = plainLine(overview.text);
  item.iconPath = batchIcon(overview);
  const judgeable = !batch.readonly && (state === 'finished' || state === 'stopped');
  item.contextValue = [
    'batch',
    state,
    batch.readonly ? 'readonly' : 'ours',
    ...(judgeable ? ['judgeable'] : []),
    ...(opened ? ['opened'] : []),
  ].join(' ');
  item.accessibilityInformation = { label: `${batch.name}, ${overview.text}` };
  return item;
}

function batchTip({ batch, ...overview }: BatchOverview): vscode.MarkdownString {
  const tip = new vscode.MarkdownString();
  for (const line of [
    batch.name,
    batch.evalset,
    batch.agent === '' ? '' : vscode.l10n.t('Agent under test: {0}', batch.agent),
    batch.day0 === '' ? '' : `day0 ${batch.day0} · ${batch.mode}`,
    overview.text,
    batch.why_readonly ?? '',
    batch.dir,
  ])
    if (line !== '') {
      appendPlain(tip, line);
      tip.appendMarkdown('\n\n');
    }
  return tip;
}

function caseItem(overview: BatchOverview, row: CaseRow): vscode.TreeItem {
  const item = new vscode.TreeItem(plainLine(row.case_id));
  item.id = `${overview.batch.dir}\0${row.case_id}`;
  item.description = plainLine(`${row.text} · ${row.title}`);
  item.iconPath = stateIcon(row.state);
  const judgeable = !overview.batch.readonly && row.state !== 'running' && row.state !== 'empty';
  item.contextValue = ['case', row.state, ...(judgeable ? ['judgeable'] : [])].join(' ');
  item.accessibilityInformation = { label: `${row.case_id}, ${row.state}, ${row.text}` };
  item.command = {
    command: 'sundowner.openReview',
    title: vscode.l10n.t('Open Case Review'),
    arguments: [{ batch: overview.batch.dir, caseId: row.case_id }],
  };
  return item;
}

function caseTip(row: CaseRow): vscode.MarkdownString {
  const tip = new vscode.MarkdownString();
  appendPlain(tip, `${row.case_id} · ${row.storyline} · ${row.group}\n\n${row.title}\n\n${row.text}`);
  return tip;
}

const HAPPENED_ICONS: Readonly<Record<Happened['kind'], string>> = {
  faults: 'zap',
  break: 'debug-restart',
  mixed_script: 'git-merge',
  virtual_clock: 'watch',
  unsandboxed: 'unlock',
};

function happenedItem({ batch }: BatchOverview, { kind, text }: Happened): vscode.TreeItem {
  const item = new vscode.TreeItem(plainLine(text));
  item.iconPath = new vscode.ThemeIcon(HAPPENED_ICONS[kind]);
  item.contextValue = `happened ${kind}`;
  if (kind === 'faults')
    item.command = {
      command: 'sundowner.showFaults',
      title: vscode.l10n.t('Show Faults'),
      arguments: [{ batch: batch.dir }],
    };
  return item;
}

function troubleItem(text: string, file: string | undefined): vscode.TreeItem {
  const item = new vscode.TreeItem(plainLine(text));
  item.iconPath = new vscode.ThemeIcon('warning');
  if (file !== undefined)
    item.command = {
      command: 'vscode.open',
      title: vscode.l10n.t('Open'),
      arguments: [vscode.Uri.file(file)],
    };
  return item;
}

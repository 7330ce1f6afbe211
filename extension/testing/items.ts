import path from 'node:path';
import * as vscode from 'vscode';
import type { CaseOutline, EvalsetOutline } from '../../language-server/protocol.ts';
import type { CaseRef, Evalsets } from '../evalsets/evalsets.ts';
import type { Log } from '../log.ts';
import { iconLine } from '../plain.ts';
import { toRange } from '../ranges.ts';

/** What a test item stands for. */
export type ItemData =
  | { readonly kind: 'evalset'; readonly root: string }
  | { readonly kind: 'shelf'; readonly root: string; readonly name: string }
  | { readonly kind: 'case'; readonly root: string; readonly caseId: string };

/** The tree of tests: evalset, storyline or group, case. Levels are filled when they are opened, or when a file of theirs is. */
export class TestItems implements vscode.Disposable {
  readonly #controller: vscode.TestController;
  readonly #evalsets: Evalsets;
  readonly #data = new WeakMap<vscode.TestItem, ItemData>();
  readonly #toDispose: vscode.Disposable[];

  constructor(controller: vscode.TestController, evalsets: Evalsets, log: Log) {
    const background = (work: Promise<void>): void => {
      work.catch((error: unknown) => log.error('list of cases', error));
    };
    this.#controller = controller;
    this.#evalsets = evalsets;
    controller.resolveHandler = (item) => this.#resolve(item);
    controller.refreshHandler = async () => {
      evalsets.forget();
      await this.#refresh();
    };
    this.#toDispose = [
      evalsets.onDidChange(() => background(this.#refresh())),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('sundowner.testsBy')) background(this.#refresh());
      }),
      vscode.window.onDidChangeVisibleTextEditors((editors) => background(this.#ofEditors(editors))),
    ];
    // Not the active one alone: trust may be given in an editor that stands before the case's.
    background(this.#ofEditors(vscode.window.visibleTextEditors));
  }

  data(item: vscode.TestItem): ItemData | undefined {
    return this.#data.get(item);
  }

  /** The item of a case, made with its parents when it does not exist yet. */
  async ensure(root: string, caseId: string): Promise<vscode.TestItem | null> {
    const found = await this.#evalsets.find(root, caseId);
    return found === null ? null : this.#caseItem(found);
  }

  /** All cases below the given items, evalset by evalset. An evalset that is asked for as a whole says so. */
  async casesBelow(
    include: readonly vscode.TestItem[] | undefined,
    exclude: readonly vscode.TestItem[],
  ): Promise<{ evalset: EvalsetOutline; cases: readonly CaseOutline[]; whole: boolean }[]> {
    const all = await this.#evalsets.all();
    const wanted = include?.map((item) => this.#data.get(item));
    const unwanted = exclude.map((item) => this.#data.get(item));
    return all
      .map((evalset) => {
        const covers = (data: ItemData | undefined, card: CaseOutline): boolean =>
          data?.root === evalset.root &&
          (data.kind === 'evalset' ||
            (data.kind === 'shelf' ? shelfOf(card) === data.name : card.id === data.caseId));
        const cases = evalset.cases.filter(
          (card) =>
            (wanted === undefined || wanted.some((data) => covers(data, card))) &&
            !unwanted.some((data) => covers(data, card)),
        );
        return { evalset, cases, whole: cases.length === evalset.cases.length };
      })
      .filter(({ cases }) => cases.length > 0);
  }

  dispose(): void {
    for (const one of this.#toDispose) one.dispose();
  }

  async #resolve(item: vscode.TestItem | undefined): Promise<void> {
    const data = item === undefined ? undefined : this.#data.get(item);
    const all = await this.#evalsets.all();
    if (data === undefined) {
      for (const evalset of all) this.#root(evalset);
      return;
    }
    const evalset = all.find((one) => one.root === data.root);
    if (evalset === undefined) return;
    if (data.kind === 'evalset') for (const card of evalset.cases) this.#shelf(evalset, card);
    if (data.kind === 'shelf')
      for (const card of evalset.cases) if (shelfOf(card) === data.name) this.#caseItem({ evalset, card });
  }

  /**
   * Brings what was opened up to date; what was not stays unmade. An item that stays is the same object: a run that goes
   * on tells its results to it, and to one that was made anew they would be lost.
   */
  async #refresh(): Promise<void> {
    const all = await this.#evalsets.all();
    const items = this.#controller.items;
    for (const [id] of items) if (!all.some((one) => one.root === id)) items.delete(id);
    for (const evalset of all) {
      const root = items.get(evalset.root) ?? this.#root(evalset);
      root.label = labelOf(evalset);
      root.error = evalset.error ?? undefined;
      if (root.children.size === 0) continue;
      const place = new Map(evalset.cases.map((card) => [caseIdOf(evalset, card), shelfIdOf(evalset, card)]));
      const shelves = new Set(place.values());
      const opened = new Set<string>();
      const moved = new Set<string>();
      for (const [id, shelf] of [...root.children]) {
        if (shelf.children.size > 0) opened.add(id);
        for (const [child] of [...shelf.children]) {
          if (place.get(child) === id) continue;
          shelf.children.delete(child);
          moved.add(child);
        }
        if (!shelves.has(id)) root.children.delete(id);
      }
      for (const card of evalset.cases) {
        if (opened.has(this.#shelf(evalset, card).id) || moved.has(caseIdOf(evalset, card)))
          this.#caseItem({ evalset, card });
      }
    }
    await this.#ofEditors(vscode.window.visibleTextEditors);
  }

  /** The cases of the files that are seen are made, so that they have their place in the gutter. */
  async #ofEditors(editors: readonly vscode.TextEditor[]): Promise<void> {
    const files = new Set(
      editors.flatMap(({ document: { uri } }) => (uri.scheme === 'file' ? [uri.toString()] : [])),
    );
    if (files.size === 0) return;
    for (const evalset of await this.#evalsets.all())
      for (const card of evalset.cases)
        if (files.has(vscode.Uri.parse(card.uri).toString())) this.#caseItem({ evalset, card });
  }

  #root(evalset: EvalsetOutline): vscode.TestItem {
    const existing = this.#controller.items.get(evalset.root);
    if (existing !== undefined) return existing;
    const item = this.#controller.createTestItem(
      evalset.root,
      labelOf(evalset),
      vscode.Uri.file(evalset.file),
    );
    item.canResolveChildren = true;
    item.description = path.basename(evalset.root);
    item.error = evalset.error ?? undefined;
    this.#data.set(item, { kind: 'evalset', root: evalset.root });
    this.#controller.items.add(item);
    return item;
  }

  #shelf(evalset: EvalsetOutline, card: CaseOutline): vscode.TestItem {
    const root = this.#root(evalset);
    const name = shelfOf(card);
    const id = shelfIdOf(evalset, card);
    const label = byGroup() ? card.groupName : name === '' ? vscode.l10n.t('(no storyline)') : name;
    let item = root.children.get(id);
    if (item === undefined) {
      item = this.#controller.createTestItem(id, iconLine(label));
      item.canResolveChildren = true;
      this.#data.set(item, { kind: 'shelf', root: evalset.root, name });
      root.children.add(item);
    }
    item.label = iconLine(label);
    item.sortText = sortText(evalset.cases.findIndex((one) => shelfOf(one) === name));
    return item;
  }

  #caseItem({ evalset, card }: CaseRef): vscode.TestItem {
    const shelf = this.#shelf(evalset, card);
    const id = caseIdOf(evalset, card);
    const uri = vscode.Uri.parse(card.uri);
    let item = shelf.children.get(id);
    if (item?.uri?.toString() !== uri.toString()) {
      item = this.#controller.createTestItem(id, iconLine(`${card.id} ${card.title}`), uri);
      this.#data.set(item, { kind: 'case', root: evalset.root, caseId: card.id });
      shelf.children.add(item);
    }
    item.label = iconLine(`${card.id} ${card.title}`);
    item.sortText = sortText(evalset.cases.indexOf(card));
    // From the id, where the icon stands, to the end: an edit anywhere in it makes the editor drop the case's messages.
    item.range = toRange({ start: card.idRange.start, end: card.range.end });
    return item;
  }
}

/** Ids may hold anything; JSON writes what the editor does not take (it parts ids by NUL). */
const idOf = (...parts: readonly string[]): string => JSON.stringify(parts);
const caseIdOf = (evalset: EvalsetOutline, card: CaseOutline): string => idOf(evalset.root, 'case', card.id);
const shelfIdOf = (evalset: EvalsetOutline, card: CaseOutline): string =>
  idOf(evalset.root, byGroup() ? 'group' : 'storyline', shelfOf(card));
const sortText = (place: number): string => String(place).padStart(6, '0');
const labelOf = (evalset: EvalsetOutline): string => iconLine(`${evalset.name} ${evalset.version}`.trim());
const byGroup = (): boolean =>
  vscode.workspace.getConfiguration('sundowner').get<string>('testsBy') === 'group';
const shelfOf = (card: CaseOutline): string => (byGroup() ? card.group : card.storyline);

import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { artefact, openBrowser, type BrowserOptions, type OpenBrowser } from './browser.ts';
import { keepFailure } from './failure.ts';
import { workbenchUrl, type Payload } from './payload.ts';
import type { RunningHost } from './server.ts';
import { THEMES, type Theme } from './settings.ts';

export type OpenOptions = BrowserOptions &
  Pick<Payload, 'extensionDevelopmentPath'> & {
    /** A file to begin with, relative to the workspace: seconds before files can be searched. A window that is loaded anew opens it again, and nothing else. */
    file?: string;
  };

/** Runs in the page: whether the quick input is closed or holds something else than `text`. */
const QUICK_INPUT_LEFT = `text => {
  const widget = document.querySelector('.quick-input-widget');
  return widget === null || widget.style.display === 'none' || widget.querySelector('input').value !== text;
}`;

/** Runs in the page: keeps each text that an item of the status bar shows. */
const RECORD_STATUS = `(() => {
  window.statusSaid = [];
  const bar = document.querySelector('.part.statusbar');
  const look = () => {
    for (const item of bar.querySelectorAll('.statusbar-item')) {
      const text = item.textContent;
      if (!window.statusSaid.includes(text)) window.statusSaid.push(text);
    }
  };
  look();
  new MutationObserver(look).observe(bar, { subtree: true, childList: true, characterData: true });
})()`;

/** The editor's window as a person uses it: what a test can do with it and read from it. */
export class Workbench {
  readonly page: Page;
  readonly #browser: OpenBrowser;
  readonly #host: RunningHost;

  private constructor(browser: OpenBrowser, host: RunningHost) {
    this.page = browser.page;
    this.#browser = browser;
    this.#host = host;
  }

  /** Opens the host's workspace in a new browser; resolves when the window can be used. */
  static async open(host: RunningHost, options: OpenOptions = {}): Promise<Workbench> {
    const { extensionDevelopmentPath, file } = options;
    const browser = await openBrowser(host.origin, options);
    const workbench = new Workbench(browser, host);
    try {
      const payload = {
        ...(extensionDevelopmentPath === undefined ? {} : { extensionDevelopmentPath }),
        ...(file === undefined ? {} : { openFile: path.join(host.workspace, file) }),
      };
      await browser.page.goto(workbenchUrl(host, payload));
      await browser.page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor();
      if (file !== undefined) await workbench.#opened(path.basename(file));
      return workbench;
    } catch (error) {
      await workbench.fail('open');
      await workbench.close();
      throw error;
    }
  }

  /** Addresses outside the editor's own that any page or webview asked for; all were refused. */
  get foreignRequests(): readonly string[] {
    return this.#browser.foreign;
  }

  close(): Promise<void> {
    return this.#browser.close();
  }

  /** Keeps picture, console and logs for whoever reads the failure. */
  fail(name: string): Promise<void> {
    return keepFailure(name, this.#browser, this.#host);
  }

  /** Loads the window again as a person does: what the editor keeps is written first, which a page's own reload does not await. */
  async reload(): Promise<void> {
    const title = 'Developer: Reload Window';
    await this.#palette();
    const row = await this.#row(`>${title}`, title);
    await row.waitFor();
    await Promise.all([this.page.waitForEvent('load'), row.click()]);
    await this.page.locator('.monaco-workbench .part.statusbar .statusbar-item').first().waitFor();
  }

  /** Runs a command by its whole title, category and all (`View: Show Testing`), through the command palette. */
  async command(title: string): Promise<void> {
    await this.#palette();
    await this.#pick(`>${title}`, title);
  }

  /** Opens the command palette. A key that is pressed while the focus moves may be lost, or close it again. */
  async #palette(): Promise<void> {
    const input = this.page.locator('.quick-input-widget .quick-input-filter input');
    for (let left = 10; ; left--) {
      await this.page.keyboard.press('F1');
      const open = await input.waitFor({ timeout: 3000 }).then(
        () => true,
        () => false,
      );
      if (open || left === 0) return;
    }
  }

  /** Writes a file until the editor has noticed it: right after its start nobody may be watching yet. */
  async untilNoticed(
    file: string,
    text: string,
    sign: Locator,
    state: 'visible' | 'detached',
  ): Promise<void> {
    for (let left = 30; ; left--) {
      await writeFile(file, text);
      const noticed = await sign.waitFor({ state, timeout: 4000 }).then(
        () => true,
        (error: unknown) => {
          if (left === 0) throw error;
          return false;
        },
      );
      if (noticed) return;
    }
  }

  /** Opens a file of the workspace through quick open; resolves when its editor has the focus. */
  async openFile(name: string): Promise<void> {
    // Right after the start the search for files may not be ready; it does not look again by itself. And while it
    // finds more, rows move under the mouse: what was clicked may be another one, or none.
    for (let left = 30; ; left--) {
      const opened = await this.#chooseFile(name).then(
        () => true,
        (error: unknown) => {
          if (left === 0) throw error;
          return false;
        },
      );
      if (opened) break;
      await this.page.keyboard.press('Escape');
    }
    await this.editor.waitFor();
  }

  /** Takes the author's own file in quick open: batches hold frozen copies with its name. */
  async #chooseFile(name: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    const row = (await this.#rows(name, name))
      .filter({ hasNot: this.page.locator('.label-description', { hasText: /^runs\// }) })
      .first();
    await row.waitFor({ timeout: 1000 });
    await row.click({ timeout: 2000 });
    await this.#activeTab(name).waitFor({ timeout: 5000 });
  }

  /** In the group that has the focus: the file may be open in another one as well. */
  #activeTab(name: string): Locator {
    return this.page.locator('.editor-group-container.active .tab.active').filter({ hasText: name });
  }

  async #opened(name: string): Promise<void> {
    await this.#activeTab(name).waitFor();
    await this.editor.waitFor();
  }

  /** Fills the quick input and takes the first row with just this label. */
  async #pick(text: string, label: string): Promise<void> {
    await (await this.#row(text, label)).click();
    // Gone, or asking the next question of the same command.
    await this.page.waitForFunction(QUICK_INPUT_LEFT, text);
  }

  /** Fills the quick input and gives the first row with just this label. */
  async #row(text: string, label: string): Promise<Locator> {
    return (await this.#rows(text, label)).first();
  }

  async #rows(text: string, label: string): Promise<Locator> {
    const widget = this.page.locator('.quick-input-widget');
    await widget.locator('.quick-input-filter input').fill(text);
    const exact = new RegExp(`^${label.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`);
    return widget.locator('.monaco-list-row', {
      has: this.page.locator('.label-name', { hasText: exact }),
    });
  }

  /** Saves the file that is edited; resolves when it is saved. */
  async save(): Promise<void> {
    await this.page.keyboard.press('Control+S');
    await this.page
      .locator('.editor-group-container.active .tab.active.dirty')
      .waitFor({ state: 'detached' });
  }

  /** Tab of an open editor, by the name that it shows. */
  tab(name: string): Locator {
    return this.page.locator('.tabs-container .tab').filter({ hasText: name });
  }

  /** The text editor that was used last. */
  get editor(): Locator {
    return this.page.locator('.editor-group-container.active .monaco-editor[role="code"]').first();
  }

  /** Commands above lines, by their words. */
  codeLens(text: string | RegExp): Locator {
    return this.page.locator('.codelens-decoration a').filter({ hasText: text });
  }

  /** Rows of the Problems view as a screen reader says them. Opens the view. */
  async problems(): Promise<Locator> {
    await this.command('Problems: Focus on Problems View');
    return this.page.locator('.markers-panel .monaco-list-row');
  }

  /** Rows of the Testing view. Opens the view. */
  async testing(): Promise<Locator> {
    await this.command('Testing: Focus on Test Explorer View');
    return this.page.locator('.test-explorer .monaco-list-row');
  }

  /** Rows of a tree view by the view's title. The view's container must be open. */
  treeRows(view: string): Locator {
    return this.page
      .locator('.pane', { has: this.page.locator(`.pane-header[aria-label^="${view}"]`) })
      .locator('.monaco-list-row');
  }

  /**
   * Records what the status bar says from now on: what runs fast is told too shortly to be waited for. Resolves to a
   * function that gives all that was said, oldest first.
   */
  async statusFromNow(): Promise<() => Promise<string[]>> {
    await this.page.evaluate(RECORD_STATUS);
    return () => this.page.evaluate<string[]>('window.statusSaid');
  }

  /** Messages in the corner of the window. */
  get notifications(): Locator {
    return this.page.locator('.notification-toast');
  }

  /** The content of the one visible webview. */
  webview(): FrameLocator {
    return this.page.frameLocator('iframe.webview').frameLocator('#active-frame');
  }

  /** Changes the colour theme; resolves when the window wears it. */
  async setTheme(theme: Theme): Promise<void> {
    await this.command('Preferences: Color Theme');
    await this.#pick(THEMES[theme].label, THEMES[theme].label);
    await this.page.locator(`.monaco-workbench.${THEMES[theme].css}`).waitFor();
  }

  /** Keeps a picture as `artefacts/vscode/<name>.png`. Resolves to its path. */
  async screenshot(name: string): Promise<string> {
    const file = await artefact('vscode', `${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }

  /** One picture in each colour theme: `<name>-dark.png`, `-light.png`, `-hc.png`. The theme is dark afterwards. */
  async screenshots(name: string): Promise<void> {
    for (const theme of ['light', 'hc', 'dark'] as const) {
      await this.setTheme(theme);
      await this.screenshot(`${name}-${theme}`);
    }
  }
}

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it, onTestFinished } from 'vitest';
import { editFile, runCases } from './host/batch.ts';
import { ROOT } from './host/cache.ts';
import { inWorkbench } from './host/session.ts';
import { sampleWorkspace, type Workspace } from './host/workspace.ts';

/**
 * An agent that answers with what would run, ask a foreign host or leave its place wherever text is not shown as text;
 * an actor, a table and a cell that are called so.
 */
const ESC = '\u001b';
const TRAPS = [
  '<img src=https://evil.example/p.png onerror=alert(1)>',
  '<script>alert(2)</script>',
  '<a href="command:sundowner.runBatch">go</a>',
  '$(flame)',
  `${ESC}[31mred${ESC}]0;own\u0007`,
  '\u202Eabc\u202C',
].join(' ');
const MARKDOWN = '![x](https://evil.example/i.png) [run](command:sundowner.runBatch)';
const MESSAGE = `BX-624 处置中，已关闭 ${TRAPS}\n${MARKDOWN}\n\`\`\`\n</code></pre>[out](command:sundowner.runBatch)`;
const ACTOR = '莫<img src=https://evil.example/n.png onerror=alert(3)>[n](command:sundowner.runBatch)';
const AGENT = `小舵<b>1</b>$(flame)[a](command:sundowner.runBatch)${ESC}[2J\u202E`;
const TABLE = '台账<iframe src=https://evil.example/f></iframe>[t](command:sundowner.runBatch)';
const SETTINGS = { 'terminal.integrated.gpuAcceleration': 'off' };
const SLOW = { timeout: 120_000 };
const TEST = { timeout: 300_000 };

/** A batch in which the agent met the case. */
async function playHostile(workspace: Workspace): Promise<void> {
  const file = (name: string): string => path.join(workspace.dir, name);
  await writeFile(file('answer.txt'), MESSAGE);
  const command = JSON.stringify(['${node}', path.join(ROOT, 'test/agents/say.mjs'), file('answer.txt')]);
  editFile(file('evalset.yaml'), (text) => text.replace(/command: \[.*\]/, `command: ${command}`));
  editFile(file('world/harbor.world.yaml'), (text) =>
    text
      .replace("display_name: '莫听棠'", `display_name: ${JSON.stringify(ACTOR)}`)
      .replaceAll("name: '小舵 #1'", `name: ${JSON.stringify(AGENT)}`)
      .replace("title: '温控异常台账'", `title: ${JSON.stringify(TABLE)}`),
  );
  const task = { label: 'one case', type: 'sundowner', action: 'run', evalset: '.', cases: ['H06'] };
  await mkdir(file('.vscode'));
  await writeFile(file('.vscode/tasks.json'), JSON.stringify({ version: '2.0.0', tasks: [task] }));
  await makeWorse(await runCases(workspace.dir, ['H06']));
}

type Point = { id: string; reason: string; evidence: { quote?: string }[] };
/** What is changed in any of the files. */
type Changed = {
  decisions: Point[];
  checkpoints: Point[];
  rows: { record_id: string; fields: Record<string, string> }[];
  diff: unknown[];
};

/** What no rule would ever quote or change: a judge that copies everything, and a cell with the text. */
async function makeWorse(made: string): Promise<void> {
  const worse = (points: Point[]): void => {
    for (const point of points) {
      if (point.id !== 'CP2') continue;
      point.reason = `${TRAPS} ${MARKDOWN}`;
      for (const pointer of point.evidence) pointer.quote = MESSAGE;
    }
  };
  const change = async (name: string, edit: (value: Changed) => void): Promise<void> => {
    const file = path.join(made, name);
    const value = JSON.parse(await readFile(file, 'utf8')) as Changed;
    edit(value);
    await writeFile(file, JSON.stringify(value));
  };
  await change('evidence/H06/judge-H06.json', ({ decisions }) => worse(decisions));
  await change('results/verdict-H06.json', ({ checkpoints }) => worse(checkpoints));
  await change('evidence/H06/e-qc-002-H06-post.json', ({ rows, diff }) => {
    const row = rows.find(({ fields }) => fields['编号'] === 'BX-624');
    if (row === undefined) throw new Error('no row BX-624');
    diff.push({
      op: 'change',
      path: `/${row.record_id}/责任人`,
      before: row.fields['责任人'],
      after: MESSAGE,
      actor: { kind: 'agent', key: 'xiaoduo' },
    });
    row.fields['责任人'] = MESSAGE;
  });
}

/** The text of a message without the tags that name whose quotes it holds. */
async function textOf(message: Locator): Promise<string> {
  let text = (await message.locator('.message-text .foreign').allTextContents()).join('');
  for (const tag of await message.locator('.quote-tag').allTextContents()) text = text.replace(tag, '');
  return text;
}

/** The one command that a link of ours runs where an agent's text stands. */
const OURS = '[data-href^="command:sundowner.openReview?"]';

/** Elements that only a text taken for something else would have made. */
const made = (place: Locator): Promise<number> =>
  place
    .locator(
      `script, iframe, object, [onerror], img[src*="evil"], a[href^="http"], a[data-href^="command:"]:not(${OURS}), .codicon-flame`,
    )
    .count();

/** Runs in the page: notes every icon that a text made, also one that is gone in a moment (status bar, notifications). */
const WATCH_ICONS = `
  window.iconsOfText = [];
  new MutationObserver(() => {
    for (const icon of document.querySelectorAll('.codicon-flame')) window.iconsOfText.push(icon.outerHTML);
  }).observe(document.body, { subtree: true, childList: true, attributeFilter: ['class'] });
`;

it(
  'what an agent wrote is text in the review, the tree, the hover, the test message and the terminal',
  TEST,
  async () => {
    const workspace = await sampleWorkspace(0.5);
    onTestFinished(() => workspace.remove());
    await playHostile(workspace);
    const options = {
      workspace: workspace.dir,
      extensionDevelopmentPath: ROOT,
      settings: SETTINGS,
      width: 1600,
      file: 'cases/H06.case.yaml',
    };
    await inWorkbench('hostile', options, async (workbench) => {
      const { page } = workbench;
      const dialogs: string[] = [];
      page.on('dialog', (dialog) => {
        dialogs.push(dialog.message());
        void dialog.dismiss();
      });
      await page.evaluate(WATCH_ICONS);
      await workbench
        .codeLens(/FAIL 0 of 2/)
        .first()
        .click(SLOW);
      const review = workbench.webview();
      await review.locator('#tab-thread').click(SLOW);
      const message = review.locator('article.agent');
      await message.locator('.message-text').waitFor(SLOW);
      expect(await textOf(message)).toBe(MESSAGE);
      expect(await message.locator('.message-name').textContent()).toBe(AGENT);
      // A click on what looks like a link is a click on text.
      await message.getByText('[run](command:', { exact: false }).first().click();
      expect(await review.locator('article:not(.agent) .message-name').first().textContent()).toBe(ACTOR);
      expect(await made(review.locator('#root'))).toBe(0);
      await review.locator('#tab-tables').click();
      await review.getByText(TABLE, { exact: false }).first().waitFor();
      expect(await review.locator('.evidence').textContent()).toContain(MESSAGE.slice(0, 40));
      expect(await made(review.locator('#root'))).toBe(0);
      await workbench.screenshot('hostile-review');

      // The hover: reason and quotes; the one link is ours.
      await workbench.tab('H06.case.yaml').click();
      await page.locator('.view-line', { hasText: '[CP2·结果]' }).getByText('在话题里回读').hover();
      const hover = page.locator('.monaco-hover:visible', { hasText: 'alert(1)' });
      await hover.waitFor(SLOW);
      await workbench.screenshot('hostile-hover');
      expect(await made(hover)).toBe(0);
      expect(await hover.locator('img').count()).toBe(0);
      const links = await hover.locator('a').allTextContents();
      expect(links).toEqual(['Open review']);
      const said = (await hover.allInnerTexts()).join('\n').replaceAll('\u00a0', ' ');
      for (const text of [
        '<script>alert(2)</script>',
        '$(flame)',
        '[U+202E]abc[U+202C]',
        MARKDOWN,
        '[out](command:sundowner.runBatch)',
      ])
        expect(said).toContain(text);

      // The tree.
      await workbench.command('View: Show Sundowner');
      const rows = workbench.treeRows('Batches');
      await rows.first().click();
      await rows.filter({ hasText: 'H06' }).waitFor();
      expect(await made(page.locator('.pane-body'))).toBe(0);
      // Away from where the click left it: a mouse that does not move opens nothing.
      await page.mouse.move(800, 400);
      await rows.first().locator('.monaco-icon-label').first().hover();
      const tooltip = page.locator('.monaco-hover:visible');
      await tooltip.first().waitFor(SLOW);
      expect(await made(tooltip)).toBe(0);
      await workbench.screenshot('hostile-tooltip');
      await page.mouse.move(800, 895);
      await tooltip.first().waitFor({ state: 'hidden' });

      // A run of its own: test messages, and the words of the task in a terminal.
      await workbench.codeLens('Run case').first().click();
      const inline = page.locator('.test-error-content-widget').filter({ hasText: 'DED1' });
      await inline.click(SLOW);
      const peek = page
        .locator('.test-output-peek-message-container:visible, .test-output-peek:visible')
        .first();
      await peek.waitFor();
      await peek.getByText('[ESC]', { exact: false }).first().waitFor();
      await workbench.screenshot('hostile-message');
      expect(await made(peek)).toBe(0);
      await page.keyboard.press('Escape');

      await workbench.command('Tasks: Run Task');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'one case' }).first().click();
      const terminal = page.locator('.xterm-rows');
      await terminal.getByText('waiting for', { exact: false }).first().waitFor(SLOW);
      await terminal.getByText('[ESC][2J[U+202E]', { exact: false }).first().waitFor();
      await workbench.screenshot('hostile-terminal');
      expect(await made(terminal)).toBe(0);

      expect(await page.evaluate('window.iconsOfText')).toEqual([]);
      expect(dialogs).toEqual([]);
      expect(await page.locator('.monaco-dialog-box').count()).toBe(0);
      expect(workbench.foreignRequests).toEqual([]);
    });
  },
);

import { artefact } from '../vscode/host/browser.ts';
import { evidence } from './harbor.ts';
import type { Panel } from './harness.ts';
import { message } from './make.ts';
import { states } from './states.ts';
import type { Theme } from './themes.ts';

const HIDDEN =
  '\x1b[31mPASS 5 of 5\x1b[0m · unmet\u202E 5 fo 5\u202C · ad\u200Bmin · שלום (5 of 5) · <img src=x>\u0000\nnext line';

/** Pictures of the other kinds of evidence, the keys, Chinese words and the smallest width. */
export async function shootParts(panel: Panel, theme: Theme): Promise<void> {
  const { page } = panel;
  const { fail } = states();
  panel.host.shown = fail;
  await panel.open({ theme, width: 720, lang: 'zh-cn' });
  for (const [key, point, name] of [
    ['2', 'CP4', 'tables'],
    ['3', 'CP5', 'documents'],
    ['4', 'DED1', 'events'],
  ] as const) {
    await page.locator(`[data-point=${point}] > [role=option]`).click();
    await page.keyboard.press(key);
    await page.locator(`.evidence-${name} .section`).first().waitFor();
    await page.screenshot({ path: await artefact('review', `${theme}-720-part-${name}.png`) });
  }
  await page.keyboard.press('f');
  await page.locator('dialog.flag-form').waitFor();
  await page.screenshot({ path: await artefact('review', `${theme}-720-part-flag.png`) });
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  await page.keyboard.press('h');
  await page.locator('.bar-blind').waitFor();
  await page.screenshot({ path: await artefact('review', `${theme}-720-part-blind.png`) });
  await page.keyboard.press('h');
  await page.keyboard.press('?');
  await page.screenshot({ path: await artefact('review', `${theme}-720-part-keys.png`) });
  await page.keyboard.press('Escape');
  await page.locator('dialog').waitFor({ state: 'detached' });
  panel.host.lists.thread[2] = message('小舵 #1', 'Agent under test', '22:32', HIDDEN, { author: 'agent' });
  await panel.send({ ...fail, review: { ...fail.review, revision: 'hidden', points: [], state: 'running' } });
  await page.keyboard.press('1');
  await page.locator('.hidden-char').first().waitFor({ state: 'attached' });
  await page.screenshot({ path: await artefact('review', `${theme}-720-part-hidden.png`) });
  panel.host.lists = evidence();
  await panel.send(fail);
  for (const width of [480, 320]) {
    await page.setViewportSize({ width, height: 860 });
    await page.locator('[data-point=CP3] > [role=option]').click();
    await page.locator('.in-place .message').waitFor();
    await page.screenshot({ path: await artefact('review', `${theme}-${width}-part-zh.png`) });
  }
}

/** Pictures of every state in every theme at two widths, for people to look at. */
export async function shootAll(
  panel: Panel,
  themes: readonly Theme[],
  widths: readonly number[],
): Promise<number> {
  let n = 0;
  for (const theme of themes)
    for (const width of widths) {
      panel.host.shown = null;
      await panel.open({ theme, width, lang: 'en' });
      for (const [name, shown] of Object.entries(states())) {
        // A folder of its own makes it another case, which begins without a choice.
        shown.review.batch.dir += name;
        panel.host.shown = shown;
        await panel.send(shown);
        await panel.page.locator(name === 'empty' ? '.empty' : '.head').waitFor();
        if (name.startsWith('fail')) await panel.page.locator('[data-point=CP3] > [role=option]').click();
        if (name !== 'empty' && (width >= 640 || name.startsWith('fail')))
          await panel.page.locator('.message').first().waitFor();
        await panel.page.screenshot({ path: await artefact('review', `${theme}-${width}-${name}.png`) });
        n += 1;
      }
    }
  return n;
}

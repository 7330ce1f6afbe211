import { artefact } from '../vscode/host/browser.ts';
import { states } from './fixtures.ts';
import type { Panel } from './harness.ts';
import type { Theme } from './themes.ts';

/** Pictures of every state in every theme at two widths, for people to look at. */
export async function shootAll(panel: Panel, themes: readonly Theme[], widths: readonly number[]): Promise<number> {
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

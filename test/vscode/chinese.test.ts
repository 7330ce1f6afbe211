import { expect, it } from 'vitest';
import { ROOT } from './host/cache.ts';
import { inWorkbench } from './host/session.ts';
import { sampleWorkspace } from './host/workspace.ts';

it('speaks Chinese where the editor does: lens, verdict in the source, test message, review', async () => {
  const workspace = await sampleWorkspace(0.5);
  const options = {
    workspace: workspace.dir,
    extensionDevelopmentPath: ROOT,
    language: 'zh-cn',
    file: 'cases/H01.case.yaml',
  };
  try {
    await inWorkbench('chinese', { ...options, locale: 'zh-CN' }, async (workbench) => {
      const run = { timeout: 120_000 };
      await workbench.codeLens('运行本题').first().waitFor(run);
      const status = await workbench.statusFromNow();
      await workbench.codeLens('运行本题').first().click();
      const lens = workbench.codeLens(/FAIL 2 \/ 3：CP3 未命中/).first();
      await lens.waitFor(run);
      expect((await status()).filter((said) => /Sundowner: H01: 等 .* 答轮 1/.test(said))).not.toEqual([]);
      await workbench.page
        .locator('.test-error-content-widget')
        .filter({ hasText: 'CP3 · 未命中' })
        .waitFor();
      await lens.click();
      await workbench.tab('判定：H01').waitFor();
      const review = workbench.webview();
      await review.getByText('触发 1 条扣分').first().waitFor(run);
      await review.getByRole('tab', { name: /话题/ }).waitFor();
      await workbench.screenshot('chinese');
      expect(workbench.foreignRequests).toEqual([]);
    });
  } finally {
    await workspace.remove();
  }
});

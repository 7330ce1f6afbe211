import { execSync } from 'node:child_process';
import { ROOT } from './cache.ts';
import { Workbench } from './driver.ts';
import { startHost } from './server.ts';
import { sampleWorkspace } from './workspace.ts';
const ws = await sampleWorkspace();
const host = await startHost({ workspace: ws.dir });
const w = await Workbench.open(host, { extensionDevelopmentPath: ROOT, width: 1440, height: 1000 });
const shot = (n: string) => w.page.screenshot({ path: `/tmp/walk/${n}.png` });
try {
  await w.openFile('H01.case.yaml');
  await w.codeLens('Run case').first().waitFor({ timeout: 30000 });
  await shot('1-open');
  await w.codeLens('Run case').first().click();
  await w.page.waitForTimeout(4000);
  await shot('2-running');
  await w
    .codeLens(/PASS|FAIL/)
    .first()
    .waitFor({ timeout: 60000 });
  await shot('3-done');
  await w
    .codeLens(/PASS|FAIL/)
    .first()
    .click();
  await w.page.waitForTimeout(3000);
  await shot('4-review');
  await w.command('Sundowner: Focus on Batches View').catch(() => shot('err'));
  await w.page.waitForTimeout(1500);
  await shot('5-batches');
} catch (e) {
  console.log(String(e));
  await shot('err');
}
console.log(
  w.consoleLines
    .filter((l) => /rror/.test(l))
    .slice(-15)
    .join('\n'),
);
console.log(
  execSync(
    `find ${JSON.stringify(host.logs)} -name '*undowner*' | head; cat "$(find ${JSON.stringify(host.logs)} -name '*Sundowner*.log' | head -1)" | tail -40`,
    { shell: '/bin/bash' },
  ).toString(),
);
await w.close();
await host.stop();
await ws.remove();

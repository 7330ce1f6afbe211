import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { editFile } from './host/batch.ts';
import { ROOT } from './host/cache.ts';
import { inWorkbench } from './host/session.ts';
import { emptyWorkspace } from './host/workspace.ts';

/** An evalset as the platform exports it: JSON, all checkpoints of a case in one line. */

const SAMPLE = path.join(ROOT, 'samples/harbor');
const CASES = 'evalset/cases.json';
const SLOW = { timeout: 120_000 };
const TEST = { timeout: 300_000 };

const yaml = (file: string): unknown => parse(readFileSync(path.join(SAMPLE, file), 'utf8'));

function exportInto(dir: string): void {
  for (const folder of ['evalset', 'script', 'npc']) mkdirSync(path.join(dir, folder));
  const write = (file: string, value: unknown): void =>
    writeFileSync(path.join(dir, file), JSON.stringify(value, null, 2));
  write(
    CASES,
    readdirSync(path.join(SAMPLE, 'cases')).map((name) => yaml(`cases/${name}`)),
  );
  write('script/world-preset.json', yaml('world/harbor.world.yaml'));
  editFile(path.join(dir, 'script/world-preset.json'), (text) =>
    text.replace(/"gate_quiet_sec": \d+/, '"gate_quiet_sec": 0.5'),
  );
  write(
    'npc/npc-playbook.json',
    readdirSync(path.join(SAMPLE, 'npc')).map((name) => yaml(`npc/${name}`)),
  );
  for (const name of ['cases.meta.json', 'cases.checks.yaml'])
    cpSync(path.join(SAMPLE, name), path.join(dir, 'evalset', name));
}

it(
  'is checked, run from its own lens, and its verdicts stand behind each checkpoint in the line',
  TEST,
  async () => {
    const workspace = await emptyWorkspace('exported 汐港');
    try {
      exportInto(workspace.dir);
      const file = path.join(workspace.dir, CASES);
      const text = readFileSync(file, 'utf8');
      const settings = { 'editor.wordWrap': 'on' };
      const options = {
        workspace: workspace.dir,
        extensionDevelopmentPath: ROOT,
        settings,
        width: 1600,
        height: 1100,
        file: CASES,
      };
      await inWorkbench('exported', options, async (workbench) => {
        const { page } = workbench;
        const lenses = workbench.codeLens('Run case');
        await lenses.first().waitFor(SLOW);
        const problems = await workbench.problems();
        const planted = problems.filter({ hasText: 'nowhere' }).first();
        const mistaken = text.replace('"group_key": "ops"', '"group_key": "nowhere"');
        await workbench.untilNoticed(file, mistaken, planted, 'visible');
        await workbench.screenshot('exported-mistake');
        await workbench.untilNoticed(file, text, planted, 'detached');

        await workbench.command('View: Toggle Panel Visibility');
        // What is exported names no agent; the refusal says where to write one.
        await lenses.first().click();
        await page.locator('.test-error-content-widget', { hasText: 'no agent is defined' }).waitFor(SLOW);
        writeFileSync(path.join(workspace.dir, 'evalset.yaml'), EVALSET);
        await page.locator('.explorer-folders-view', { hasText: 'evalset.yaml' }).waitFor(SLOW);
        await lenses.first().click();
        await workbench
          .codeLens(/FAIL 2 of 3/)
          .first()
          .waitFor(SLOW);
        // What the line says between its checkpoints, in the order in which it is drawn.
        const words = /[✓✗●○] (Met|Unmet|Triggered|Not triggered)/;
        const drawn = (): Promise<string> => page.evaluate(DRAWN);
        await expect.poll(drawn, { timeout: 30_000 }).toMatch(words);
        await workbench.screenshots('exported');
        const order = [...(await drawn()).matchAll(/\[(CP\d|扣分)|([✓✗●○]) (?:Met|Unmet|Triggered)/g)].map(
          ([, point, mark]) => point ?? mark,
        );
        expect(order.slice(0, 8)).toEqual(['CP1', '✓', 'CP2', '✓', 'CP3', '✗', '扣分', '●']);
        expect(workbench.foreignRequests).toEqual([]);
      });
    } finally {
      await workspace.remove();
    }
  },
);

const EVALSET = `
name: 'Harbor Tide'
version: 'V1.0'
cases: [evalset/cases.json]
world: script/world-preset.json
npcs: [npc/npc-playbook.json]
meta: evalset/cases.meta.json
checks: evalset/cases.checks.yaml
agents:
  sample: { driver: member, command: ['\${node}', '\${sundowner}/sample-agent.mjs'] }
`;

/** The text of the lines as it is drawn, with what decorations say in its place. */
const DRAWN = `[...document.querySelectorAll('.view-line')]
  .sort((a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top)
  .flatMap(line => [...line.querySelectorAll(':scope > span > span')])
  .map(span => {
    const after = getComputedStyle(span, '::after').content;
    const words = after === 'none' || after === 'normal' ? '' : JSON.parse(after);
    return (span.textContent + words).replaceAll('\\u00a0', ' ');
  })
  .join('')`;

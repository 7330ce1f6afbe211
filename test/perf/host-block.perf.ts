import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { expect, it } from 'vitest';
import { ROOT } from '../vscode/host/cache.ts';
import { inWorkbench } from '../vscode/host/session.ts';
import type { Workbench } from '../vscode/host/driver.ts';
import { emptyWorkspace } from '../vscode/host/workspace.ts';
import { eventually } from '../vscode/suite/eventually.ts';
import { BIG_CASE, writeBigBatches } from './host-block/big-batches.ts';
import { connectProbe, Measured, type Probe } from './host-block/connection.ts';
import { writeEvalset } from './host-block/evalset.ts';
import { print, printFigure, type Note } from './host-block/report.ts';

/** The editor's own search for ports starts a process every two seconds, which blocks the host by itself. */
const SETTINGS = {
  'remote.autoForwardPorts': false,
  'remote.autoForwardPortsSource': 'output',
  // Without a graphics card the window draws a terminal so slowly that it has no time left for the review.
  'terminal.integrated.gpuAcceleration': 'off',
};
const LONG = { timeout: 60_000 };

it('blocks of the event loop', async () => {
  const workspace = await emptyWorkspace('harbor 94');
  const outside = await emptyWorkspace('harbor 94 outside');
  const scratch = await mkdtemp(path.join(os.tmpdir(), 'sundowner-probe-'));
  const profiled = process.env['SUNDOWNER_PROFILE'] === '1';
  try {
    await writeEvalset(workspace.dir);
    await cp(workspace.dir, outside.dir, { recursive: true });
    const big = await writeBigBatches(workspace.dir);
    const extensionsDir = path.join(scratch, 'extensions');
    await cp(
      path.join(import.meta.dirname, 'host-block/probe'),
      path.join(extensionsDir, 'sundowner-perf.probe-0.0.1'),
      {
        recursive: true,
      },
    );
    const socket = path.join(scratch, 'probe.sock');
    const options = {
      workspace: workspace.dir,
      extensionsDir,
      env: { SUNDOWNER_PROBE: socket },
      settings: SETTINGS,
    };
    await inWorkbench(
      'host-block',
      { ...options, extensionDevelopmentPath: ROOT, width: 1600 },
      async (workbench) => {
        let probe: Probe | null = null;
        await eventually(
          'the probe listens',
          async () => {
            probe = await connectProbe(socket).catch(() => null);
            return probe !== null;
          },
          120_000,
        );
        await measure(workbench, probe!, { big, outside: outside.dir, workspace: workspace.dir, profiled });
      },
    );
  } finally {
    await workspace.remove();
    await outside.remove();
    await rm(scratch, { recursive: true, force: true });
  }
});

type Setup = {
  big: { message: string; many: string };
  outside: string;
  workspace: string;
  profiled: boolean;
};

async function measure(workbench: Workbench, probe: Probe, setup: Setup): Promise<void> {
  await workbench.testing();
  await workbench.command('View: Show Sundowner');
  const rows = workbench.treeRows('Batches');
  await rows.nth(1).waitFor(LONG);
  await probe.ask({ do: 'open', file: path.join(setup.workspace, 'cases/H01.case.yaml') });
  await workbench.codeLens('Run case').first().waitFor(LONG);

  let control: Measured | undefined;
  if (process.env['SUNDOWNER_CONTROL'] !== '0')
    control = await round(
      'control: extension idle, the same batch run elsewhere by the command line',
      probe,
      setup,
      {
        act: async (note) => {
          note('the command line runs the batch elsewhere');
          await runOutside(setup.outside);
        },
      },
    );
  const measured = await round('batch of 94 cases in the editor, two reviews of 100 MB paged', probe, setup, {
    act: async (note) => {
      note('Run Batch');
      const ended = probe.ask({ do: 'task' });
      const over = new AbortController();
      void ended.finally(() => over.abort());
      const row = rows.filter({ hasText: /running|of 94/ }).first();
      await row.waitFor(LONG);
      await row.click();
      note('the running batch is opened in the tree');
      await probe.ask({ do: 'command', id: 'workbench.action.closePanel', args: [] });
      while (!over.signal.aborted)
        for (const [name, dir] of Object.entries(setup.big)) {
          note(`review of ${name} is opened`);
          const args = [{ batch: dir, caseId: BIG_CASE }];
          await probe.ask({ do: 'command', id: 'sundowner.openReview', args });
          await page(workbench, workbench.webview(), (what) => note(`${name}: ${what}`));
        }
      expect(await ended).toBe(0);
    },
  });
  printFigure(measured, control);
}

/** Measures while `act` runs and prints the figures, those of a failed measurement as well. */
async function round(
  name: string,
  probe: Probe,
  { profiled }: Setup,
  { act }: { act: (note: (what: string) => void) => Promise<void> },
): Promise<Measured> {
  const notes: Note[] = [];
  await probe.ask({ do: 'start', profiled });
  const began = performance.now();
  const stop = async (): Promise<Measured> => {
    const measured = Measured.parse(await probe.ask({ do: 'stop' }));
    print(name, measured, notes);
    return measured;
  };
  try {
    await act((what) => notes.push({ at: performance.now() - began, what }));
  } catch (error) {
    await stop();
    throw error;
  }
  return stop();
}

/** Scrolls through the evidence: down by screens, and to far places. */
async function page(workbench: Workbench, review: FrameLocator, note: (what: string) => void): Promise<void> {
  const list = review.locator('#evidence');
  // Where the window leaves room for one column, the points come first.
  await review.getByRole('tab', { name: /^Thread/ }).click(LONG);
  await list.locator('article').first().waitFor(LONG);
  note('is shown');
  for (const share of [0, 0.001, 0.002, 0.5, 0.25, 0.75, 1]) {
    note(`to be scrolled to ${share}`);
    // A string, because the types of a page are none of the tests'.
    await list.evaluate(`(element, to) => (element.scrollTop = to * element.scrollHeight)`, share);
    await list.locator('article').first().waitFor(LONG);
    // As a person stays with what they read.
    await workbench.page.waitForTimeout(300);
  }
}

async function runOutside(evalset: string): Promise<void> {
  const cli = path.join(ROOT, 'dist/extension/command/cli.mjs');
  const child = spawn(process.execPath, [cli, 'run', '--progress=json', '--', evalset], {
    cwd: evalset,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  child.stderr.resume();
  const [code] = (await once(child, 'close')) as [number | null];
  expect(code).toBe(0);
}

import { afterAll, afterEach, beforeAll } from 'vitest';
import { Workbench, type OpenOptions } from './driver.ts';
import { startHost, type HostOptions, type RunningHost } from './server.ts';

/**
 * Opens an editor of its own for one test and ends it afterwards. When `use` fails, picture, console and logs are kept
 * under `artefacts/vscode/failures/<name>/`.
 */
export async function inWorkbench(
  name: string,
  options: HostOptions & OpenOptions,
  use: (workbench: Workbench, host: RunningHost) => Promise<void>,
): Promise<void> {
  const host = await startHost(options);
  try {
    const workbench = await Workbench.open(host, options);
    try {
      await use(workbench, host);
    } catch (error) {
      await workbench.fail(name);
      throw error;
    } finally {
      await workbench.close();
    }
  } finally {
    await host.stop();
  }
}

/** An editor that the tests of a file share, one after the other. Each test leaves it as the next one can use it. */
export type Shared = { readonly workbench: Workbench; readonly host: RunningHost };

/** Opens one editor for all tests of a file: most of what a small test costs is the start of its editor. */
export function sharedWorkbench(
  name: string,
  options: () => Promise<HostOptions & OpenOptions>,
): () => Shared {
  let host: RunningHost | undefined;
  let workbench: Workbench | undefined;
  beforeAll(async () => {
    const made = await options();
    host = await startHost(made);
    workbench = await Workbench.open(host, made);
  });
  afterEach(async ({ task }) => {
    if (task.result?.state === 'fail') await workbench?.fail(name);
  });
  afterAll(async () => {
    await workbench?.close();
    await host?.stop();
  });
  return () => {
    if (host === undefined || workbench === undefined) throw new Error(`the editor of ${name} did not open`);
    return { host, workbench };
  };
}

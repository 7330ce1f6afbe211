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

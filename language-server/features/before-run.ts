import type { Feature } from '../context.ts';
import type { Project } from '../project/project.ts';
import { uriOf } from '../project/uris.ts';
import { checkBeforeRun, type Hindrance } from '../protocol.ts';

/** The errors that keep an evalset from being run. The disk is looked at anew: what is run must be what was checked. */
export const beforeRun: Feature = {
  register({ connection, project, answer }) {
    connection.onRequest(
      checkBeforeRun,
      answer(
        'checkBeforeRun',
        ({ root }) => hindrances(project, root),
        // A check that failed is neither a hindrance nor leave to run: the client is told that it failed.
        (error) => {
          throw error;
        },
      ),
    );
  },
};

async function hindrances(project: Project, root: string): Promise<Hindrance[]> {
  project.distrust(root);
  const { findings } = await project.evalset(root);
  const buffers = project.buffers();
  return findings
    .filter(({ severity }) => severity === 'error')
    .map(({ file, range, message, code }) => ({
      uri: buffers.get(file)?.uri ?? uriOf(file),
      range,
      message,
      code,
    }));
}

import { messageIn } from '../../engine/evalset/index.ts';
import type { Feature } from '../context.ts';
import type { Words } from '../l10n/words.ts';
import type { Project } from '../project/project.ts';
import { uriOf } from '../project/uris.ts';
import { checkBeforeRun, type Hindrance } from '../protocol.ts';

/** The errors that keep an evalset from being run. The disk is looked at anew: what is run must be what was checked. */
export const beforeRun: Feature = {
  register({ connection, project, words, answer }) {
    connection.onRequest(
      checkBeforeRun,
      answer(
        'checkBeforeRun',
        ({ root }) => hindrances(project, root, words),
        // A check that failed is neither a hindrance nor leave to run: the client is told that it failed.
        (error) => {
          throw error;
        },
      ),
    );
  },
};

async function hindrances(project: Project, root: string, words: Words): Promise<Hindrance[]> {
  project.distrust(root);
  const { findings } = await project.evalset(root);
  const buffers = project.buffers();
  return findings
    .filter(({ severity }) => severity === 'error')
    .map((finding) => ({
      uri: buffers.get(finding.file)?.uri ?? uriOf(finding.file),
      range: finding.range,
      message: messageIn(finding, words.findings),
      code: finding.code,
    }));
}

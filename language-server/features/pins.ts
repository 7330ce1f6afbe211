import { messageIn, pathIn, planPinOf } from '../../engine/evalset/index.ts';
import type { Feature } from '../context.ts';
import { rangeOf } from '../convert.ts';
import { restored } from '../fixes/pin.ts';
import { applyEdits } from '../fixes/apply.ts';
import type { Words } from '../l10n/words.ts';
import type { AuthorFile } from '../project/author-file.ts';
import type { Project } from '../project/project.ts';
import { uriOf } from '../project/uris.ts';
import { pinnedText, pinState, type PinnedText, type PinState } from '../protocol.ts';

/** What a client needs to pin a version, and to show a file beside its pinned texts. */
export const pins: Feature = {
  register({ connection, project, words, answer }) {
    connection.onRequest(
      pinState,
      answer(
        'pinState',
        ({ root }) => stateOf(project, root, words),
        (error) => {
          throw error;
        },
      ),
    );
    connection.onRequest(
      pinnedText,
      answer(
        'pinnedText',
        async ({ uri }) => textOf(await project.file(uri)),
        () => null,
      ),
    );
  },
};

async function stateOf(project: Project, root: string, words: Words): Promise<PinState> {
  const inspected = await project.evalset(root);
  const { file, pin } = inspected.view;
  const buffers = project.buffers();
  const plan = planPinOf(root, inspected);
  const document = file?.file;
  const hindrance = plan.what === 'errors' ? plan.findings[0] : undefined;
  return {
    version: file?.value.version ?? null,
    versionAt:
      document === undefined
        ? null
        : {
            uri: buffers.get(document.path)?.uri ?? uriOf(document.path),
            range: rangeOf(document, document.locate(['version'])),
          },
    pinned: pin?.value.version ?? null,
    taken: plan.what === 'taken',
    hindrance: hindrance === undefined ? null : messageIn(hindrance, words.findings),
  };
}

/** The file with every pinned text that differs put back. */
function textOf(file: AuthorFile | null): PinnedText | null {
  const version = file?.evalset?.inspected.view.pin?.value.version;
  if (file === null || version === undefined) return null;
  const { document } = file.loaded;
  const edits = file.findings.flatMap(({ data, pointer }) => {
    const edit =
      data?.kind === 'pin' && data.text !== undefined
        ? restored(document, pathIn(document.value, pointer), data.text)
        : null;
    return edit === null ? [] : [edit];
  });
  return { version, text: applyEdits(document, edits) };
}

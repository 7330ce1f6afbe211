import {
  LSPErrorCodes,
  ResponseError,
  type Position,
  type PrepareRenameResult,
  type WorkspaceEdit,
} from 'vscode-languageserver';
import type { Context, Feature } from '../context.ts';
import { filesAround, keyAt, type Occurrence } from '../keys/occurrences.ts';
import { fixed, renamed, whyNot } from '../keys/rename.ts';
import type { Words } from '../l10n/words.ts';
import type { AuthorFile } from '../project/author-file.ts';
import { nameIn, type Project } from '../project/project.ts';
import { uriOf } from '../project/uris.ts';

/** Another name for a key, in all files of the evalset at once. Copies that a run froze keep theirs. */
export const rename: Feature = {
  capabilities: (client) => ({
    renameProvider: client.textDocument?.rename?.prepareSupport === true ? { prepareProvider: true } : true,
  }),
  register({ connection, project, answer, words }: Context) {
    connection.onPrepareRename(
      answer(
        'prepareRename',
        async ({ textDocument, position }) => prepared(await project.file(textDocument.uri), position, words),
        () => null,
      ),
    );
    connection.onRenameRequest(
      answer(
        'rename',
        async ({ textDocument, position, newName }) =>
          editOf(await project.file(textDocument.uri), position, newName.trim(), words, project),
        () => null,
      ),
    );
  },
};

export function prepared(
  file: AuthorFile | null,
  position: Position,
  words: Words,
): PrepareRenameResult | null {
  const at = renamable(file, position, words);
  if (at === null) return null;
  const kept = fixed(at.mark.register, at.mark.key, words);
  if (kept !== null) throw refused(kept);
  return { range: at.range, placeholder: at.mark.key };
}

export function editOf(
  file: AuthorFile | null,
  position: Position,
  name: string,
  words: Words,
  project: Pick<Project, 'buffers'>,
): WorkspaceEdit | null {
  const at = renamable(file, position, words);
  if (file === null || at === null) return null;
  const files = filesAround(file);
  const root = file.evalset?.root;
  const reason = whyNot(files, at, name, words, (path) => (root === undefined ? path : nameIn(root, path)));
  if (reason !== null) throw refused(reason);
  const buffers = project.buffers();
  const changes: NonNullable<WorkspaceEdit['changes']> = {};
  for (const [path, edits] of renamed(files, at, name))
    changes[buffers.get(path)?.uri ?? uriOf(path)] = edits.map((edit) => ({ ...edit }));
  return { changes };
}

function renamable(file: AuthorFile | null, position: Position, words: Words): Occurrence | null {
  if (file?.ours !== true) return null;
  if (file.frozen) throw refused(words.renameFrozen);
  return keyAt(file, position);
}

const refused = (reason: string): ResponseError => new ResponseError(LSPErrorCodes.RequestFailed, reason);

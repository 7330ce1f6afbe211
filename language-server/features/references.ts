import { DocumentHighlightKind, type DocumentHighlight, type Position } from 'vscode-languageserver';
import type { Feature } from '../context.ts';
import { keyAt, occurrencesOf } from '../keys/occurrences.ts';
import type { AuthorFile } from '../project/author-file.ts';
import { locationsOf } from './definition.ts';

/** Where a key is used: in all files of the evalset, and marked in the one that is open. */
export const references: Feature = {
  capabilities: () => ({ referencesProvider: true, documentHighlightProvider: true }),
  register({ connection, project, answer }) {
    connection.onReferences(
      answer(
        'references',
        async ({ textDocument, position, context }) =>
          locationsOf(
            await project.file(textDocument.uri),
            position,
            project,
            context.includeDeclaration ? ['definition', 'reference'] : ['reference'],
          ),
        () => [],
      ),
    );
    connection.onDocumentHighlight(
      answer(
        'highlights',
        async ({ textDocument, position }) => highlightsOf(await project.file(textDocument.uri), position),
        () => [],
      ),
    );
  },
};

export function highlightsOf(file: AuthorFile | null, position: Position): DocumentHighlight[] {
  const at = file?.ours === true ? keyAt(file, position) : null;
  if (file === null || at === null) return [];
  return [...occurrencesOf([file.loaded], at.mark.register, at.mark.key)].map(({ mark, range }) => ({
    range,
    kind: mark.role === 'definition' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
  }));
}

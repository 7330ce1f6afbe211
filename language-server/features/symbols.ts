import type { DocumentSymbol } from 'vscode-languageserver';
import type { Feature } from '../context.ts';
import { symbolsOf } from '../outline/symbols.ts';

/** The outline of a file: cards with turns and checkpoints; a world's people, groups and assets; playbooks; checks. */
export const symbols: Feature = {
  capabilities: () => ({ documentSymbolProvider: { label: 'Sundowner' } }),
  register({ connection, project, answer, words }) {
    connection.onDocumentSymbol(
      answer(
        'symbols',
        async ({ textDocument }): Promise<DocumentSymbol[]> => {
          const file = await project.file(textDocument.uri);
          return file?.ours === true ? symbolsOf(file.loaded, words) : [];
        },
        () => [],
      ),
    );
  },
};

import { DocumentDiagnosticReportKind, type DocumentDiagnosticReport } from 'vscode-languageserver';
import type { Feature } from '../context.ts';
import type { Words } from '../l10n/words.ts';
import type { Project } from '../project/project.ts';
import { protocolReport, reportOf } from '../reports.ts';

/** What is wrong with one file, pulled by the client when it looks at it. */
export const diagnostics: Feature = {
  capabilities: ({ textDocument }) =>
    textDocument?.diagnostic === undefined
      ? {}
      : {
          diagnosticProvider: {
            identifier: 'sundowner',
            interFileDependencies: true,
            workspaceDiagnostics: true,
          },
        },
  register({ connection, client, project, words, answer }) {
    connection.languages.diagnostics.on(
      answer(
        'diagnostics',
        ({ textDocument, previousResultId }) =>
          documentReport(project, textDocument.uri, previousResultId, words),
        (): DocumentDiagnosticReport => ({ kind: DocumentDiagnosticReportKind.Full, items: [] }),
      ),
    );
    // The client knows of its own edits; what the disk did it has to be told.
    if (client.workspace?.diagnostics?.refreshSupport === true)
      project.onChange((what) => {
        if (what === 'disk') connection.languages.diagnostics.refresh().catch(() => undefined);
      });
  },
};

async function documentReport(
  project: Project,
  uri: string,
  previous: string | undefined,
  words: Words,
): Promise<DocumentDiagnosticReport> {
  const file = await project.file(uri);
  return protocolReport(reportOf(file?.findings ?? [], words), previous);
}

import type {
  CancellationToken,
  PreviousResultId,
  WorkspaceDiagnosticReport,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver';
import { nextTurn, orCancelled, type Feature } from '../context.ts';
import type { Words } from '../l10n/words.ts';
import type { Project } from '../project/project.ts';
import { uriOf } from '../project/uris.ts';
import { protocolReport, reportOf, type FileReport } from '../reports.ts';

/**
 * What is wrong in all files, also in those that are not open. The request is held: a client that takes partial results
 * is told of every change until it cancels, any other is answered at the first change.
 */
export const workspaceDiagnostics: Feature = {
  register({ connection, project, words, host }) {
    connection.languages.diagnostics.onWorkspace(async ({ previousResultIds }, token, _work, progress) => {
      const known = new Map(previousResultIds.map(({ uri, value }: PreviousResultId) => [uri, value]));
      let told = false;
      while (!token.isCancellationRequested) {
        const { generation } = project;
        try {
          const items = await changedReports(project, known, words);
          if (items.length > 0 && project.generation === generation) {
            for (const { uri, resultId } of items) if (resultId !== undefined) known.set(uri, resultId);
            if (progress === undefined) return { items };
            progress.report({ items });
          }
        } catch (error) {
          // Stopped by a change: begin again. Anything else is a fault of ours; the next change may be without it.
          if (project.generation === generation && !told) {
            told = true;
            host.log('error', `workspace diagnostics: ${String(error)}`);
          }
        }
        if (project.generation === generation) await changeOf(project, token);
        await nextTurn();
      }
      return { items: [] } satisfies WorkspaceDiagnosticReport;
    });
  },
};

/** The reports that differ from what the client has. Files that are gone are reported empty. */
async function changedReports(
  project: Project,
  known: ReadonlyMap<string, string>,
  words: Words,
): Promise<WorkspaceDocumentDiagnosticReport[]> {
  const reports = new Map<string, { report: FileReport; version: number | null }>();
  const all = await project.findings();
  const buffers = project.buffers();
  for (const [path, findings] of all) {
    const buffer = buffers.get(path);
    reports.set(buffer?.uri ?? uriOf(path), {
      report: reportOf(findings, words),
      version: buffer?.version ?? null,
    });
  }
  const none = reportOf([], words);
  for (const uri of known.keys()) if (!reports.has(uri)) reports.set(uri, { report: none, version: null });
  return [...reports].flatMap(([uri, { report, version }]) =>
    (known.get(uri) ?? none.resultId) === report.resultId
      ? []
      : [{ uri, version, ...protocolReport(report, undefined) }],
  );
}

async function changeOf(project: Project, token: CancellationToken): Promise<void> {
  let stop = (): void => undefined;
  const change = new Promise<void>((resolve) => (stop = project.onChange(() => resolve())));
  await orCancelled(change, token);
  stop();
}

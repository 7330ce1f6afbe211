import { nextTurn, type Feature } from '../context.ts';
import { uriOf } from '../project/uris.ts';
import { reportOf } from '../reports.ts';

/** For clients that do not pull: diagnostics are sent a moment after the last change. */
export const pushedDiagnostics: Feature = {
  register({ connection, client, project, words, host }) {
    if (client.textDocument?.diagnostic !== undefined) return;
    const sent = new Map<string, string>();
    let wanted = false;
    project.onChange(() => {
      if (wanted) return;
      wanted = true;
      void nextTurn().then(async () => {
        wanted = false;
        const { generation } = project;
        try {
          const now = new Map<string, ReturnType<typeof reportOf>>();
          const all = await project.findings();
          const buffers = project.buffers();
          for (const [path, findings] of all)
            now.set(buffers.get(path)?.uri ?? uriOf(path), reportOf(findings, words));
          if (project.generation !== generation) return;
          for (const uri of sent.keys()) if (!now.has(uri)) now.set(uri, reportOf([], words));
          for (const [uri, { items, resultId }] of now) {
            if (sent.get(uri) === resultId) continue;
            sent.set(uri, resultId);
            await connection.sendDiagnostics({ uri, diagnostics: items });
          }
        } catch (error) {
          if (project.generation === generation) host.log('error', `diagnostics: ${String(error)}`);
        }
      });
    });
  },
};

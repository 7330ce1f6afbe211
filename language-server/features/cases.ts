import type { Feature } from '../context.ts';
import { casesIn } from '../outline/cases-in.ts';
import { casesOfFile, type CasesInFile } from '../protocol.ts';

/** The cases of a file, for lenses, verdicts and tests of the client. */
export const cases: Feature = {
  register({ connection, project, answer }) {
    connection.onRequest(
      casesOfFile,
      answer(
        'casesOfFile',
        async ({ uri }): Promise<CasesInFile> => {
          const file = await project.file(uri);
          if (file?.ours !== true) return { version: file?.version ?? null, root: null, cases: [] };
          const root = file.evalset?.root ?? null;
          return { version: file.version, root, cases: casesIn(file.loaded) };
        },
        () => ({ version: null, root: null, cases: [] }),
      ),
    );
  },
};

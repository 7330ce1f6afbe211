import { sha256Hex } from '../../engine/evalset/index.ts';
import type { Feature } from '../context.ts';
import { outlineOf } from '../outline/outline.ts';
import type { Words } from '../l10n/words.ts';
import type { Project } from '../project/project.ts';
import { evalsets, evalsetsChanged, type EvalsetOutline } from '../protocol.ts';

/** A pause in which nothing changed, before the client is told, in milliseconds. */
const QUIET = 150;

/** Every evalset with its cases. A client that asked is told when the answer would be another than it has. */
export const evalsetOutlines: Feature = {
  register({ connection, project, answer, host, words }) {
    let asked = false;
    /** Hash of the list that the client has or was told of; undefined when it may have none, or an old one. */
    let answered: string | undefined;
    let timer: NodeJS.Timeout | undefined;
    const list = answer(
      'evalsets',
      () => outlinesOf(project, words),
      () => null,
    );
    const tell = async (): Promise<void> => {
      const { generation } = project;
      try {
        const now = hashOf(await outlinesOf(project, words));
        if (project.generation !== generation || now === answered) return;
        answered = now;
        await connection.sendNotification(evalsetsChanged);
      } catch (error) {
        if (project.generation !== generation) return;
        answered = undefined;
        host.log('error', `evalsets: ${String(error)}`);
      }
    };
    connection.onRequest(evalsets, async (token) => {
      asked = true;
      // An answer that fails, is cancelled or overtaken leaves a client that must be told of the next one.
      answered = undefined;
      const found = await list(undefined, token);
      if (found === null) return [];
      answered = hashOf(found);
      return found;
    });
    project.onChange(() => {
      if (!asked) return;
      clearTimeout(timer);
      timer = setTimeout(() => void tell(), QUIET);
    });
    connection.onExit(() => clearTimeout(timer));
  },
};

const hashOf = (list: readonly EvalsetOutline[]): string => sha256Hex(JSON.stringify(list));

async function outlinesOf(project: Project, words: Words): Promise<EvalsetOutline[]> {
  const all = await project.all();
  const buffers = project.buffers();
  return [...all].map(([root, inspected]) =>
    outlineOf(root, inspected, (path) => buffers.get(path)?.uri, words),
  );
}

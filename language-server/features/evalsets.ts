import { sha256Hex } from '../../engine/evalset/index.ts';
import type { Feature } from '../context.ts';
import { outlineOf } from '../outline/outline.ts';
import type { Project } from '../project/project.ts';
import { evalsets, evalsetsChanged, type EvalsetOutline } from '../protocol.ts';

/** A pause in which nothing changed, before the client is told, in milliseconds. */
const QUIET = 150;

/** Every evalset with its cases. A client that asked is told when the answer would be another. */
export const evalsetOutlines: Feature = {
  register({ connection, project, answer, host }) {
    let answered: string | undefined;
    let timer: NodeJS.Timeout | undefined;
    const outlines = async (): Promise<EvalsetOutline[]> => {
      const list = await outlinesOf(project);
      answered = sha256Hex(JSON.stringify(list));
      return list;
    };
    const tell = async (): Promise<void> => {
      const { generation } = project;
      try {
        const now = sha256Hex(JSON.stringify(await outlinesOf(project)));
        if (project.generation !== generation || now === answered) return;
        answered = now;
        await connection.sendNotification(evalsetsChanged);
      } catch (error) {
        if (project.generation === generation) host.log('error', `evalsets: ${String(error)}`);
      }
    };
    connection.onRequest(evalsets, (token) => answer('evalsets', outlines, () => [])(undefined, token));
    project.onChange(() => {
      if (answered === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => void tell(), QUIET);
    });
    connection.onExit(() => clearTimeout(timer));
  },
};

async function outlinesOf(project: Project): Promise<EvalsetOutline[]> {
  const all = await project.all();
  return [...all].map(([root, inspected]) =>
    outlineOf(root, inspected, (path) => project.bufferOf(path)?.uri),
  );
}

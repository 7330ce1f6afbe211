import { createServer } from 'node:net';
import { tell } from '../../evalset/index.ts';
import type { Check } from '../model.ts';
import { problemOf } from '../problem.ts';

/** `port-busy`: somebody has the port that the embedded platform is asked to take. */
export const port: Check = async ({ port: wanted, tenant }) => {
  if (wanted === undefined || wanted === 0 || tenant !== null) return [];
  const fault = await faultOf(wanted);
  if (fault === null) return [];
  return [
    problemOf(
      null,
      'blocks',
      'port-busy',
      tell`Port ${wanted} of 127.0.0.1 cannot be had (${fault}). Leave --port out, or give another one.`,
    ),
  ];
};

/** Why the port cannot be listened on; null when it can. */
function faultOf(wanted: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(wanted, '127.0.0.1', () => server.close(() => resolve(null)));
  });
}

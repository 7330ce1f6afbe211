import { createConnection, ProposedFeatures } from 'vscode-languageserver/node';
import { diskFiles } from '../engine/evalset/index.ts';
import { createServer } from './server.ts';

// How the client talks to this process stands in its arguments: --node-ipc or --stdio.
const connection = createConnection(ProposedFeatures.all);
createServer(connection, {
  files: diskFiles(),
  // Swedes write dates as the standard has them, in the time of the place.
  today: () => new Date().toLocaleDateString('sv-SE'),
  log: (level, message) => connection.console[level](message),
});
// A fault that nobody caught is told; the next request finds a server that still stands.
process.on('uncaughtException', (error) => connection.console.error(error.stack ?? error.message));
process.on('unhandledRejection', (reason) => connection.console.error(String(reason)));
connection.listen();

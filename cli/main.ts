import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, CommanderError } from 'commander';
import { processPlaces } from '../engine/agents/places.ts';
import { commandsFor } from './commands/index.ts';
import { Exit, fail } from './exit.ts';
import { reporterFor } from './reporter.ts';
import { Stopping } from './stop.ts';
import { VERSION } from './version.ts';

async function main(argv: readonly string[]): Promise<number> {
  const stopping = new Stopping();
  const reporter = reporterFor(argv);
  let code: number = Exit.done;
  const context = {
    signal: stopping.signal,
    exit: (value: number) => void (code = value),
    stopWithStdin: () => stopping.watchStdin(),
    reporter,
    // The bundle stands beside `sample-agent.mjs`.
    places: processPlaces(path.dirname(fileURLToPath(import.meta.url))),
  };
  const program = new Command('sundowner')
    .description('Author and run evalsets for team agents')
    .version(VERSION)
    .showHelpAfterError('(add --help for what can be given)')
    .exitOverride();
  if (reporter.mode === 'json')
    program
      .showHelpAfterError(false)
      .configureOutput({ outputError: (text) => reporter.error(plain(text), 'usage') });
  for (const command of await commandsFor(argv[2], context)) {
    program.addCommand(command.copyInheritedSettings(program));
  }
  try {
    await program.parseAsync([...argv]);
  } catch (error) {
    if (!(error instanceof CommanderError)) code = fail(error, reporter);
    else code = error.exitCode === 0 ? Exit.done : Exit.usage;
  } finally {
    stopping.close();
  }
  reporter.end(code);
  return code;
}

const plain = (text: string): string => text.trim().replace(/^error: /, '');

process.exitCode = await main(process.argv);

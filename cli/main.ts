import { Command, CommanderError } from 'commander';
import { checkCommand } from './commands/check.ts';
import { compileCommand } from './commands/compile.ts';
import { larkCommand } from './commands/lark.ts';
import { runCommand } from './commands/run.ts';
import { showCommand } from './commands/show.ts';
import { stageCommands } from './commands/stages.ts';
import { Exit, fail } from './exit.ts';
import { VERSION } from './version.ts';

async function main(argv: readonly string[]): Promise<number> {
  const stop = new AbortController();
  const onSignal = (): void => {
    // A second request must still end the process at once.
    process.once('SIGINT', () => process.exit(130));
    stop.abort(new DOMException('stopped by the user', 'AbortError'));
  };
  process.once('SIGINT', onSignal);
  process.once('SIGTERM', onSignal);
  let code: number = Exit.done;
  const context = { signal: stop.signal, exit: (value: number) => void (code = value) };
  const program = new Command('sundowner')
    .description('Author and run evalsets for team agents')
    .version(VERSION)
    .showHelpAfterError('(add --help for what can be given)')
    .exitOverride();
  for (const command of [
    checkCommand(context),
    compileCommand(context),
    runCommand(context),
    ...stageCommands(context),
    showCommand(context),
    larkCommand(context),
  ]) {
    program.addCommand(command.exitOverride());
  }
  try {
    await program.parseAsync([...argv]);
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? Exit.done : Exit.usage;
    return fail(error);
  } finally {
    process.off('SIGINT', onSignal);
    process.off('SIGTERM', onSignal);
  }
}

process.exitCode = await main(process.argv);

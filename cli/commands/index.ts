import type { Command } from 'commander';
import type { CommandContext } from '../exit.ts';

type Load = (context: CommandContext) => Promise<Command[]>;

/** Commands in the order of `--help`. Each loads only what it needs: a check must not wait for a platform. */
const LOADERS: readonly (readonly [names: readonly string[], load: Load])[] = [
  [['check'], async (c) => [(await import('./check.ts')).checkCommand(c)]],
  [['compile'], async (c) => [(await import('./compile.ts')).compileCommand(c)]],
  [['select'], async (c) => [(await import('./select.ts')).selectCommand(c)]],
  [['run'], async (c) => [(await import('./run.ts')).runCommand(c)]],
  [['preflight'], async (c) => [(await import('./preflight.ts')).preflightCommand(c)]],
  [
    ['world', 'cast', 'eval', 'judge', 'score', 'report'],
    async (c) => (await import('./stages.ts')).stageCommands(c),
  ],
  [['decide'], async (c) => [(await import('./decide.ts')).decideCommand(c)]],
  [['show'], async (c) => [(await import('./show.ts')).showCommand(c)]],
  [['compare'], async (c) => [(await import('./compare.ts')).compareCommand(c)]],
  [
    ['sample', 'calibrate'],
    async (c) => {
      const { sampleCommand, calibrateCommand } = await import('./calibrate.ts');
      return [sampleCommand(c), calibrateCommand(c)];
    },
  ],
  [['pin'], async (c) => [(await import('./pin.ts')).pinCommand(c)]],
  [['convert'], async (c) => [(await import('./convert.ts')).convertCommand(c)]],
  [['import'], async (c) => [(await import('./import.ts')).importCommand(c)]],
  [['account'], async (c) => [(await import('./account.ts')).accountCommand(c)]],
  [['lark'], async (c) => [(await import('./lark.ts')).larkCommand(c)]],
];

/** The command that the first word names; all of them when it names none (help, or a mistake). */
export async function commandsFor(word: string | undefined, context: CommandContext): Promise<Command[]> {
  // The version is of no command, and is asked for in a hurry.
  if (word === '--version' || word === '-V') return [];
  const named = LOADERS.filter(([names]) => word !== undefined && names.includes(word));
  const loaded = await Promise.all((named.length > 0 ? named : LOADERS).map(([, load]) => load(context)));
  return loaded.flat();
}

import { Command } from 'commander';
import { NOT_ASKED } from '../../engine/compile/index.ts';
import { compileFolder } from '../../engine/stages/index.ts';
import type { CommandContext } from '../exit.ts';
import {
  budgetOption,
  collect,
  evalsetFolder,
  languageOption,
  parseDay,
  parseInstant,
  runsFolder,
  today,
} from '../options.ts';
import { out, outJson } from '../print.ts';
import { budgetLines } from '../selection-text.ts';

interface SelectOptions {
  readonly budget: number;
  readonly case: readonly string[];
  readonly group?: string;
  readonly agent?: string;
  readonly day0?: string;
  readonly execAt?: string;
  readonly json?: boolean;
}

const HELP = `
In each group the cases that cover most new values come first (storyline, read or write type, capability dimensions,
difficulty, conditional line, several turns, delivery gate, veto, written base, other group), then the shortest. A case
comes with all that it depends on (cases.deps.yaml) or not at all. Groups run at once, so each has the whole time, less
what comes before the first case. A case takes what it took in earlier batches of the same agent below runs/, else what
its turns, its waits and the closing quiet time give. The budget is rounded down: to seconds below a minute, to 5 seconds
below ten minutes, else to minutes. More time never covers less.`;

export function selectCommand(context: CommandContext): Command {
  return new Command('select')
    .description(
      'Show which cases fit into a time budget, how long they take, and what they leave uncovered; nothing is written',
    )
    .argument('<evalset>', 'folder of the evalset')
    .addOption(budgetOption().makeOptionMandatory())
    .option('--case <id>', 'choose only among these (may be repeated)', collect, [])
    .option('--group <key>', 'choose only among the cases of this group')
    .option('--agent <name>', 'agent definition whose earlier batches tell how long cases take')
    .option('--day0 <date>', 'evaluation day, YYYY-MM-DD (default: today)', parseDay)
    .option('--exec-at <instant>', 'instant from which relative minutes count', parseInstant)
    .addOption(languageOption())
    .option('--json', 'print as JSON')
    .addHelpText('after', HELP)
    .action(async (evalset: string, options: SelectOptions) => {
      const { script } = await compileFolder({
        root: await evalsetFolder(evalset),
        day0: options.day0 ?? today(),
        execAt: options.execAt,
        cases: options.case,
        group: options.group,
        agent: options.agent,
        budget: options.budget,
        runs: runsFolder(),
        now: () => new Date(),
        signal: context.signal,
      });
      const { selection, budget } = script;
      if (options.json === true) outJson({ ...selection, budget });
      else {
        out(`${selection.case_count} cases: ${selection.cases.join(' ')}`);
        for (const { case_id, why } of selection.excluded)
          if (why !== NOT_ASKED) out(`left out: ${case_id}: ${why}`);
        if (budget !== undefined) for (const line of budgetLines(selection, budget)) out(line);
      }
    });
}

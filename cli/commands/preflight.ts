import { Command } from 'commander';
import { preflightReport, type BatchLimits } from '../../schemas/index.ts';
import { reportOf } from '../../engine/preflight/index.ts';
import {
  isBatchFolder,
  openBatch,
  preflightBatch,
  preflightFolder,
  type PreflightOptions,
} from '../../engine/stages/index.ts';
import { Exit, type CommandContext } from '../exit.ts';
import {
  batchFolder,
  budgetOption,
  collect,
  evalsetFolder,
  judgeOptions,
  languageOption,
  limitOption,
  newBatchFolder,
  parseDay,
  parseInstant,
  parsePort,
  platformOption,
  runsFolder,
  today,
} from '../options.ts';
import { out, outJson } from '../print.ts';
import { printProblems } from '../problems.ts';

interface Options {
  readonly case: readonly string[];
  readonly group?: string;
  readonly budget?: number;
  readonly day0?: string;
  readonly execAt?: string;
  readonly agent?: string;
  readonly batch?: string;
  readonly judge?: string;
  readonly second: readonly string[];
  readonly maxCost?: number;
  readonly limit?: BatchLimits;
  readonly platform?: string;
  readonly port?: number;
  readonly startAgent?: boolean;
  readonly language: string;
  readonly json?: boolean;
}

const HELP = `
What is looked at: the script against its source, journal and world of a batch, what the check found that concerns a run
(rights of the agent, sensitive words, lengths, lines that nobody decides on, cases that rest on others), that the steps
make what the cases need, minutes of clock cases, pictures, the agent's program and its environment, accounts and scopes
of a tenant, keys and budgets of judges, disk space, the port. \`sundowner run\` does all of it before anything is built,
and refuses on what blocks. Exit code 1: something blocks.`;

export function preflightCommand(context: CommandContext): Command {
  const command = new Command('preflight');
  for (const option of judgeOptions()) command.addOption(option);
  return command
    .description('Tell everything that can be known to stand in the way of a run, each with the way out')
    .argument('<batch|evalset>', 'batch folder, its name below runs/, or folder of an evalset')
    .option('--case <id>', 'of an evalset: only this case (may be repeated)', collect, [])
    .option('--group <key>', 'of an evalset: only the cases of this group')
    .addOption(budgetOption())
    .addOption(limitOption('of an evalset: most that the batch would use'))
    .option('--day0 <date>', 'evaluation day, YYYY-MM-DD (default: today)', parseDay)
    .option('--exec-at <instant>', 'instant from which relative minutes count', parseInstant)
    .option('--agent <name>', 'agent definition of evalset.yaml')
    .option('--batch <name>', 'name of the batch that would be made, below runs/')
    .addOption(platformOption())
    .option('--port <port>', 'port that the embedded platform would take', parsePort)
    .option('--start-agent', 'start the agent on a platform of its own, and see whether it connects')
    .addOption(languageOption())
    .option('--json', 'print the report as JSON')
    .addHelpText('after', HELP)
    .action(async (given: string, options: Options) => {
      const { context: looked, problems } = await look(context, given, options);
      const report = reportOf(problems, looked, options.language);
      if (options.json === true) outJson(preflightReport.parse(report));
      else {
        printProblems(report.problems);
        const warned =
          report.warns === 0 ? '' : `; ${report.warns} ${report.warns === 1 ? 'warning' : 'warnings'}`;
        if (report.blocks === 0) out(`nothing stands in the way${warned}`);
      }
      if (report.blocks > 0) context.exit(Exit.findings);
    });
}

async function look(context: CommandContext, given: string, options: Options) {
  const { signal, places } = context;
  const preflight: PreflightOptions = {
    places,
    env: process.env,
    startAgent: options.startAgent,
    port: options.port,
    platform: options.platform,
    judge: options.judge,
    others: options.second,
    maxCost: options.maxCost,
    signal,
  };
  const dir = await batchFolder(given);
  if (await isBatchFolder(dir)) return preflightBatch(await openBatch(dir, signal), preflight);
  const root = await evalsetFolder(dir);
  const now = (): Date => new Date();
  return preflightFolder(
    {
      root,
      batchDir: newBatchFolder(root, options.batch, now()).batchDir,
      day0: options.day0 ?? today(),
      execAt: options.execAt,
      cases: options.case,
      group: options.group,
      budget: options.budget,
      runs: runsFolder(),
      agent: options.agent,
      judge: options.judge,
      second: options.second,
      maxCost: options.maxCost,
      limits: options.limit,
      platform: options.platform,
      now,
      signal,
    },
    preflight,
  );
}

import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../../engine/batch/errors.ts';
import {
  assertSameEvalset,
  judgeBatch,
  openBatch,
  playBatch,
  prepareBatch,
  scoreBatch,
  type ScoreReport,
} from '../../engine/stages/index.ts';
import { renderBatch } from '../../engine/report/index.ts';
import { Exit, type CommandContext } from '../exit.ts';
import {
  batchFolder,
  collect,
  evalsetFolder,
  newBatchFolder,
  parseDay,
  parseInstant,
  today,
} from '../options.ts';
import { errorLine, out, outJson, shortPath, terminal } from '../print.ts';
import { progressPrinter } from '../progress.ts';
import { VERSION } from '../version.ts';

interface RunOptions {
  readonly case: string[];
  readonly group?: string;
  readonly day0?: string;
  readonly execAt?: string;
  readonly agent?: string;
  readonly judge: 'rule' | 'manual';
  readonly batch?: string;
  readonly resume?: string;
  readonly runs: number;
  readonly minScore?: number;
  readonly port?: number;
  readonly json?: boolean;
}

const count = (value: string): number => {
  const n = Number(value);
  if (!Number.isInteger(n) || n < 1) throw new InvalidArgumentError('expected a whole number from 1.');
  return n;
};
const fraction = (value: string): number => {
  const n = Number(value);
  if (!(n >= 0 && n <= 1)) throw new InvalidArgumentError('expected a number from 0 to 1.');
  return n;
};
const port = (value: string): number => {
  const n = Number(value);
  if (!Number.isInteger(n) || n < 0 || n > 65535)
    throw new InvalidArgumentError('expected a port from 0 to 65535.');
  return n;
};

export function runCommand(context: CommandContext): Command {
  return new Command('run')
    .description(
      'Run a batch from case cards to verdicts: build the world, admit the agent, play, judge, score',
    )
    .argument('[evalset]', 'folder of the evalset (not needed with --resume)')
    .argument(
      '[command...]',
      'after `--`: program and arguments of an agent that evalset.yaml does not define',
    )
    .option('--case <id>', 'only this case (may be repeated)', collect, [])
    .option('--group <key>', 'only the cases of this group')
    .option('--day0 <date>', 'evaluation day, YYYY-MM-DD (default: today)', parseDay)
    .option('--exec-at <instant>', 'instant from which relative minutes count', parseInstant)
    .option('--agent <name>', 'agent definition of evalset.yaml')
    .addOption(new Option('--judge <name>', 'who judges').choices(['rule', 'manual']).default('rule'))
    .option('--batch <name>', 'name of the batch, below runs/')
    .option('--resume <batch>', 'finish a batch that was stopped')
    .option('--runs <n>', 'run that many batches one after the other', count, 1)
    .option('--min-score <score>', 'exit 1 when the mean case score is below', fraction)
    .option('--port <port>', 'port of the embedded platform (default: any free one)', port)
    .option('--json', 'print the summary as JSON')
    .action(async (evalset: string | undefined, command: string[], options: RunOptions) => {
      const reports: { dir: string; report: ScoreReport }[] = [];
      for (const dir of await batches(context, evalset, command, options)) {
        reports.push({ dir, report: await finish(context, dir, options) });
      }
      if (options.json === true) {
        const rows = reports.map(({ dir, report }) => ({
          batch: dir,
          summary: report.summary,
          verdicts: report.verdicts,
        }));
        outJson(options.runs === 1 ? rows[0] : rows);
      }
      for (const { report } of reports) settle(context, report, options.minScore);
    });
}

/** Makes the batches that are to be run, or finds the one that is to be finished. */
async function batches(
  context: CommandContext,
  evalset: string | undefined,
  command: readonly string[],
  options: RunOptions,
): Promise<string[]> {
  if (options.resume !== undefined) {
    const dir = await batchFolder(options.resume);
    if (evalset !== undefined) await assertSameEvalset(dir, await evalsetFolder(evalset), context.signal);
    return [dir];
  }
  if (evalset === undefined) throw new UsageError('give the folder of an evalset, or --resume with a batch');
  const root = await evalsetFolder(evalset);
  const now = (): Date => new Date();
  const first = newBatchFolder(root, options.batch, now());
  const dirs = Array.from({ length: options.runs }, (_, i) => (i === 0 ? first : `${first}-${i + 1}`));
  for (const batchDir of dirs) {
    await prepareBatch({
      root,
      batchDir,
      day0: options.day0 ?? today(),
      execAt: options.execAt,
      cases: options.case,
      group: options.group,
      agent: options.agent,
      agentCommand: command,
      judge: options.judge,
      version: VERSION,
      now,
      signal: context.signal,
    });
  }
  return dirs;
}

async function finish(context: CommandContext, dir: string, options: RunOptions): Promise<ScoreReport> {
  const batch = await openBatch(dir, context.signal);
  if (options.json !== true) process.stderr.write(`batch folder: ${shortPath(dir)}\n`);
  const progress = progressPrinter();
  try {
    await playBatch(batch, ['world', 'cast', 'eval'], {
      progress: progress.report,
      signal: context.signal,
      ...(options.port === undefined ? {} : { port: options.port }),
    });
  } finally {
    progress.end();
  }
  const now = (): Date => new Date();
  await judgeBatch(batch, batch.manifest.judge === 'manual' ? 'manual' : 'rule', now);
  const report = await scoreBatch(batch, now);
  if (options.json !== true) {
    out(renderBatch(report.summary, report.verdicts, terminal()));
    out(`batch folder: ${shortPath(dir)}`);
    out(`look at a case: sundowner show ${shortPath(dir)} ${batch.manifest.cases[0] ?? 'CASE'}`);
  }
  return report;
}

/** Prints what a person must mend and sets the exit code. */
export function settle(context: CommandContext, report: ScoreReport, minScore: number | undefined): void {
  for (const problem of report.problems) errorLine(problem);
  if (report.problems.length > 0) context.exit(Exit.usage);
  if (minScore === undefined) return;
  const worst = report.summary.bounds?.micro.worst ?? report.summary.micro;
  if (worst === null || worst < minScore) {
    errorLine(
      `the mean case score is ${worst ?? 'not known'}, below the threshold ${minScore} (cases without a score count as 0)`,
    );
    context.exit(Exit.findings);
  }
}

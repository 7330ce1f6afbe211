import { randomUUID } from 'node:crypto';
import { Command, InvalidArgumentError, Option } from 'commander';
import { UsageError } from '../../engine/batch/errors.ts';
import {
  assertClear,
  checkResume,
  conditionModel,
  dropWorld,
  isWorldDropped,
  judgeBatch,
  judgesOfBatch,
  loadFaultPlan,
  LiveScoring,
  ModelSession,
  openBatch,
  openPurse,
  playBatch,
  preflightBatch,
  prepareBatch,
  raiseLimits,
  refuseBlocked,
  scoreBatch,
  type ScoreReport,
} from '../../engine/stages/index.ts';
import { readSide, repeatedRuns } from '../../engine/compare/index.ts';
import { renderJudging, renderRepeated, wordsOf } from '../../engine/report/index.ts';
import type { BatchLimits, RepeatedRuns } from '../../schemas/index.ts';
import { batchText } from '../batch-text.ts';
import type { CommandContext } from '../exit.ts';
import {
  batchFolder,
  budgetOption,
  collect,
  evalsetFolder,
  faultsOption,
  judgeOptions,
  languageOption,
  limitOption,
  newBatchFolder,
  parseDay,
  parseFraction,
  parseInstant,
  parsePort,
  platformOption,
  progressOption,
  runsFolder,
  stopOption,
  today,
  waitAccountsOption,
} from '../options.ts';
import { out, outJson, shortPath, terminal } from '../print.ts';
import { settle } from '../settle.ts';
import { VERSION } from '../version.ts';

interface RunOptions {
  readonly case: string[];
  readonly group?: string;
  readonly budget?: number;
  readonly day0?: string;
  readonly execAt?: string;
  readonly agent?: string;
  readonly judge?: string;
  readonly second: readonly string[];
  readonly maxCost?: number;
  readonly limit?: BatchLimits;
  readonly batch?: string;
  readonly resume?: string;
  readonly runs: number;
  readonly language: string;
  readonly minScore?: number;
  readonly port?: number;
  readonly platform?: string;
  readonly waitAccounts?: number;
  readonly faults?: string;
  readonly keepWorld?: boolean;
  readonly clock?: 'real' | 'virtual';
  readonly lockVerification?: boolean;
  readonly idle?: number;
  readonly acceptScript?: boolean;
  readonly ask?: number;
  readonly sandbox: boolean;
  readonly stopOnStdinEnd?: boolean;
  readonly json?: boolean;
}

const count = (value: string): number => {
  const n = Number(value);
  if (!Number.isInteger(n) || n < 1) throw new InvalidArgumentError('expected a whole number from 1.');
  return n;
};

export function runCommand(context: CommandContext): Command {
  const command = new Command('run');
  for (const option of judgeOptions()) command.addOption(option);
  return command
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
    .addOption(budgetOption())
    .option('--day0 <date>', 'evaluation day, YYYY-MM-DD (default: today)', parseDay)
    .option('--exec-at <instant>', 'instant from which relative minutes count', parseInstant)
    .option(
      '--agent <name>',
      'agent definition of evalset.yaml; `rehearsal` plays its transcripts (cases.graders.yaml), without a model and in virtual time',
    )
    .addOption(
      new Option(
        '--clock <clock>',
        'a rehearsal jumps from event to event (virtual, its default) or takes its time (real)',
      ).choices(['real', 'virtual']),
    )
    .addOption(platformOption())
    .addOption(waitAccountsOption())
    .option('--batch <name>', 'name of the batch, below runs/')
    .option('--resume <batch>', 'finish a batch that was stopped')
    .option(
      '--accept-script',
      'with --resume and the evalset: let its changed script (corrections, waits) serve the cases that have not begun',
    )
    .addOption(
      new Option('--idle <seconds>', 'on the virtual clock: how long the batch lay before it is resumed')
        .argParser(count)
        .hideHelp(),
    )
    .option(
      '--runs <n>',
      'run that many batches one after the other, and say what holds from run to run (later: `compare --repeats`)',
      count,
      1,
    )
    .option(
      '--ask <seconds>',
      'ask a person about conditional lines that neither rule nor model can decide, and wait so long (`sundowner decide`)',
      count,
    )
    .addOption(
      limitOption(
        'most that the batch may use, in place of `budget` in evalset.yaml; with --resume: raise it',
      ),
    )
    .option('--min-score <score>', 'exit 1 when the mean case score is below', parseFraction)
    .option('--port <port>', 'port of the embedded platform (default: any free one)', parsePort)
    .option(
      '--keep-world',
      'keep the world of a single case to look into (`lark --from`, `show --world`); other batches keep theirs anyway',
    )
    .addOption(
      new Option('--lock-verification', 'lock verification groups too, to compare schedules').hideHelp(),
    )
    .addOption(faultsOption())
    .option('--no-sandbox', 'run the agent’s process without a sandbox (default: in one where one works)')
    .addOption(progressOption())
    .addOption(languageOption())
    .addOption(stopOption())
    .option('--json', 'print the summary as JSON')
    .action(async (evalset: string | undefined, command: string[], options: RunOptions) => {
      if (options.stopOnStdinEnd === true) context.stopWithStdin();
      const reports: { dir: string; report: ScoreReport }[] = [];
      for (const dir of await batches(context, evalset, command, options)) {
        reports.push({ dir, report: await finish(context, dir, options) });
      }
      const repeated = reports.length > 1 ? await together(reports, context.signal) : null;
      if (options.json === true) {
        const rows = reports.map(({ dir, report }) => ({
          batch: dir,
          summary: report.summary,
          verdicts: report.verdicts,
        }));
        outJson(rows.length === 1 ? rows[0] : { runs: rows, repeated });
      } else if (repeated !== null) out(renderRepeated(repeated, terminal(), wordsOf(options.language)));
      for (const { report } of reports) settle(context, report, options.minScore);
    });
}

/** What holds from run to run; null when a run has not a single verdict: its own output says why. */
async function together(
  reports: readonly { dir: string; report: ScoreReport }[],
  signal: AbortSignal,
): Promise<RepeatedRuns | null> {
  if (reports.some(({ report }) => report.verdicts.length === 0)) return null;
  const sides = [];
  for (const { dir } of reports) sides.push(await readSide(dir, signal));
  return repeatedRuns(sides);
}

/** Makes the batches that are to be run, or finds the one that is to be finished. */
async function batches(
  context: CommandContext,
  evalset: string | undefined,
  command: readonly string[],
  options: RunOptions,
): Promise<string[]> {
  if (options.resume !== undefined) {
    if (options.faults !== undefined)
      throw new UsageError('a batch keeps the fault plan that it was begun with; leave --faults away');
    const dir = await batchFolder(options.resume);
    if (evalset !== undefined) {
      await checkResume({
        batchDir: dir,
        root: await evalsetFolder(evalset),
        accept: options.acceptScript === true,
        now: () => new Date(),
        signal: context.signal,
      });
    } else if (options.acceptScript === true)
      throw new UsageError('--accept-script needs the folder of the evalset whose script is to be accepted');
    if (options.limit !== undefined)
      await raiseLimits(await openBatch(dir, context.signal), options.limit, () => new Date());
    return [dir];
  }
  if (evalset === undefined) throw new UsageError('give the folder of an evalset, or --resume with a batch');
  const root = await evalsetFolder(evalset);
  const now = (): Date => new Date();
  const { batchDir, ifTaken } = newBatchFolder(root, options.batch, now());
  const faults = options.faults === undefined ? undefined : await loadFaultPlan(options.faults);
  const dirs: string[] = [];
  const id = randomUUID();
  const preflight = { places: context.places, env: process.env, port: options.port, askSec: options.ask };
  for (let i = 1; i <= options.runs; i++) {
    context.reporter.phase('compile', i - 1, options.runs);
    const { paths } = await prepareBatch({
      root,
      batchDir: i === 1 || ifTaken === 'next-free' ? batchDir : `${batchDir}-${i}`,
      ifTaken,
      day0: options.day0 ?? today(),
      execAt: options.execAt,
      cases: options.case,
      group: options.group,
      budget: options.budget,
      runs: runsFolder(),
      agent: options.agent,
      agentCommand: command,
      judge: options.judge,
      second: options.second,
      maxCost: options.maxCost,
      limits: options.limit,
      keepWorld: options.keepWorld,
      clock: options.clock,
      platform: options.platform,
      env: process.env,
      faults,
      sandbox: options.sandbox,
      places: context.places,
      // Of several runs of one script the first tells for all.
      ...(i === 1 ? { preflight: refuseBlocked(preflight, context.reporter.warned) } : {}),
      ...(options.runs === 1 ? {} : { runsOf: { id, run: i, of: options.runs } }),
      version: VERSION,
      now,
      signal: context.signal,
    });
    dirs.push(paths.root);
  }
  context.reporter.phase('compile', options.runs, options.runs);
  return dirs;
}

/** Takes a batch to its end, from where it stands. */
async function finish(context: CommandContext, dir: string, options: RunOptions): Promise<ScoreReport> {
  const { reporter, signal } = context;
  reporter.batch(dir);
  const batch = await openBatch(dir, signal);
  const now = (): Date => new Date();
  const { maxCost } = options;
  const asked = { judge: options.judge, others: options.second, maxCost, signal };
  const judges = await judgesOfBatch(batch, asked);
  const purse = await openPurse(batch, judges, { askSec: options.ask });
  const models = new ModelSession(batch.paths, { maxCost, purse, env: process.env, now });
  const scored = reporter.verdict;
  // Where the world is gone, everything has been played.
  if (!isWorldDropped(batch)) {
    if (options.resume !== undefined) {
      const { places } = context;
      const { platform, port } = options;
      const preflight = { ...asked, askSec: options.ask, places, env: process.env, platform, port };
      assertClear((await preflightBatch(batch, preflight)).problems);
    }
    try {
      await playBatch(batch, ['world', 'cast', 'eval'], {
        progress: reporter.play,
        live: new LiveScoring(batch, { judges, models, purse, now, scored, signal }),
        purse,
        places: context.places,
        signal,
        lockVerification: options.lockVerification === true,
        ...conditionModel(judges, models),
        ...(options.ask === undefined ? {} : { askSec: options.ask }),
        ...(options.idle === undefined ? {} : { idleSec: options.idle }),
        env: process.env,
        note: reporter.note,
        waitForAccountsMs: (options.waitAccounts ?? 0) * 60_000,
        ...(options.resume === undefined ? {} : { platform: options.platform }),
        ...(options.port === undefined ? {} : { port: options.port }),
      });
    } finally {
      reporter.pause();
    }
  }
  const judging = await judgeBatch(batch, judges, models, now, {
    signal,
    told: (done, total) => reporter.phase('judge', done, total),
  });
  const report = await scoreBatch(batch, now, {
    signal,
    scored,
    told: (done, total) => reporter.phase('score', done, total),
  });
  if (options.keepWorld !== true) await dropWorld(batch);
  if (options.json !== true) {
    if ([judges.first, ...judges.others].some(({ mode }) => mode === 'model'))
      out(renderJudging(judging, terminal().width));
    out(batchText(batch, report, options.language));
    out(`batch folder: ${shortPath(dir)}`);
    out(`look at a case: sundowner show ${shortPath(dir)} ${batch.manifest.cases[0] ?? 'CASE'}`);
  }
  return report;
}

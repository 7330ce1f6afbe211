import { Command } from 'commander';
import {
  assertCases,
  judgeBatch,
  judgesOfBatch,
  ModelSession,
  openBatch,
  openPurse,
  playBatch,
  raiseLimits,
  readVerdicts,
  scoreBatch,
  writeReports,
  type OpenBatch,
  type PlayPhase,
} from '../../engine/stages/index.ts';
import { renderChanges, renderJudging } from '../../engine/report/index.ts';
import type { BatchLimits } from '../../schemas/index.ts';
import { batchText } from '../batch-text.ts';
import type { CommandContext } from '../exit.ts';
import {
  batchFolder,
  collect,
  evalsetFolder,
  judgeOptions,
  languageOption,
  limitOption,
  parseFraction,
  platformOption,
  progressOption,
  stopOption,
  waitAccountsOption,
} from '../options.ts';
import { out, outJson, shortPath, terminal } from '../print.ts';
import { settle, settleLeftOut } from '../settle.ts';

const BATCH = 'batch folder, or its name below runs/';

interface StageOptions {
  readonly stopOnStdinEnd?: boolean;
}

interface PlayOptions extends StageOptions {
  readonly platform?: string;
  readonly waitAccounts?: number;
}

interface ScoreOptions extends CaseOptions {
  readonly minScore?: number;
  readonly adoptLabels?: boolean;
  readonly language: string;
}

interface CaseOptions extends StageOptions {
  readonly case: readonly string[];
  readonly json?: boolean;
}

async function open(context: CommandContext, given: string, options: StageOptions): Promise<OpenBatch> {
  if (options.stopOnStdinEnd === true) context.stopWithStdin();
  const dir = await batchFolder(given);
  const batch = await openBatch(dir, context.signal);
  if (context.reporter.mode === 'json') context.reporter.batch(dir);
  return batch;
}

/** @throws UsageError for a case that the batch does not have */
function filterOf(
  context: CommandContext,
  batch: OpenBatch,
  options: CaseOptions,
): { cases?: readonly string[]; signal: AbortSignal } {
  assertCases(batch, options.case);
  return { signal: context.signal, ...(options.case.length === 0 ? {} : { cases: options.case }) };
}

/** The stages of `run`, each alone: they take a batch folder and go on from what the stage before left there. */
export function stageCommands(context: CommandContext): Command[] {
  return [
    playCommand(context, 'world', 'Build the world of a batch: groups, documents, tables, seed history'),
    playCommand(context, 'cast', 'Admit the agent under test: start its bot, grant, join groups'),
    playCommand(context, 'eval', 'Play the cases of a batch and collect evidence'),
    judgeCommand(context),
    scoreCommand(context),
    reportCommand(context),
  ];
}

function playCommand(context: CommandContext, phase: PlayPhase, description: string): Command {
  return new Command(phase)
    .description(description)
    .argument('<batch>', BATCH)
    .addOption(platformOption())
    .addOption(waitAccountsOption())
    .addOption(progressOption())
    .addOption(languageOption())
    .addOption(stopOption())
    .action(async (given: string, options: PlayOptions) => {
      const { reporter, signal, places } = context;
      const batch = await open(context, given, options);
      let left: Awaited<ReturnType<typeof playBatch>>;
      try {
        left = await playBatch(batch, [phase], {
          progress: reporter.play,
          places,
          signal,
          env: process.env,
          note: reporter.note,
          platform: options.platform,
          waitForAccountsMs: (options.waitAccounts ?? 0) * 60_000,
        });
      } finally {
        reporter.pause();
      }
      out(`${phase}: done`);
      settleLeftOut(context, left, batch.manifest.cases.length);
    });
}

interface JudgeOptions extends CaseOptions {
  readonly judge?: string;
  readonly second: readonly string[];
  readonly maxCost?: number;
  readonly limit?: BatchLimits;
  readonly fresh?: boolean;
  readonly judgesFrom?: string;
}

function judgeCommand(context: CommandContext): Command {
  const command = new Command('judge');
  for (const option of judgeOptions()) command.addOption(option);
  return command
    .description('Write judge templates and judge files of the played cases')
    .argument('<batch>', BATCH)
    .option('--case <id>', 'only this case (may be repeated)', collect, [])
    .addOption(limitOption('raise the budget of the batch'))
    .option('--fresh', 'ask models anew, and keep what they answered before beside it')
    .option(
      '--judges-from <evalset>',
      'take the judges of this evalset in place of those that the batch froze',
    )
    .addOption(progressOption())
    .addOption(languageOption())
    .addOption(stopOption())
    .option('--json', 'print as JSON')
    .action(async (given: string, options: JudgeOptions) => {
      const opened = await open(context, given, options);
      const now = (): Date => new Date();
      if (options.limit !== undefined) await raiseLimits(opened, options.limit, now);
      const batch = options.limit === undefined ? opened : await openBatch(opened.paths.root, context.signal);
      const { fresh, maxCost, judgesFrom: from } = options;
      const plan = await judgesOfBatch(batch, {
        judge: options.judge,
        others: options.second,
        maxCost,
        from: from === undefined ? undefined : await evalsetFolder(from),
        signal: context.signal,
      });
      const purse = await openPurse(batch, plan);
      const models = new ModelSession(batch.paths, { fresh, maxCost, purse, env: process.env, now });
      const report = await judgeBatch(batch, plan, models, now, {
        ...filterOf(context, batch, options),
        told: (done, total) => context.reporter.phase('judge', done, total),
      });
      if (options.json === true) outJson(report);
      else out(renderJudging(report, terminal().width));
    });
}

function scoreCommand(context: CommandContext): Command {
  return new Command('score')
    .description('Score what has been judged: verdicts and summary')
    .argument('<batch>', BATCH)
    .option('--case <id>', 'only this case (may be repeated); the other verdicts stay', collect, [])
    .option(
      '--adopt-labels',
      'let the labels that people gave decide, now and whenever the case is scored again; the older result is kept',
    )
    .addOption(progressOption())
    .addOption(languageOption())
    .addOption(stopOption())
    .option('--json', 'print as JSON')
    .option('--min-score <score>', 'exit 1 when the mean case score is below', parseFraction)
    .action(async (given: string, options: ScoreOptions) => {
      const batch = await open(context, given, options);
      const report = await scoreBatch(batch, () => new Date(), {
        ...filterOf(context, batch, options),
        ...(options.adoptLabels === true ? { adoptAt: new Date() } : {}),
        scored: context.reporter.verdict,
        told: (done, total) => context.reporter.phase('score', done, total),
      });
      if (options.json === true) outJson({ summary: report.summary, verdicts: report.verdicts });
      else {
        out(batchText(batch, report, options.language));
        if (report.changed.length > 0) out(renderChanges(report.changed, terminal().width));
      }
      settle(context, report, options.minScore);
    });
}

function reportCommand(context: CommandContext): Command {
  return new Command('report')
    .description('Write the results as JUnit XML and CSV')
    .argument('<batch>', BATCH)
    .action(async (given: string) => {
      const batch = await openBatch(await batchFolder(given), context.signal);
      for (const file of await writeReports(batch, await readVerdicts(batch))) out(shortPath(file));
    });
}

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { UsageError } from '../../engine/batch/errors.ts';
import {
  calibrate,
  keyOf,
  nameOfJudge,
  samplingPlan,
  type JudgedPoint,
} from '../../engine/calibration/index.ts';
import { calibrationWords, renderCalibration, renderPlan } from '../../engine/report/index.ts';
import {
  openBatch,
  placedLabels,
  sayingsOf,
  type OpenBatch,
  type Sayings,
} from '../../engine/stages/index.ts';
import { Exit, type CommandContext } from '../exit.ts';
import { batchFolder, collect, languageOption, parseFraction } from '../options.ts';
import { out, outJson, terminal } from '../print.ts';

const BATCHES = 'batch folders, or their names below runs/';

interface Read {
  readonly batches: readonly OpenBatch[];
  readonly sayings: Sayings;
}

async function read(context: CommandContext, given: readonly string[]): Promise<Read> {
  const dirs = new Set<string>();
  for (const one of given) dirs.add(await batchFolder(one));
  const batches: OpenBatch[] = [];
  const all: Sayings[] = [];
  for (const dir of dirs) {
    const batch = await openBatch(dir, context.signal);
    batches.push(batch);
    all.push(await sayingsOf(batch, context.signal));
  }
  return {
    batches,
    sayings: {
      judged: all.flatMap(({ judged }) => judged),
      labels: all.flatMap(({ labels }) => labels),
      problems: all.flatMap(({ problems }) => problems),
    },
  };
}

function tellProblems(context: CommandContext, { problems }: Sayings): void {
  for (const problem of problems) context.reporter.error(problem, 'judging');
  if (problems.length > 0) context.exit(Exit.usage);
}

/** Holds the judges of batches against what people said of the same points. */
export function calibrateCommand(context: CommandContext): Command {
  return new Command('calibrate')
    .description('Hold the judges of batches against the labels that people gave')
    .argument('<batch...>', BATCHES)
    .option('--labels <file>', 'labels given elsewhere, JSON or CSV (may be repeated)', collect, [])
    .option('--test-share <share>', 'share of the cases that is kept for the test', parseFraction, 0.5)
    .addOption(languageOption())
    .option('--json', 'print as JSON')
    .action(async (given: string[], options: CalibrateOptions) => {
      const { batches, sayings } = await read(context, given);
      const labels = [...sayings.labels];
      for (const name of options.labels) {
        const file = path.resolve(name);
        labels.push(...placedLabels(file, await textOf(file), batches));
      }
      const report = calibrate({ judged: sayings.judged, labels, testShare: options.testShare });
      if (options.json === true) outJson(report);
      else out(renderCalibration(report, calibrationWords(options.language), terminal()));
      tellProblems(context, sayings);
    });
}

interface CalibrateOptions {
  readonly labels: readonly string[];
  readonly testShare: number;
  readonly language: string;
  readonly json?: boolean;
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${file}: cannot be read (${why}); give a JSON or CSV file of labels`);
  }
}

interface SampleOptions {
  readonly share: number;
  readonly seed: number;
  readonly judge?: string;
  readonly language: string;
  readonly json?: boolean;
}

/** Which points people should label: a share of each kind of point and word of the first judge. */
export function sampleCommand(context: CommandContext): Command {
  return new Command('sample')
    .description('Choose points for people to label, by kind of point and word of the judge')
    .argument('<batch...>', BATCHES)
    .option('--share <share>', 'share of each stratum', parseShare, 0.2)
    .option('--seed <number>', 'another seed chooses other points', parseSeed, 1)
    .option(
      '--judge <name>',
      'whose words the strata rest on, as `calibrate` names it; the first judge by default',
    )
    .addOption(languageOption())
    .option('--json', 'print as JSON')
    .action(async (given: string[], options: SampleOptions) => {
      const { sayings } = await read(context, given);
      const points = ofOneJudge(sayings.judged, options.judge);
      const plan = samplingPlan(points, options);
      const done = new Set(sayings.labels.filter(({ by }) => by.kind === 'person').map(keyOf));
      if (options.json === true)
        outJson({
          share: options.share,
          seed: options.seed,
          strata: plan.strata,
          points: plan.points.map(({ judge, word: _, ...one }) => ({
            ...one,
            judge: nameOfJudge(judge),
            labelled: done.has(keyOf(one)),
          })),
        });
      else
        out(renderPlan(plan, (one) => done.has(keyOf(one)), calibrationWords(options.language), terminal()));
      tellProblems(context, sayings);
    });
}

/** Each point once: by the judge that is named, else by whoever comes first in its case. */
function ofOneJudge(judged: readonly JudgedPoint[], name: string | undefined): JudgedPoint[] {
  if (name === undefined) {
    const first = new Map<string, JudgedPoint>();
    for (const one of judged) if (!first.has(keyOf(one))) first.set(keyOf(one), one);
    return [...first.values()];
  }
  const own = judged.filter(({ judge }) => nameOfJudge(judge) === name || judge.model === name);
  if (own.length > 0) return own;
  const names = [...new Set(judged.map(({ judge }) => nameOfJudge(judge)))];
  throw new UsageError(
    `--judge ${name}: no such judge in these batches; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ') || 'none: judge them first'}`,
  );
}

function parseShare(value: string): number {
  const share = parseFraction(value);
  if (share === 0) throw new InvalidArgumentError('expected a number above 0 and up to 1.');
  return share;
}

function parseSeed(value: string): number {
  const seed = Number(value);
  if (!Number.isSafeInteger(seed) || value.trim() === '')
    throw new InvalidArgumentError('expected a whole number.');
  return seed;
}

import { Command } from 'commander';
import { UsageError } from '../../engine/batch/errors.ts';
import { compare, readSide, repeatedRuns, siblingRuns } from '../../engine/compare/index.ts';
import { renderComparison, renderRepeated, wordsOf } from '../../engine/report/index.ts';
import type { CommandContext } from '../exit.ts';
import { batchFolder, languageOption } from '../options.ts';
import { out, outJson, terminal } from '../print.ts';

interface CompareOptions {
  readonly acrossVersions?: boolean;
  readonly repeats?: boolean;
  readonly language: string;
  readonly json?: boolean;
}

const HELP = `
Two batches: the difference B − A over the cases that have a score in both, with a cluster-robust t interval by
storyline, the exact sign flip of storyline sums, McNemar's test of passed cases, what difference could be seen at all,
every case that changed, and everything else in which the batches differ. The batches are read, never written to;
those of other tools are compared as far as their files tell.

Repeats: two batches or more of one evalset version and agent, or one batch of a \`run --runs N\` (the others are looked
for beside it): pass^k, pass@k, and the cases that pass in some runs only.`;

export function compareCommand(context: CommandContext): Command {
  return new Command('compare')
    .description('Compare two batches of one evalset version, or put repeated runs together (--repeats)')
    .argument('<batch...>', 'batch folders, or their names below runs/')
    .option('--across-versions', 'compare batches of different evalset versions by the cases that both have')
    .option('--repeats', 'the batches are runs of one agent: what holds from run to run')
    .addOption(languageOption())
    .option('--json', 'print as JSON')
    .addHelpText('after', HELP)
    .action(async (given: string[], options: CompareOptions) => {
      const { signal } = context;
      const dirs: string[] = [];
      for (const one of given) dirs.push(await batchFolder(one));
      const words = wordsOf(options.language);
      if (options.repeats === true) {
        if (options.acrossVersions === true)
          throw new UsageError('repeats are of one evalset version; leave --across-versions away');
        const [only] = dirs;
        const all = dirs.length === 1 && only !== undefined ? await siblingRuns(only, signal) : dirs;
        const found = repeatedRuns(await sidesOf(all, signal));
        if (options.json === true) outJson(found);
        else out(renderRepeated(found, terminal(), words));
        return;
      }
      const [a, b] = await sidesOf(dirs, signal);
      if (a === undefined || b === undefined || dirs.length > 2)
        throw new UsageError(
          `compare takes two batches, not ${dirs.length}; for several runs of one agent give --repeats`,
        );
      const found = compare(a, b, { acrossVersions: options.acrossVersions === true });
      if (options.json === true) outJson(found);
      else out(renderComparison(found, terminal(), words));
    });
}

async function sidesOf(
  dirs: readonly string[],
  signal: AbortSignal,
): Promise<Awaited<ReturnType<typeof readSide>>[]> {
  const sides = [];
  for (const dir of dirs) sides.push(await readSide(dir, signal));
  return sides;
}

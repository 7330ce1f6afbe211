import { Command } from 'commander';
import { injectedFault, summary } from '../../schemas/index.ts';
import { UsageError } from '../../engine/batch/errors.ts';
import { readJson } from '../../engine/batch/files.ts';
import { readLines } from '../../engine/batch/lines.ts';
import { renderCase, renderFaults, renderWorld, wordsOf } from '../../engine/report/index.ts';
import { openBatch, readHistory, readTemplate, readVerdicts, readWorld } from '../../engine/stages/index.ts';
import { batchText } from '../batch-text.ts';
import type { CommandContext } from '../exit.ts';
import { batchFolder, languageOption } from '../options.ts';
import { out, outJson, terminal } from '../print.ts';

interface ShowOptions {
  readonly world?: boolean;
  readonly faults?: boolean;
  readonly language: string;
  readonly json?: boolean;
}

export function showCommand(context: CommandContext): Command {
  return new Command('show')
    .description('Show a batch as a table, one case as its points with their quotes, or the world of a batch')
    .argument('<batch>', 'batch folder, or its name below runs/')
    .argument('[case]', 'case id')
    .option('--world', 'the world as it now stands, as Markdown: groups, documents, tables')
    .option('--faults', 'the faults that were made on purpose, in their order')
    .addOption(languageOption())
    .option('--json', 'print as JSON')
    .action(async (given: string, caseId: string | undefined, options: ShowOptions) => {
      if ((options.world === true || options.faults === true) && caseId !== undefined)
        throw new UsageError(
          `--${options.world === true ? 'world' : 'faults'} shows the whole batch; leave the case away`,
        );
      const batch = await openBatch(await batchFolder(given), context.signal);
      if (options.world === true) {
        const world = await readWorld(batch);
        if (options.json === true) outJson(world);
        else out(renderWorld(world));
        return;
      }
      if (options.faults === true) {
        const plan = batch.manifest.platform.faults;
        const faults = readLines(batch.paths.abs(batch.paths.faults), injectedFault);
        if (options.json === true) outJson({ plan: plan ?? null, faults });
        else out(renderFaults(plan, faults, wordsOf(options.language), terminal().width));
        return;
      }
      const verdicts = await readVerdicts(batch);
      if (caseId === undefined) {
        const file = batch.paths.abs(batch.paths.summary);
        const found = await readJson(
          file,
          summary,
          `the batch has not been scored; run \`sundowner run --resume ${given}\``,
        );
        if (options.json === true) outJson({ summary: found, verdicts, history: readHistory(batch) });
        else out(batchText(batch, { summary: found, verdicts }, options.language));
        return;
      }
      const verdict = verdicts.find((v) => v.case_id === caseId);
      if (verdict === undefined) {
        throw new UsageError(
          batch.manifest.cases.includes(caseId)
            ? `case ${caseId} has no verdict yet; run \`sundowner run --resume ${given}\``
            : `the batch has no case ${caseId}; it has ${batch.manifest.cases.join(', ')}`,
        );
      }
      if (options.json === true) outJson(verdict);
      else out(renderCase(verdict, await readTemplate(batch, caseId), terminal()));
    });
}

import { Command } from 'commander';
import { summary } from '../../schemas/index.ts';
import { UsageError } from '../../engine/batch/errors.ts';
import { readJson } from '../../engine/batch/files.ts';
import { renderBatch, renderCase } from '../../engine/report/index.ts';
import { openBatch, readTemplate, readVerdicts } from '../../engine/stages/index.ts';
import type { CommandContext } from '../exit.ts';
import { batchFolder } from '../options.ts';
import { out, outJson, terminal } from '../print.ts';

export function showCommand(context: CommandContext): Command {
  return new Command('show')
    .description('Show a batch as a table, or one case as its points with their quotes')
    .argument('<batch>', 'batch folder, or its name below runs/')
    .argument('[case]', 'case id')
    .option('--json', 'print as JSON')
    .action(async (given: string, caseId: string | undefined, options: { json?: boolean }) => {
      const batch = await openBatch(await batchFolder(given), context.signal);
      const verdicts = await readVerdicts(batch);
      if (caseId === undefined) {
        const file = batch.paths.abs(batch.paths.summary);
        const found = await readJson(
          file,
          summary,
          `the batch has not been scored; run \`sundowner run --resume ${given}\``,
        );
        if (options.json === true) outJson({ summary: found, verdicts });
        else out(renderBatch(found, verdicts, terminal()));
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

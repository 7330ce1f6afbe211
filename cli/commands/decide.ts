import { userInfo } from 'node:os';
import { Command } from 'commander';
import { BatchPaths } from '../../engine/batch/paths.ts';
import { UsageError } from '../../engine/batch/errors.ts';
import { answerQuestion, openQuestions } from '../../engine/stages/index.ts';
import type { PersonQuestion } from '../../schemas/index.ts';
import type { CommandContext } from '../exit.ts';
import { batchFolder } from '../options.ts';
import { out, outJson } from '../print.ts';

interface DecideOptions {
  readonly send?: boolean;
  readonly skip?: boolean;
  readonly reason: string;
  readonly by?: string;
  readonly json?: boolean;
}

/** Answers what `run --ask` asks a person: whether a colleague's conditional line is sent. */
export function decideCommand(_context: CommandContext): Command {
  return new Command('decide')
    .description(
      'Decide a conditional line that neither rule nor model could; without a step, list what is asked',
    )
    .argument('<batch>', 'batch folder, or its name below runs/')
    .argument('[step]', 'step that is asked about')
    .option('--send', 'the condition holds: send the line')
    .option('--skip', 'it does not: the line is not sent')
    .option('--reason <text>', 'why', '')
    .option('--by <name>', 'who decides (default: the user of this machine)')
    .option('--json', 'print as JSON')
    .action(async (given: string, step: string | undefined, options: DecideOptions) => {
      const paths = new BatchPaths(await batchFolder(given));
      if (step === undefined) {
        const open = await openQuestions(paths);
        if (options.json === true) outJson({ questions: open });
        else if (open.length === 0) out('nothing is asked');
        else for (const question of open) out(asText(question));
        return;
      }
      if ((options.send === true) === (options.skip === true))
        throw new UsageError('give either --send or --skip');
      await answerQuestion(paths, step, {
        send: options.send === true,
        reason: options.reason === '' ? 'decided by a person' : options.reason,
        by: options.by ?? userInfo().username,
      });
      out(`${step}: ${options.send === true ? 'the line is sent' : 'the line is not sent'}`);
    });
}

function asText({ step, case_id, condition, actor, text, messages }: PersonQuestion): string {
  const said = messages.map((m) => `  ${m.by}: ${m.text.replaceAll('\n', '\n    ')}`).join('\n');
  return `${step} (case ${case_id})\n  condition: ${condition}\n  ${actor} would say: ${text}\nso far:\n${said}\n`;
}

import { Command } from 'commander';
import { compileFolder, prepareBatch } from '../../engine/stages/index.ts';
import type { CommandContext } from '../exit.ts';
import { collect, evalsetFolder, newBatchFolder, parseDay, parseInstant, today } from '../options.ts';
import { out, outJson, shortPath } from '../print.ts';
import { VERSION } from '../version.ts';

interface CompileOptions {
  readonly day0?: string;
  readonly execAt?: string;
  readonly out?: string;
  readonly case: string[];
  readonly group?: string;
  readonly agent?: string;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

export function compileCommand(context: CommandContext): Command {
  return new Command('compile')
    .description(
      'Compile an evalset on an evaluation day into a batch folder, and verify the script against its source',
    )
    .argument('<evalset>', 'folder of the evalset')
    .option('--day0 <date>', 'evaluation day, YYYY-MM-DD (default: today)', parseDay)
    .option('--exec-at <instant>', 'instant from which relative minutes count', parseInstant)
    .option('--out <dir>', 'batch folder to make (default: runs/<evalset>-<time>)')
    .option('--case <id>', 'only this case (may be repeated)', collect, [])
    .option('--group <key>', 'only the cases of this group')
    .option('--agent <name>', 'agent definition of evalset.yaml to run later')
    .option('--dry-run', 'compile and verify, write nothing')
    .option('--json', 'print as JSON')
    .action(async (evalset: string, options: CompileOptions) => {
      const root = await evalsetFolder(evalset);
      const now = (): Date => new Date();
      const common = {
        root,
        day0: options.day0 ?? today(),
        execAt: options.execAt,
        cases: options.case,
        group: options.group,
        now,
        signal: context.signal,
      };
      const compiled =
        options.dryRun === true
          ? await compileFolder(common)
          : await prepareBatch({
              ...common,
              ...newBatchFolder(root, options.out, now()),
              agent: options.agent,
              judge: 'rule',
              version: VERSION,
            });
      const { script } = compiled;
      const batchDir = 'paths' in compiled ? compiled.paths.root : null;
      const { hash } = script.manifests.script;
      if (options.json === true) outJson({ batch: batchDir, ...script.manifests });
      else {
        out(
          `${script.selection.cases.length} cases, ${script.manifests.script.steps.eval} case steps, script ${hash.slice(0, 12)}: verified`,
        );
        if (batchDir !== null) out(`batch folder: ${shortPath(batchDir)}`);
      }
    });
}

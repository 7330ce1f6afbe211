import { Command } from 'commander';
import { UsageError } from '../../engine/batch/errors.ts';
import { writeText } from '../../engine/batch/files.ts';
import { diskFiles, planPin, type PinPlan } from '../../engine/evalset/index.ts';
import { FindingsError } from '../../engine/stages/findings-error.ts';
import type { CommandContext } from '../exit.ts';
import { evalsetFolder } from '../options.ts';
import { out, outJson, shortPath } from '../print.ts';

interface PinCommandOptions {
  readonly as?: string;
  readonly replace?: boolean;
  readonly json?: boolean;
}

const HELP = `
evalset.pin.json stands beside evalset.yaml and belongs into version control: the version's name, the evalset's hash, and
of every case and colleague the texts that are kept to the letter, line by line. From then on "check" marks each
character that differs. A changed evalset is another version: give it a new name in evalset.yaml, then pin it.
Exit code 1: the evalset has errors.`;

export function pinCommand(context: CommandContext): Command {
  return new Command('pin')
    .description('Pin the version of an evalset: from then on a text that differs by one character is marked')
    .argument('<evalset>', 'folder of the evalset')
    .option('--as <version>', 'name of the version, for an exported evalset, which has no evalset.yaml')
    .option('--replace', 'pin the same version name anew')
    .option('--json', 'print as JSON')
    .addHelpText('after', HELP)
    .action(async (given: string, options: PinCommandOptions) => {
      const root = await evalsetFolder(given);
      const plan = ready(
        root,
        await planPin(root, diskFiles(), { version: options.as, replace: options.replace }, context.signal),
      );
      const { file, text, pin, before, same } = plan;
      context.signal.throwIfAborted();
      if (!same) await writeText(file, text);
      const { version, hash } = pin;
      if (options.json === true)
        outJson({ file, version, hash, before, cases: pin.cases.length, written: !same });
      else
        out(
          `${shortPath(file)}: version ${version} ${same ? 'is pinned already' : before === null || before === version ? 'pinned' : `pinned in place of ${before}`}; ${pin.cases.length} cases, hash ${hash.slice(0, 12)}`,
        );
    });
}

function ready(root: string, plan: PinPlan): Extract<PinPlan, { what: 'ready' }> {
  switch (plan.what) {
    case 'ready':
      return plan;
    case 'errors':
      throw new FindingsError(plan.findings);
    case 'no-version':
      throw new UsageError(`${root}: no evalset.yaml names the version; give it with --as`);
    case 'taken':
      throw new UsageError(
        plan.unreadable
          ? `${plan.file}: what is pinned there cannot be read; mend it, or give --replace to write it anew`
          : `${plan.file}: version ${plan.version} is pinned with other texts. A changed evalset is a new version: name it in evalset.yaml (version: …) and pin again; or give --replace to pin ${plan.version} anew`,
      );
  }
}

import { Command } from 'commander';
import { NOT_ASKED, type CompiledScript } from '../../engine/compile/index.ts';
import { compileFolder, prepareBatch } from '../../engine/stages/index.ts';
import type { CommandContext } from '../exit.ts';
import { budgetLines } from '../selection-text.ts';
import {
  budgetOption,
  collect,
  evalsetFolder,
  languageOption,
  newBatchFolder,
  parseDay,
  parseInstant,
  platformOption,
  runsFolder,
  today,
} from '../options.ts';
import { out, outJson, shortPath } from '../print.ts';
import { VERSION } from '../version.ts';

interface CompileOptions {
  readonly day0?: string;
  readonly execAt?: string;
  readonly out?: string;
  readonly case: string[];
  readonly group?: string;
  readonly budget?: number;
  readonly agent?: string;
  readonly platform?: string;
  readonly sandbox: boolean;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

const HELP = `
What is written below <dir>/script/:
  world-preset.bound.json   the world on that day, with its steps
  eval-<group>.json         every case of a group: evaluation cards and steps
  exec-<group>.json         the selected cases that can be run, with estimated minutes
  selection.json            the selected cases, and why others are left out
  provenance.json           where every text comes from, and each change that was made to it
  manifest.json             the hashes of evalset, script and world; the only file with times in it
The same evalset on the same day gives the same bytes, manifests apart. Corrections stand in corrections.yaml beside
evalset.yaml. Exit code 1: the evalset has errors.`;

export function compileCommand(context: CommandContext): Command {
  return new Command('compile')
    .description(
      'Compile an evalset on an evaluation day into a batch folder, and verify the script against its source',
    )
    .argument('<evalset>', 'folder of the evalset')
    .option('--day0 <date>', 'evaluation day, YYYY-MM-DD (default: today)', parseDay)
    .option(
      '--exec-at <instant>',
      'instant from which relative minutes count, such as 2026-09-06T09:00:00+08:00 (default: kickoff_local of the world)',
      parseInstant,
    )
    .option('--out <dir>', 'batch folder to make (default: runs/<evalset>-<time>)')
    .option('--case <id>', 'only this case (may be repeated)', collect, [])
    .option('--group <key>', 'only the cases of this group')
    .addOption(budgetOption())
    .option('--agent <name>', 'agent definition of evalset.yaml to run later')
    .addOption(platformOption())
    .option('--no-sandbox', 'let the batch run its agent without a sandbox')
    .option('--dry-run', 'compile and verify, write nothing')
    .addOption(languageOption())
    .option('--json', 'print as JSON: batch folder, manifests, groups, cases that are left out')
    .addHelpText('after', HELP)
    .action(async (evalset: string, options: CompileOptions) => {
      const root = await evalsetFolder(evalset);
      const now = (): Date => new Date();
      const common = {
        root,
        day0: options.day0 ?? today(),
        execAt: options.execAt,
        cases: options.case,
        group: options.group,
        budget: options.budget,
        runs: runsFolder(),
        agent: options.agent,
        now,
        signal: context.signal,
      };
      const compiled =
        options.dryRun === true
          ? await compileFolder(common)
          : await prepareBatch({
              ...common,
              ...newBatchFolder(root, options.out, now()),
              platform: options.platform,
              env: process.env,
              sandbox: options.sandbox,
              places: context.places,
              version: VERSION,
              compileOnly: true,
            });
      const batch = 'paths' in compiled ? compiled.paths.root : null;
      if (options.json === true) outJson({ batch, ...asJson(compiled.script) });
      else print(compiled.script, batch);
    });
}

function asJson(script: CompiledScript): object {
  return {
    ...script.manifests,
    world: { hash: script.worldHash },
    groups: script.evalBundles.map(({ group, cards, steps }) => ({
      group,
      cases: cards.length,
      steps: steps.length,
      selected: script.execBundles.find((one) => one.group === group)?.case_count ?? 0,
      est_minutes: script.execBundles.find((one) => one.group === group)?.est_minutes ?? 0,
    })),
    excluded: script.selection.excluded,
    ...(script.selection.uncovered === undefined ? {} : { uncovered: script.selection.uncovered }),
  };
}

function print(
  { manifests, selection, budget, execBundles, worldHash, world }: CompiledScript,
  batch: string | null,
): void {
  const { evalset, script } = manifests;
  const steps = (n: number): string => `${n} ${n === 1 ? 'step' : 'steps'}`;
  out(`${selection.case_count} cases, ${script.steps.eval} case steps, script ${script.short}: verified`);
  for (const one of execBundles)
    out(
      `  ${one.group}: ${one.case_count} ${one.case_count === 1 ? 'case' : 'cases'}, ${steps(one.eval_steps)}, at most ${one.est_minutes} min`,
    );
  // What was not asked for needs no reason.
  const left = selection.excluded.filter(({ why }) => why !== NOT_ASKED);
  for (const { case_id, why } of left) out(`  left out: ${case_id}: ${why}`);
  if (budget !== undefined) for (const line of budgetLines(selection, budget)) out(`  ${line}`);
  out(
    `day0 ${script.day0}, from ${world.render.kickoff_local}; evalset ${evalset.short}, script ${script.short}, world ${worldHash.slice(0, 12)}`,
  );
  if (batch !== null) out(`batch folder: ${shortPath(batch)}`);
}

import path from 'node:path';
import { Command, Option } from 'commander';
import { checkScript, scriptFolder } from '../../engine/compile/verify/index.ts';
import { check, diskFiles, sortFindings, type Finding } from '../../engine/evalset/index.ts';
import { UsageError } from '../../engine/batch/errors.ts';
import { pathExists } from '../../engine/batch/files.ts';
import { Exit, type CommandContext } from '../exit.ts';
import { out, outJson, printFindings } from '../print.ts';
import { sarif } from '../sarif.ts';
import { toldFinding } from '../told-finding.ts';

interface CheckOptions {
  readonly format: 'text' | 'json' | 'sarif';
}

export function checkCommand(context: CommandContext): Command {
  return new Command('check')
    .description('Check evalsets and author files; exit 1 when there is an error')
    .argument('[path...]', 'files or folders', ['.'])
    .addOption(
      new Option('--format <format>', 'how findings are printed')
        .choices(['text', 'json', 'sarif'])
        .default('text'),
    )
    .action(async (paths: string[], options: CheckOptions) => {
      const absolute = paths.map((p) => path.resolve(p));
      for (const file of absolute) {
        if (!(await pathExists(file)))
          throw new UsageError(
            `${file}: no such file or folder; give the path of an evalset or of one of its files`,
          );
      }
      const files = diskFiles();
      const found = await check(absolute, files, context.signal);
      const scripts = new Set<string>();
      for (const at of absolute) {
        const folder = await scriptFolder(at, files);
        if (folder !== null) scripts.add(folder);
      }
      for (const folder of scripts) found.push(...(await checkScript(folder, files, context.signal)));
      const findings = sortFindings(found);
      print(findings, options.format);
      if (findings.some((f) => f.severity === 'error')) context.exit(Exit.findings);
    });
}

function print(findings: readonly Finding[], format: CheckOptions['format']): void {
  // What a fix needs is between the engine and the editor.
  if (format === 'json') outJson({ findings: findings.map(toldFinding) });
  else if (format === 'sarif') outJson(sarif(findings));
  else {
    printFindings(findings);
    const count = (severity: Finding['severity']): number =>
      findings.filter((f) => f.severity === severity).length;
    out(
      findings.length === 0
        ? 'no findings'
        : `${count('error')} errors, ${count('warning')} warnings, ${count('info')} notes`,
    );
  }
}

import path from 'node:path';
import { Command } from 'commander';
import { checkEvalset, diskFiles, type Finding } from '../../engine/evalset/index.ts';
import { importC1 } from '../../engine/import/c1/import-c1.ts';
import { Exit, type CommandContext } from '../exit.ts';
import { errorLine, out, outJson, shortPath } from '../print.ts';
import { readText } from '../read-text.ts';
import { writeFiles } from '../write-files.ts';

interface ImportOptions {
  readonly out: string;
  readonly force?: boolean;
  readonly json?: boolean;
}

export function importCommand(context: CommandContext): Command {
  return new Command('import').description('Make an evalset from a document').addCommand(
    new Command('c1')
      .description(
        'Make an evalset of skill cards from a document of cases, and report where it contradicts itself',
      )
      .argument('<file>', 'document (Markdown or plain text)')
      .requiredOption('--out <dir>', 'folder of the evalset')
      .option('--force', 'replace files that are there')
      .option('--json', 'print the report as JSON')
      .action((file: string, options: ImportOptions) => run(context, path.resolve(file), options)),
  );
}

async function run(context: CommandContext, file: string, options: ImportOptions): Promise<void> {
  const text = await readText(file);
  const { files, report } = importC1(text, path.basename(file));
  const dir = path.resolve(options.out);
  await writeFiles(
    new Map([...files].map(([name, content]) => [path.join(dir, name), content])),
    options.force === true,
    context.signal,
  );
  const findings =
    report.cases.length === 0 ? [] : (await checkEvalset(dir, diskFiles(), context.signal)).findings;
  const count = (severity: Finding['severity']): number =>
    findings.filter((f) => f.severity === severity).length;
  const found = { errors: count('error'), warnings: count('warning') };
  if (options.json === true) outJson({ out: dir, ...report, check: found });
  else {
    for (const { line, case_id: id, message } of report.contradictions)
      out(`${shortPath(file)}:${line}:${id === undefined ? '' : ` ${id}:`} ${message}`);
    out(
      `cases: ${report.cases.length}, skill stubs: ${report.skills.length}, contradictions: ${report.contradictions.length}`,
    );
    out(`report: ${shortPath(path.join(dir, 'import-report.md'))}`);
    out(`sundowner check ${shortPath(dir)}: ${found.errors} errors, ${found.warnings} warnings`);
    for (const { line, message } of report.problems) errorLine(`${shortPath(file)}:${line}: ${message}`);
  }
  if (report.problems.length > 0 || found.errors > 0) context.exit(Exit.findings);
}

import path from 'node:path';
import { Command, Option } from 'commander';
import { checkScript, scriptFolder } from '../../engine/compile/verify/index.ts';
import {
  check,
  CODES,
  diskFiles,
  evalsetMark,
  sentencesOf,
  sortFindings,
  toldIn,
  type Finding,
} from '../../engine/evalset/index.ts';
import { UsageError } from '../../engine/batch/errors.ts';
import { pathExists } from '../../engine/batch/files.ts';
import { Exit, type CommandContext } from '../exit.ts';
import type { GraderReport } from '../../engine/graders/index.ts';
import { collect, languageOption, parseDay } from '../options.ts';
import { out, outJson, printFindings } from '../print.ts';
import { sarif } from '../sarif.ts';
import { toldFinding } from '../told-finding.ts';

interface CheckOptions {
  readonly format: 'text' | 'json' | 'sarif';
  readonly language: string;
  readonly listRules?: boolean;
  readonly graders?: boolean;
  readonly day0: string;
  readonly case: readonly string[];
  readonly json?: boolean;
}

/** Any day does: texts are rendered for it on both sides. */
const GRADERS_DAY = '2026-09-07';

export function checkCommand(context: CommandContext): Command {
  return new Command('check')
    .description('Check evalsets and author files; exit 1 when there is an error')
    .argument('[path...]', 'files or folders', ['.'])
    .addOption(
      new Option('--format <format>', 'how findings are printed')
        .choices(['text', 'json', 'sarif'])
        .default('text'),
    )
    .addOption(languageOption())
    .option('--list-rules', 'list the codes of findings, and what each is about')
    .option(
      '--graders',
      'try the checks on the transcripts of cases.graders.yaml, in memory: oracles, useless agents, altered oracles',
    )
    .option('--day0 <date>', 'day on which the transcripts are played', parseDay, GRADERS_DAY)
    .option('--case <id>', 'with --graders: only this case (may be repeated)', collect, [])
    .option('--json', 'the same as --format json')
    .action(async (paths: string[], given: CheckOptions) => {
      const options = given.json === true ? { ...given, format: 'json' as const } : given;
      if (options.listRules === true) {
        listRules(options);
        return;
      }
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
      const reports = options.graders === true ? await graders(absolute, found, options, context) : [];
      const findings = sortFindings(found);
      const tables =
        reports.length === 0
          ? []
          : (await import('../graders-text.ts')).gradersTexts(reports, options.language);
      print(findings, options, reports, tables);
      if (findings.some((f) => f.severity === 'error')) context.exit(Exit.findings);
    });
}

/** Tries the evalsets among the paths; what is found is added to `found`. One that has errors is not tried. */
async function graders(
  paths: readonly string[],
  found: Finding[],
  { day0, case: cases }: CheckOptions,
  { signal }: CommandContext,
): Promise<GraderReport[]> {
  const files = diskFiles();
  const roots = new Set<string>();
  for (const given of paths) {
    const root = path.basename(given) === 'evalset.yaml' ? path.dirname(given) : given;
    if ((await evalsetMark(root, files)) === null)
      throw new UsageError(`${given}: no evalset; --graders takes a folder that holds evalset.yaml`);
    roots.add(root);
  }
  const { checkGraders } = await import('../../engine/graders/index.ts');
  const reports: GraderReport[] = [];
  const tried: string[] = [];
  for (const root of roots) {
    const { report, findings } = await checkGraders(root, files, {
      day0,
      cases: cases.length === 0 ? undefined : cases,
      signal,
    });
    if (report !== null) reports.push(report);
    tried.push(...(report?.cases ?? []).map(({ case_id: id }) => id));
    found.push(...findings);
  }
  const unknown = reports.length === 0 ? [] : cases.filter((id) => !tried.includes(id));
  if (unknown.length > 0)
    throw new UsageError(`${[...roots].join(', ')}: no case ${unknown.join(', ')} that can be tried`);
  return reports;
}

function print(
  findings: readonly Finding[],
  { format, language, graders: tried }: CheckOptions,
  reports: readonly GraderReport[],
  tables: readonly string[],
): void {
  const sentences = sentencesOf(language);
  if (format === 'json')
    outJson({
      findings: findings.map((finding) => toldFinding(finding, sentences)),
      ...(tried === true ? { graders: reports } : {}),
    });
  else if (format === 'sarif') outJson(sarif(findings, sentences));
  else {
    printFindings(findings, sentences);
    tables.forEach(out);
    const count = (severity: Finding['severity']): number =>
      findings.filter((f) => f.severity === severity).length;
    const sum = sentences === undefined ? SUM.en : SUM.zh;
    out(findings.length === 0 ? sum.none : sum.all(count('error'), count('warning'), count('info')));
  }
}

/** Every code, its usual severity and its sentence; `fixed`: the evalset cannot set it. */
function listRules({ format, language }: CheckOptions): void {
  const sentences = sentencesOf(language);
  const rules = [...CODES.values()].map(({ what, ...info }) => ({ ...info, about: toldIn(what, sentences) }));
  if (format !== 'text') {
    outJson({ rules });
    return;
  }
  const width = Math.max(...rules.map(({ code }) => code.length));
  for (const { code, severity, fixed, about } of rules)
    out(`${code.padEnd(width)}  ${(fixed ? 'fixed' : severity).padEnd(7)}  ${about}`);
  out(sentences === undefined ? SET.en : SET.zh);
}

const SET = {
  en: `Set the severity of a code in evalset.yaml: rules: { bare-weekday: off } (error, warning, info, off). Those that are fixed stay errors.`,
  zh: `在 evalset.yaml 里设定某个代码的级别：rules: { bare-weekday: off }（error、warning、info、off）。标为 fixed 的始终是错误。`,
} as const;

const SUM = {
  en: {
    none: 'no findings',
    all: (errors: number, warnings: number, notes: number) =>
      `${errors} errors, ${warnings} warnings, ${notes} notes`,
  },
  zh: {
    none: '没有发现问题',
    all: (errors: number, warnings: number, notes: number) =>
      `错误 ${errors}，警告 ${warnings}，提示 ${notes}`,
  },
} as const;

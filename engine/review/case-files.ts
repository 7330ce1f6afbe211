import { readdir } from 'node:fs/promises';
import {
  judgeFilled,
  judgeTemplate,
  verdict as verdictModel,
  type JudgeFilled,
  type JudgeTemplate,
  type Verdict,
} from '../../schemas/index.ts';
import { segment, type BatchPaths } from '../batch/paths.ts';
import { looseJudge, looseTemplate, looseVerdict } from './loose.ts';
import { stampOf, type SoftReader } from './reader.ts';

/** The files that were written about a case after it was played. */
export interface JudgedFiles {
  readonly verdict: Verdict | null;
  readonly first: JudgeFilled | null;
  readonly second: JudgeFilled | null;
  readonly template: JudgeTemplate | null;
}

export function secondJudge(paths: BatchPaths, caseId: string): string {
  return paths.judgeFile(caseId).replace(/\.json$/, '.second.json');
}

export async function readJudged(reader: SoftReader, caseId: string): Promise<JudgedFiles> {
  const { paths } = reader;
  const [verdict, first, second, template] = await Promise.all([
    reader.model(paths.verdict(caseId), verdictModel, looseVerdict),
    reader.model(paths.judgeFile(caseId), judgeFilled, looseJudge),
    reader.model(secondJudge(paths, caseId), judgeFilled, looseJudge),
    reader.model(paths.judgeTemplate(caseId), judgeTemplate, looseTemplate),
  ]);
  return {
    verdict: verdict ?? null,
    first: first ?? null,
    second: second ?? null,
    template: template ?? null,
  };
}

export interface KeptVerdict {
  /** Relative to the batch folder. */
  readonly file: string;
  readonly verdict: Verdict;
}

/** Older verdicts that were kept beside the present one, newest first. */
export async function readKept(reader: SoftReader, caseId: string): Promise<KeptVerdict[]> {
  const kept = await keptFiles(reader.paths, caseId);
  const read = await Promise.all(
    kept.map(async (file) => ({ file, verdict: await reader.model(file, verdictModel, looseVerdict) })),
  );
  return read.flatMap(({ file, verdict }) => (verdict === undefined ? [] : [{ file, verdict }]));
}

async function keptFiles(paths: BatchPaths, caseId: string): Promise<string[]> {
  const all = await readdir(paths.abs('results')).catch(() => []);
  const head = `verdict-${segment(caseId)}.kept-`;
  const numberOf = (name: string): number => Number(name.slice(head.length).replace(/\.json$/, ''));
  return all
    .filter((name) => name.startsWith(head) && Number.isInteger(numberOf(name)))
    .sort((a, b) => numberOf(b) - numberOf(a))
    .map((name) => `results/${name}`);
}

/** Names (relative, without judge files) of the evidence files of a case, of all attempts. */
export async function evidenceFiles(paths: BatchPaths, caseId: string): Promise<string[]> {
  const dir = paths.evidenceDir(caseId);
  const entries = await readdir(paths.abs(dir), { withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => !entry.isDirectory()).map((entry) => `${dir}/${entry.name}`);
  for (const entry of entries.filter((one) => one.isDirectory())) {
    const inner = await readdir(paths.abs(`${dir}/${entry.name}`)).catch(() => []);
    files.push(...inner.map((name) => `${dir}/${entry.name}/${name}`));
  }
  return files.filter((file) => file.endsWith('.json')).sort();
}

/** Changes whenever one of the case's own files does. */
export async function caseStamp(paths: BatchPaths, caseId: string): Promise<string> {
  const files = [
    paths.verdict(caseId),
    ...(await keptFiles(paths, caseId)),
    ...(await evidenceFiles(paths, caseId)),
  ];
  const stamps = await Promise.all(files.map(async (file) => `${file} ${await stampOf(paths.abs(file))}`));
  return stamps.join('\n');
}

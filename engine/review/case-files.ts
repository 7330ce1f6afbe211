import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type * as z from 'zod';
import {
  judgeFilled,
  judgeTemplate,
  verdict as verdictModel,
  type JudgeFilled,
  type JudgeTemplate,
} from '../../schemas/index.ts';
import type { BatchPaths } from '../batch/paths.ts';
import { looseJudge, looseTemplate, looseVerdict, type ReadVerdict } from './loose/judged.ts';
import { AGENT_MESSAGES } from './quick.ts';
import { isThere, markOf, marksOf, type SoftReader } from './reader.ts';
import { LARGE_VERDICT, verdictWithoutMessages } from './verdict-head.ts';

/** The files that were written about a case after it was played. */
export interface JudgedFiles {
  readonly verdict: ReadVerdict | null;
  readonly first: JudgeFilled | null;
  readonly second: JudgeFilled | null;
  readonly template: JudgeTemplate | null;
}

export function secondJudge(paths: BatchPaths, caseId: string): string {
  return paths.judgeFile(caseId, 'second');
}

export async function readJudged(
  reader: SoftReader,
  caseId: string,
  verdictPath: string,
): Promise<JudgedFiles> {
  const { paths } = reader;
  // One after the other: each may hold all that an agent wrote, and memory need not hold them all at once.
  const model = async <T extends object>(
    file: string,
    schema: z.ZodType<T>,
    loose: (value: unknown) => T | undefined,
  ): Promise<T | null> => (await reader.model(file, schema, loose, AGENT_MESSAGES)) ?? null;
  const verdict = await model<ReadVerdict>(verdictPath, verdictModel, looseVerdict);
  const first = await model(paths.judgeFile(caseId), judgeFilled, looseJudge);
  const second = await model(secondJudge(paths, caseId), judgeFilled, looseJudge);
  const template = await model(paths.judgeTemplate(caseId), judgeTemplate, looseTemplate);
  return {
    verdict,
    first: first === null ? null : lean(first),
    second: second === null ? null : lean(second),
    template: template === null || verdict === null ? template : lean(template),
  };
}

/** Whether a judge looked at the case, or was asked to, whatever can be read of that. */
export function isJudged(paths: BatchPaths, caseId: string): boolean {
  const files = [paths.judgeFile(caseId), paths.judgeTemplate(caseId)];
  return marksOf(files.map((file) => paths.abs(file))).some(isThere);
}

/** Without what an agent wrote, which the evidence holds once more. */
export function withoutMessages(judged: JudgedFiles): JudgedFiles {
  const { verdict, template } = judged;
  return {
    ...judged,
    verdict: verdict === null ? null : lean(verdict),
    template: template === null ? null : lean(template),
  };
}

/** Of the messages only those that several cases may have: whose they are is told nowhere else. */
function lean<T extends object>(file: T): T {
  if (!('agent_messages' in file) || !Array.isArray(file.agent_messages)) return file;
  const all: readonly unknown[] = file.agent_messages;
  const shared = all.filter((one) => one !== null && typeof one === 'object' && 'shared_window' in one);
  return { ...file, agent_messages: shared };
}

export interface KeptVerdict {
  /** Relative to the batch folder. */
  readonly file: string;
  readonly verdict: ReadVerdict;
}

/** Older verdicts that were kept beside the present one, newest first. */
export async function readKept(reader: SoftReader, verdictPath: string): Promise<KeptVerdict[]> {
  const kept = await keptFiles(reader.paths, verdictPath);
  const read: KeptVerdict[] = [];
  for (const file of kept) {
    const verdict = await readForList(reader, file, (await markOf(reader.paths.abs(file))).bytes);
    if (verdict !== undefined) read.push({ file, verdict: lean(verdict) });
  }
  return read;
}

/** A verdict as a list needs it: the agent's messages may be left out. */
export async function readForList(
  reader: SoftReader,
  file: string,
  bytes: number,
): Promise<ReadVerdict | undefined> {
  const before = reader.troubles.length;
  const value = bytes > LARGE_VERDICT ? await verdictWithoutMessages(reader, file) : undefined;
  if (value !== undefined) return looseVerdict(value);
  if (reader.troubles.length > before) return undefined;
  return reader.model<ReadVerdict>(file, verdictModel, looseVerdict, AGENT_MESSAGES);
}

async function keptFiles(paths: BatchPaths, verdictPath: string): Promise<string[]> {
  const all = await readdir(paths.abs('results')).catch(() => []);
  const head = `${path.posix.basename(verdictPath, '.json')}.kept-`;
  const numberOf = (name: string): number => Number(name.slice(head.length).replace(/\.json$/, ''));
  return all
    .filter((name) => name.startsWith(head) && Number.isInteger(numberOf(name)))
    .sort((a, b) => numberOf(b) - numberOf(a))
    .map((name) => `results/${name}`);
}

/** Names (relative) of the JSON files in a case's folder of evidence, of all attempts. */
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

/** Changes whenever one of the case's own files does. `bytes`: of all of them. */
export async function caseMark(
  paths: BatchPaths,
  caseId: string,
  verdictPath: string,
): Promise<{ readonly stamp: string; readonly bytes: number }> {
  const files = [
    verdictPath,
    ...(await keptFiles(paths, verdictPath)),
    ...(await evidenceFiles(paths, caseId)),
  ];
  const marks = await Promise.all(files.map((file) => markOf(paths.abs(file))));
  return {
    stamp: files.map((file, i) => `${file} ${marks[i]?.stamp ?? '-'}`).join('\n'),
    bytes: marks.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

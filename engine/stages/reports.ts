import type { Verdict } from '../../schemas/index.ts';
import { writeText } from '../batch/files.ts';
import { renderCsv, renderJUnit } from '../report/index.ts';
import type { OpenBatch } from './batch.ts';

/** Writes `results/junit.xml` and `results/cases.csv`; returns their paths. */
export async function writeReports(batch: OpenBatch, verdicts: readonly Verdict[]): Promise<string[]> {
  const files = [
    ['results/junit.xml', renderJUnit(batch.manifest.batch, verdicts, batch.manifest.cases)],
    ['results/cases.csv', renderCsv(verdicts)],
  ] as const;
  for (const [name, text] of files) await writeText(batch.paths.abs(name), text);
  return files.map(([name]) => batch.paths.abs(name));
}

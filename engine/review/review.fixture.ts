import { lstatSync, readdirSync } from 'node:fs';
import path from 'node:path';
import {
  batchOverview,
  caseReview,
  evidencePage,
  type BatchOverview,
  type CaseReview,
  type EvidenceItem,
  type EvidenceKind,
  type EvidencePage,
} from '../../schemas/review.ts';
import { wordsOf } from '../report/index.ts';
import { MadeBatch } from './batch.fixture.ts';
import { ReviewStore } from './index.ts';

const en = wordsOf('en');

export const ANSWER = '北岬线 9月19日 开航，以群里说的为准。';

interface QuotePointer {
  readonly path: string;
  readonly quote: string;
  readonly message_id?: string;
}

export function quote(file: string, text: string, id?: string): QuotePointer {
  return { path: file, quote: text, ...(id === undefined ? {} : { message_id: id }) };
}

/** Two cases, of which the first was judged: a result point that was met, and a gate that was not. */
export function judgedBatch(into?: string): MadeBatch {
  const batch = new MadeBatch(['C1', 'C2'], into);
  batch.play('C1', ['收到，我查一下。', ANSWER]);
  batch.judge('C1', [
    {
      id: 'CP1',
      result: true,
      met: 'met',
      evidence: [quote(batch.evidencePath('C1', 'w1'), '北岬线　9月19日 开航')],
    },
    { id: 'CP5', gate: true, met: 'unmet', evidence: [] },
  ]);
  return batch;
}

export const runsOf = (batch: MadeBatch): string => path.dirname(batch.dir);

/** Each of these asks a store of its own, in English, and checks the answer against its model. */
export async function page(
  batch: MadeBatch,
  id: string,
  kind: EvidenceKind = 'thread',
): Promise<EvidencePage> {
  return evidencePage.parse(await new ReviewStore().evidencePage(batch.dir, id, kind, 0, 200, en));
}

export async function review(batch: MadeBatch, id: string): Promise<CaseReview> {
  return caseReview.parse(await new ReviewStore().reviewCase(batch.dir, id, en));
}

export async function list(...dirs: string[]): Promise<BatchOverview[]> {
  return batchOverview.array().parse(await new ReviewStore().listBatches(dirs, [], en));
}

export const problemsOf = ({ problems }: { problems: CaseReview['problems'] }): string =>
  problems.map(({ text }) => text).join('\n');

export function kinds(items: readonly EvidenceItem[]): string[] {
  return items.map((item) => (item.type === 'note' ? `note ${item.icon}` : item.type));
}

/** Every file and folder below one, with its size and the time of its last change. */
export function treeOf(dir: string): string[] {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' });
  return ['.', ...names].sort().map((name) => {
    const { size, mtimeMs } = lstatSync(path.join(dir, name));
    return `${name} ${size} ${mtimeMs}`;
  });
}

import type { BatchOverview } from '../../schemas/review.ts';
import type { Words } from '../report/index.ts';
import { isPlayed, verdictFile } from './batch.ts';
import { Cache } from './cache.ts';
import { isJudged, readForList } from './case-files.ts';
import type { BatchIndex, Folders } from './folders.ts';
import { frozenStamp } from './frozen.ts';
import { overviewOf, verdictFacts, type VerdictFacts } from './overview.ts';
import { isThere, marksOf, SoftReader, stampOf, type Mark } from './reader.ts';
import type { SharedParts } from './shared.ts';
import { trouble, type Trouble } from './trouble.ts';

interface Row {
  readonly verdict: VerdictFacts | null;
  readonly troubles: readonly Trouble[];
}

/** Lists of batches with their cases, each made again only when something in it changed. */
export class Overviews {
  readonly #folders: Folders;
  readonly #shared: SharedParts;
  readonly #rows = new Cache<Row>(50_000);
  readonly #overviews = new Cache<BatchOverview>(50_000);

  constructor(folders: Folders, shared: SharedParts) {
    this.#folders = folders;
    this.#shared = shared;
  }

  async of(dir: string, words: Words, signal?: AbortSignal): Promise<BatchOverview> {
    const index = await this.#folders.index(dir);
    const key = `${index.paths.root}\n${words.locale}`;
    const stamp = await stampOfOverview(index);
    const known = this.#overviews.get(key, stamp);
    if (known !== undefined) return known;
    const overview = await this.#make(dir, words, signal);
    this.#overviews.set(key, stamp, overview, overview.cases.length + 1);
    return overview;
  }

  async #make(dir: string, words: Words, signal?: AbortSignal): Promise<BatchOverview> {
    const { facts } = await this.#folders.facts(dir);
    const { paths } = facts;
    const verdicts = new Map<string, VerdictFacts>();
    const judged = new Set<string>();
    const troubles: Trouble[] = [];
    const files = facts.cases.map((caseId) => verdictFile(facts, caseId));
    const marks = marksOf(files.map((file) => paths.abs(file)));
    for (const [i, caseId] of facts.cases.entries()) {
      signal?.throwIfAborted();
      const row = await this.#row(new SoftReader(paths), files[i] ?? '', marks[i]);
      troubles.push(...row.troubles);
      if (row.verdict !== null) verdicts.set(caseId, row.verdict);
      else if (isJudged(paths, caseId)) judged.add(caseId);
    }
    const unknown = facts.cases.some((caseId) => !verdicts.has(caseId));
    const frozen = unknown ? await this.#shared.frozen(paths, signal) : { cards: new Map(), troubles: [] };
    if ((await stampOf(paths.root)) === '-') troubles.push(trouble((p) => p.gone(), paths.root));
    return overviewOf(
      {
        facts,
        live: isPlayed(paths),
        verdicts,
        judged,
        frozen: frozen.cards,
        troubles: [...troubles, ...frozen.troubles],
      },
      words,
    );
  }

  async #row(reader: SoftReader, file: string, mark: Mark | undefined): Promise<Row> {
    if (mark === undefined || !isThere(mark)) return { verdict: null, troubles: [] };
    const key = reader.paths.abs(file);
    const known = this.#rows.get(key, mark.stamp);
    if (known !== undefined) return known;
    const read = await readForList(reader, file, mark.bytes);
    const row = { verdict: read === undefined ? null : verdictFacts(read), troubles: reader.troubles };
    this.#rows.set(key, mark.stamp, row, 1);
    return row;
  }
}

/** Changes whenever the overview may have. */
async function stampOfOverview(index: BatchIndex): Promise<string> {
  const { paths, cases, stamp } = index;
  const files = cases.flatMap((id) => [verdictFile(index, id), paths.judgeFile(id), paths.judgeTemplate(id)]);
  const marks = marksOf(files.map((file) => paths.abs(file)));
  return [
    stamp,
    isPlayed(paths),
    await stampOf(paths.root),
    await frozenStamp(paths),
    ...marks.map((mark) => mark.stamp),
  ].join(' ');
}

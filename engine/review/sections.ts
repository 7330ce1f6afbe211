import type { AssetEvidence } from '../../schemas/index.ts';
import type { Words } from '../report/index.ts';
import type { AssetFile } from '../evidence/model.ts';
import type { Cast } from './cast.ts';
import { plainItem, type Listed } from './listed.ts';

export interface Snapshots {
  /** The snapshot after the case; before it is played to its end, the one before. */
  readonly latest: AssetFile;
  readonly before: AssetFile | undefined;
}

/** The assets of a kind: of each, the snapshot that tells most, with the one that it is compared with. */
export function latestOf(files: readonly AssetFile[], is: (evidence: AssetEvidence) => boolean): Snapshots[] {
  const own = files.filter(({ evidence }) => is(evidence));
  const compared = new Set(own.map(({ evidence }) => evidence.compare_to));
  return own
    .filter(({ evidence }) => !compared.has(evidence.step))
    .map((latest) => ({
      latest,
      before: own.find(({ evidence }) => evidence.step === latest.evidence.compare_to),
    }));
}

function readNote(now: string, before: string, words: Words): string {
  return before === '' ? words.readAt(now) : words.tableNote(before, now);
}

/** The head of a table or document: its title, why it is in scope, when it was read. */
export function sectionOf(
  { path, evidence }: AssetFile,
  before: AssetFile | undefined,
  cast: Cast,
  icon: 'table' | 'document' | 'warning',
): Listed {
  const now = cast.clock(evidence.at);
  return plainItem((words) => ({
    type: 'section',
    title: evidence.title ?? cast.asset(evidence.asset),
    note: [
      ...(evidence.linked === true ? [words.linkedByAgent] : []),
      ...(now === ''
        ? []
        : [readNote(now, before === undefined ? '' : cast.clock(before.evidence.at), words)]),
      ...(evidence.diff?.length === 0 ? [words.noChange] : []),
      ...(evidence.unreadable === undefined ? [] : [words.unreadableAsset(evidence.unreadable)]),
    ].join(' · '),
    icon,
    path,
  }));
}

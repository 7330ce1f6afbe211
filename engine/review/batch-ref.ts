import path from 'node:path';
import type { BatchRef } from '../../schemas/review.ts';
import type { Words } from '../report/index.ts';
import type { BatchFacts } from './batch.ts';

/** What a batch is called and where it comes from. */
export function batchRef(facts: BatchFacts, words: Words): BatchRef {
  const { manifest, summary, journal, paths } = facts;
  const why = facts.foreign
    ? words.why('foreign', '')
    : journal.chained
      ? undefined
      : words.why('chain', journal.fault ?? '');
  return {
    dir: paths.root,
    name: manifest?.batch ?? (facts.foreign ? summary?.label : undefined) ?? path.basename(paths.root),
    readonly: why !== undefined,
    ...(why === undefined ? {} : { why_readonly: why }),
    evalset: facts.evalset.title,
    day0: manifest?.day0 ?? summary?.day0 ?? '',
    agent: manifest?.agent.display_name ?? summary?.agent.name ?? '',
    mode: manifest?.mode ?? summary?.mode ?? '',
    created_at: facts.createdAt,
  };
}

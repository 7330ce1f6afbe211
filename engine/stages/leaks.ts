import { renderTextOn } from '../compile/index.ts';
import { BatchLeaks, Canaries } from '../leaks/index.ts';
import type { OpenBatch } from './batch.ts';
import { recordOf, type PlayedCase, type PlayRecord } from './played.ts';

/** What tells whether the agent of a batch wrote hidden text: of its frozen evalset, its script and its play. */
export async function leaksOf(
  batch: OpenBatch,
  cases: readonly PlayedCase[],
  record: PlayRecord = recordOf(batch),
): Promise<BatchLeaks> {
  return new BatchLeaks({
    paths: batch.paths,
    evalset: batch.evalset,
    world: batch.world,
    render: renderTextOn(batch.manifest.day0, batch.evalset.file?.value.date_forms),
    steps: batch.execBundles.flatMap((bundle) => bundle.steps),
    state: record.state,
    events: record.events,
    evidence: cases.flatMap(({ evidence }) => evidence ?? []),
    canaries: await Canaries.open(batch.paths),
  });
}
